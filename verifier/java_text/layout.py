"""How a member's text moves to another place: indentation follows the place, Javadoc stays."""

from verifier.java_text.tokens import scan

_BLOCK = '"' * 3


def indentation(text: str, offset: int) -> str:
    """The blanks in front of an offset, back to the start of its line; after other text
    the line's own indentation.
    """
    start = text.rfind("\n", 0, offset) + 1
    before = text[start:offset]
    return before[: len(before) - len(before.lstrip())] if before.strip() else before


def reindented(member: str, old: str, new: str) -> str:
    """A member's text (its first line starts at the member) with another indentation.

    Every later line loses as much of `old` as it has and gets `new`; blank lines stay blank. The
    lines of a text block move together or not at all: how far they stand apart is their value.
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
    """The lines, from 0, of the text blocks in which not every line has the old indentation."""
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
    """The Javadoc that a member's text begins with, or the empty string."""
    first = next(scan(member, comments=True, decoded=False), None)
    return first.text if first is not None and first.is_javadoc else ""


def with_javadoc(member: str, javadoc: str, indent: str) -> str:
    """A member's text under a Javadoc, if it has none of its own."""
    if not javadoc or javadoc_of(member):
        return member
    return f"{javadoc}\n{indent}{member}"
