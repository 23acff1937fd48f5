"""Which classes Surefire would take as tests: its include and exclude patterns."""

import re
from collections.abc import Iterable, Sequence
from functools import cache


def select(classes: Iterable[str], includes: Sequence[str], excludes: Sequence[str]) -> list[str]:
    """The class files (`pkg/FooTest.class`) that the patterns take, as sorted class names.

    A pattern is Ant-like (`**/*Test.java`), `%regex[...]`, a qualified class name, or several of
    these separated by commas; a leading `!` in an include excludes.
    """
    wanted = [p for p in _flat(includes) if not p.startswith("!")]
    unwanted = [*_flat(excludes), *(p[1:] for p in _flat(includes) if p.startswith("!"))]
    return sorted(
        path.removesuffix(".class").replace("/", ".")
        for path in classes
        if any(_matches(p, path) for p in wanted) and not any(_matches(p, path) for p in unwanted)
    )


def _flat(patterns: Sequence[str]) -> list[str]:
    parts: list[str] = []
    for pattern in patterns:
        whole = pattern.startswith("%")
        parts += [pattern] if whole else [p.strip() for p in re.split(r"[,\n]", pattern)]
    return [part for part in parts if part]


def _matches(pattern: str, path: str) -> bool:
    return _expression(pattern).fullmatch(path) is not None


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    if pattern.startswith("%regex["):
        return re.compile(pattern.removeprefix("%regex[").removesuffix("]"))
    pattern = pattern.removeprefix("%ant[").removesuffix("]").split("#")[0]
    plain = re.sub(r"\.(java|class)$", "", pattern)
    if "/" not in plain:
        plain = plain.replace(".", "/") if "." in plain else f"**/{plain}"
    return re.compile(_ant(plain) + r"\.class")


def _ant(pattern: str) -> str:
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
