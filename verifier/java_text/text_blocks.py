"""Write text blocks as ordinary string literals, which fit on one line."""

import re

from verifier.java_text.tokens import Token, TokenKind, scan

_QUOTES = '"' * 3
_BLANK = "[ \t\f\v\x1c-\x1f\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]*"
"""White space by Java's rule (Character.isWhitespace), without line breaks."""
_INDENTATION, _TRAILING = re.compile(_BLANK), re.compile(f"{_BLANK}$")
_PART = re.compile(r'\\(?:\n|.)|"|\n', re.DOTALL)


def without_text_blocks(code: str) -> str:
    """Return Java source in which each text block is a string literal with the same value.

    A source with Unicode escapes stays as it is, because an escape may be a quote or a line break.
    """
    if _QUOTES not in code or "\\u" in code:
        return code
    pieces: list[str] = []
    at = 0
    for token in scan(code, comments=True):
        if is_text_block(token):
            pieces += [code[at : token.start], as_literal(token.text)]
            at = token.end
    return "".join([*pieces, code[at:]])


def is_text_block(token: Token) -> bool:
    """Tell whether a token is a text block."""
    return token.kind is TokenKind.STRING and token.text.startswith(_QUOTES) and "\n" in token.text


def as_literal(block: str) -> str:
    r"""Return the string literal with the value of a text block (JLS 3.10.6).

    The common indentation and the blanks at the ends of lines do not belong to the value. A backslash
    at the end of a line joins it with the next one.
    """
    inside = block[len(_QUOTES) : -len(_QUOTES)].replace("\r\n", "\n").replace("\r", "\n")
    lines = inside.partition("\n")[2].split("\n")
    # The line of the closing quotes counts, even if it is blank.
    counted = [line for line in lines[:-1] if not _is_blank(line)] + lines[-1:]
    common = min(_count_indentation(line) for line in counted)
    stripped = "\n".join(
        "" if _is_blank(line) else _TRAILING.sub("", line[common:]) for line in lines
    )
    return f'"{_PART.sub(_escape, stripped)}"'


def _is_blank(line: str) -> bool:
    return _count_indentation(line) == len(line)


def _count_indentation(line: str) -> int:
    found = _INDENTATION.match(line)
    return 0 if found is None else found.end()


def _escape(found: re.Match[str]) -> str:
    written = {'"': '\\"', "\n": "\\n", "\\\n": ""}
    return written.get(found[0], found[0])
