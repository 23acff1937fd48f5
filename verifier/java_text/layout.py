"""How a member's text moves to another place: indentation follows the place, Javadoc stays."""

from verifier.java_text.tokens import scan


def indentation(text: str, offset: int) -> str:
    """The blanks in front of an offset, back to the start of its line; after other text
    the line's own indentation.
    """
    start = text.rfind("\n", 0, offset) + 1
    before = text[start:offset]
    return before[: len(before) - len(before.lstrip())] if before.strip() else before


def reindented(member: str, old: str, new: str) -> str:
    """A member's text (its first line starts at the member) with another indentation.

    Every later line loses as much of `old` as it has and gets `new`; blank lines stay blank.
    """
    lines = member.split("\n")
    moved = [lines[0]]
    for line in lines[1:]:
        kept = line[len(_common_prefix(line, old)) :]
        moved.append(new + kept if kept.strip() else kept.strip(" \t"))
    return "\n".join(moved)


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
