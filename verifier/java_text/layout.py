"""Move a member's text to another place: adapt its indentation, keep its Javadoc."""

from verifier.java_text.tokens import scan

_BLOCK = '"' * 3


def indentation(text: str, offset: int) -> str:
    """Return the blanks between the start of a line and an offset.

    If other text precedes the offset, returns the line's own indentation.
    """
    start = text.rfind("\n", 0, offset) + 1
    before = text[start:offset]
    return before[: len(before) - len(before.lstrip())] if before.strip() else before


def reindent(member: str, old: str, new: str) -> str:
    """Return a member's text (its first line starts at the member) with another indentation.

    Every later line loses as much of `old` as it has and gets `new`; blank lines stay blank. The
    lines of a text block move together or not at all, because their relative indentation is part of
    its value.
    """
    lines = member.split("\n")
    fixed = _lines_that_stay(member, lines, old)
    moved = [lines[0]]
    for number, line in enumerate(lines[1:], start=1):
        kept = line[len(_common_prefix(line, old)) :]
        if number in fixed:
            moved.append(line)
        else:
            moved.append(new + kept if kept.strip() else kept.strip(" \t"))
    return "\n".join(moved)


def _lines_that_stay(member: str, lines: list[str], old: str) -> set[int]:
    """Return the lines, from 0, of text blocks in which not every line has the old indentation."""
    found: set[int] = set()
    for token in scan(member, decoded=False) if _BLOCK in member else ():
        block = range(token.line, token.line + token.text.count("\n"))
        if token.text.startswith(_BLOCK) and any(
            lines[at].strip() and not lines[at].startswith(old) for at in block
        ):
            found.update(block)
    return found


def _common_prefix(line: str, old: str) -> str:
    length = 0
    while length < min(len(line), len(old)) and line[length] == old[length]:
        length += 1
    return line[:length]


def javadoc_of(member: str) -> str:
    """Return the Javadoc at the beginning of a member's text; empty if there is none."""
    first = next(scan(member, comments=True, decoded=False), None)
    return first.text if first is not None and first.is_javadoc else ""


def with_javadoc(member: str, javadoc: str, indent: str) -> str:
    """Put a Javadoc above a member's text, unless it has one."""
    if not javadoc or javadoc_of(member):
        return member
    return f"{javadoc}\n{indent}{member}"
