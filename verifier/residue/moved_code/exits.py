"""Tell whether a `return` in moved code ends its host on both sides.

In an extracted method a `return` ends only that method, and the host continues after the call.
"""

from collections.abc import Iterator, Sequence

from verifier.analysis.roles import Role
from verifier.java_text.brackets import around, opening
from verifier.java_text.tokens import Texts, Token, TokenKind
from verifier.residue.moved_code.journey import Journey
from verifier.residue.text.local_names import is_of_a_case

_ENDS = frozenset("{};")
_LOOPS = frozenset({"for", "while"})
_HEADS = _LOOPS | {"if", "switch", "synchronized", "try", "catch"}


def has_same_exits(journey: Journey) -> bool:
    """Tell whether nothing of the host runs after the call.

    It is also true if the code has no `return` of its own.
    """
    code = journey.stretches(Role.INLINED if journey.inlining else Role.EXTRACTED)
    if not _returns(journey.open.tokens(), code):
        return True
    calls = journey.stretches(Role.INLINED_CALL if journey.inlining else Role.EXTRACTED_CALL)
    return all(_is_last(journey.calling.tokens(), call) for call in calls)


def _returns(tokens: Sequence[Token], code: Sequence[range]) -> bool:
    """Tell whether the code has a `return` outside its own lambdas and classes."""
    inside = [any(token.start in piece for piece in code) for token in tokens]
    for at, token in enumerate(tokens):
        if token.text == "return" and inside[at]:
            # A `return` in a lambda or class that moved as a whole ends the same body as before.
            body = next((n for n in _blocks_around(tokens, at) if _is_body(tokens, n)), 0)
            if not inside[body]:
                return True
    return False


def _is_last(tokens: Sequence[Token], call: range) -> bool:
    """Tell whether the host, or the lambda around the call, ends with the call; False if in doubt."""
    places = [at for at, token in enumerate(tokens) if token.start in call and token.text != ";"]
    texts = [token.text for token in tokens]
    if not places or "::" in texts[places[0] : places[-1] + 1]:
        return bool(places)
    before, behind = texts[places[0] - 1], texts[places[-1] + 1 : places[-1] + 2]
    if texts[places[0]] == "return" or before == "return":
        return behind == [";"]
    if before == "->":
        return behind != [";"] and not is_of_a_case(tokens, places[0] - 1)
    return before in _ENDS and behind == [";"] and _ends(tokens, places[-1] + 2)


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether only ends of blocks follow a position before the end of the method or lambda."""
    while at < len(tokens) and tokens[at].text == "}":
        block = next(_blocks_around(tokens, at), 0)
        if _is_body(tokens, block):
            return True
        # A loop continues after the call, whereas the `return` left it.
        if _head(tokens, block) in _LOOPS | {"do"}:
            return False
        at += 1
    return at >= len(tokens) or tokens[at].text == "return"


def _blocks_around(tokens: Sequence[Token], at: int) -> Iterator[int]:
    """Yield the positions of the braces that are open at a position, innermost first."""
    return (n for n in around(Texts(tokens), at) if tokens[n].text == "{")


def _is_body(tokens: Sequence[Token], brace: int) -> bool:
    """Tell whether a brace opens the body of a lambda or method."""
    if brace and tokens[brace - 1].text == "->":
        return not is_of_a_case(tokens, brace - 1)
    return _head(tokens, brace) not in _HEADS | {"do", "else", "try", "finally", ""}


def _head(tokens: Sequence[Token], brace: int) -> str:
    """Return the first word before a block: `for`, `else`, a method's name; it may be empty."""
    at = brace - 1
    while at > 0 and (tokens[at].text in {".", ","} or _is_thrown(tokens, at)):
        at -= 1
    if at < 1 or tokens[at].text != ")":
        return tokens[at].text if at >= 0 and tokens[at].kind is TokenKind.WORD else ""
    start = opening(Texts(tokens), at) or 0
    return tokens[start - 1].text if start else ""


def _is_thrown(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a word belongs to `throws A, B` after a method's parameters."""
    start = at
    while start > 0 and (tokens[start].kind is TokenKind.WORD or tokens[start].text in {".", ","}):
        if tokens[start].text == "throws":
            return True
        start -= 1
    return False
