"""Find the key of a value in YAML, JSON, TOML, properties, INI and XML."""

import re

_NAMES_METHODS = re.compile(
    r"(?:methods?|handlers?|functions?|func|callbacks?|listeners?|hooks?|actions?|operations?"
    r"|entry[_-]?points?|invokes?|call|getter|setter|accessor|provider|subscriber|consumer|job)$",
    re.IGNORECASE,
)
_OF_KEY = re.compile(r"[\w$.:-]{1,60}$")
_ITEM = re.compile(r"\s*-\s*[\"']?[\w$.:#()]+[\"']?\s*")
_VALUE = re.compile(r"=\s*[\"']([\w$.:-]{1,60})[\"']")
_WINDOW, _MOST_ITEMS, _TAG = 2000, 200, 600


def names_methods(key: str) -> bool:
    """Tell by a key's last word whether its value names a method."""
    return _NAMES_METHODS.search(key) is not None


def other_attributes(text: str, start: int) -> list[str]:
    """Return the attribute values of the XML tag around a place, up to 600 characters to either
    side.
    """
    opened = text.rfind("<", max(0, start - _TAG), start)
    closed = text.find(">", start, start + _TAG)
    return [] if opened < 0 or closed < 0 else _VALUE.findall(text[opened:closed])


def key_before(text: str, start: int) -> str:
    """Return the key of the value at a place, or of the list around it; empty without a key."""
    before = text[max(0, start - _WINDOW) : start].rstrip(" \t\"'")
    if before.endswith((":", "=")):
        return _key(before[:-1])
    if before.endswith((",", "[")):
        opened = before.rfind("[")
        inside = opened >= 0 and "]" not in before[opened:]
        return key_before(before, opened) if inside else ""
    if before.rstrip().endswith(">"):
        tag = before[before.rfind("<") + 1 :].rstrip().removesuffix(">")
        return tag.partition(" ")[0] if "\n" not in tag else ""
    if before.endswith("-"):
        return _key_of_items(before)
    return ""


def _key_of_items(before: str) -> str:
    """Return the key above the items of a list with one item per line."""
    lines = before.split("\n")[:-1]
    for line in lines[: -_MOST_ITEMS - 1 : -1]:
        written = line.rstrip()
        if written.endswith(":") and not written.lstrip().startswith("-"):
            return _key(written[:-1])
        if _ITEM.fullmatch(line) is None:
            return ""
    return ""


def _key(before: str) -> str:
    found = _OF_KEY.search(before[-100:].rstrip(" \t\"'"))
    return "" if found is None else found[0].rpartition(":")[2]
