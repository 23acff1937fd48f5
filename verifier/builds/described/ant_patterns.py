"""Ant-like path patterns, which Maven's plugins and Gradle share."""

import re
from functools import cache


def matches(pattern: str, path: str) -> bool:
    """Whether a whole path matches: `*` within a folder, `**` across folders, `?` one character."""
    return _compile(pattern).fullmatch(path) is not None


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(expression(pattern))


def expression(pattern: str) -> str:
    """Return the regular expression for a pattern; a trailing slash matches everything below."""
    if pattern.endswith("/"):
        pattern += "**"
    text = ""
    for part in re.split(r"(\*\*/|\*\*|\*|\?)", pattern):
        match part:
            case "**/":
                text += "(?:.*/)?"
            case "**":
                text += ".*"
            case "*":
                text += "[^/]*"
            case "?":
                text += "[^/]"
            case _:
                text += re.escape(part)
    return text
