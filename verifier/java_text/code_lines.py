"""Count the lines of a source text that have code on them."""

from verifier.java_text.tokens import scan


def count_code_lines(source: str) -> int:
    """Return the number of lines with a token on them; comments and blank lines do not count.

    A token of several lines, such as a text block, counts with all of them.
    """
    lines: set[int] = set()
    for token in scan(source, decoded=False):
        lines.update(range(token.line, token.line + token.text.count("\n") + 1))
    return len(lines)
