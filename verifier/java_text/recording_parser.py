"""javalang's parser, fed with our tokens and extended to record the position of declarations.

This module is imported only when a source is read: loading javalang takes longer than most commands
run.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from javalang import tokenizer
from javalang.parser import Parser

from verifier.java_text.tokens import Token, TokenKind

_DECLARATIONS = (
    "import_declaration", "type_declaration", "class_body_declaration",
    "interface_body_declaration", "annotation_type_element_declaration", "enum_constant",
)  # fmt: skip
_BODIES = ("class_body", "interface_body", "enum_body", "annotation_type_body", "block")

_SHIFTS = 3
"""`>>>=` is the longest operator that contains closing angles."""


class RecordingParser(Parser):  # type: ignore[misc]  # javalang has no types
    """A parser of one source.

    `extents` maps the `id` of a declaration's node to the indices of its first token and of the
    token after its last. `bodies` maps the index after a closing brace to the index of its opening
    brace.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        super().__init__(_tokens(tokens))
        self.extents: dict[int, tuple[int, int]] = {}
        self.bodies: dict[int, int] = {}
        self._kept: list[Any] = []  # an id is unique only as long as its node lives

    def note_declaration(self, parse: Callable[[], Any]) -> Any:
        """Parse a declaration, and record its extent."""
        first = self.tokens.marker
        node = parse()
        if node is not None:
            self.extents[id(node)] = (first, self.tokens.marker)
            self._kept.append(node)
        return node

    def note_body(self, parse: Callable[[], Any]) -> Any:
        """Parse the content of braces, and record the position of the braces."""
        first = self.tokens.marker
        node = parse()
        self.bodies[self.tokens.marker] = first
        return node


def _noting(name: str, note: Callable[..., Any]) -> Any:
    """Wrap a method of javalang's parser in `note`."""
    plain = getattr(Parser, name)
    return lambda self, *given: note(self, lambda: plain(self, *given))


for _names, _note in (
    (_DECLARATIONS, RecordingParser.note_declaration),
    (_BODIES, RecordingParser.note_body),
):
    for _name in _names:
        setattr(RecordingParser, f"parse_{_name}", _noting(f"parse_{_name}", _note))


def _tokens(tokens: Sequence[Token]) -> Iterator[Any]:
    """Convert a source's tokens, including comments, to javalang's tokens; each has `offset` and
    `end`.

    `offset_of_javadoc` is the position of the Javadoc that documents the token's declaration; None
    without one.
    """
    documented: int | None = None
    at = 0
    while at < len(tokens):
        if tokens[at].kind is TokenKind.COMMENT:
            if tokens[at].is_javadoc:
                documented = tokens[at].start
            at += 1
            continue
        last = _end_of_operator(tokens, at)
        text = "".join(token.text for token in tokens[at:last])
        quick = _class_of(tokens[at].kind, text)(text)
        quick.offset, quick.end = tokens[at].start, tokens[last - 1].end
        quick.offset_of_javadoc = documented
        yield quick
        documented, at = None, last


def _end_of_operator(tokens: Sequence[Token], at: int) -> int:
    """Return the index after `>=`, `>>=` and `>>>=`, which javalang joins and our tokens do not."""
    last = at
    while last + 1 < len(tokens) and tokens[last].text == ">" and last - at < _SHIFTS:
        last += 1
        if tokens[last].start != tokens[last - 1].end:
            break
        if tokens[last].text == "=":
            return last + 1
    return at + 1


def _class_of(kind: TokenKind, text: str) -> Any:
    match kind:
        case TokenKind.STRING | TokenKind.CHARACTER:
            return tokenizer.String
        case TokenKind.NUMBER:
            return tokenizer.DecimalFloatingPoint if "." in text else tokenizer.DecimalInteger
        case TokenKind.WORD:
            return _class_of_word(text)
        case _:
            separators, annotation = tokenizer.Separator, tokenizer.Annotation
            if text in separators.VALUES:
                return separators
            return annotation if text == "@" else tokenizer.Operator


def _class_of_word(text: str) -> Any:
    classes = (tokenizer.BasicType, tokenizer.Modifier, tokenizer.Keyword, tokenizer.Boolean)
    if text == "null":
        return tokenizer.Null
    return next((each for each in classes if text in each.VALUES), tokenizer.Identifier)
