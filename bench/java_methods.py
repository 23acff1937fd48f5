"""Cut a method out of a Java source text without a parser."""

from verifier.java_text.tokens import scan


def without_method(text: str, name: str) -> str:
    """Remove the methods of that name from the outermost class. Fields of that name stay."""
    for start, end in reversed(_spans(text, name)):
        text = text[:start] + text[end:]
    return text


def _spans(text: str, name: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    depth, start, found, assigned, previous = 0, 0, False, False, ""
    for token in scan(text, decoded=False):
        mark = token.text
        if depth == 1 and mark == "(" and previous == name and not assigned:
            found = True
        assigned = (assigned or mark == "=") and depth >= 1 and mark not in {";", "}"}
        depth += {"{": 1, "}": -1}.get(mark, 0)
        if depth == 1 and mark in {"{", "}", ";"}:
            if found:
                spans.append((start, token.end))
            start, found, assigned = token.end, False, False
        previous = mark
    return spans
