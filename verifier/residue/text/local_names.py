"""Find where a name in a declaration is a local variable, a parameter or a type variable.

A name counts as local only if it certainly is: inside the scope of a recognised declaration. Any
other name may be a field, and a field is another variable in another class.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import tee

from verifier.java_text import brackets
from verifier.java_text.annotations import behind_annotation
from verifier.java_text.brackets import ENDS_OF_STATEMENTS, behind, closing, depths
from verifier.java_text.keywords import PRIMITIVES, RESERVED
from verifier.java_text.tokens import Texts, Token, TokenKind

_BEFORE_A_STATEMENT = ENDS_OF_STATEMENTS | {":", "->"}
_HEADED = frozenset({"for", "try", "catch"})
_IN_TYPE_ARGUMENTS = frozenset("<>,.?[]&@")
_AFTER_A_DECLARED_NAME = frozenset({"=", ";", ":", ",", "["})


@dataclass(frozen=True, kw_only=True, slots=True)
class LocalName:
    """A name and the half-open range of token positions in which it is this variable.

    A `flowing` one belongs to a pattern: within its range the name may also mean another variable.
    """

    name: str
    start: int
    end: int
    flowing: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class LocalNames:
    """All local names of one declaration."""

    names: tuple[LocalName, ...]

    @classmethod
    def of(cls, tokens: Sequence[Token], parameters: Sequence[str], body: int) -> "LocalNames":
        """Read a declaration whose body, or end, begins at a position."""
        return cls(
            names=(
                *(LocalName(name=n, start=0, end=len(tokens)) for n in parameters),
                *_type_variables(tokens, body),
                *_find_declared(tokens, body),
                *_of_inner_methods(tokens, body),
                *_of_lambdas(tokens),
                *_patterns(tokens),
            )
        )

    def covers(self, name: str, at: int) -> bool:
        """Tell whether the token at a position is certainly such a name."""
        return any(n.name == name and n.start <= at < n.end and not n.flowing for n in self.names)

    def may_cover(self, name: str, at: int) -> bool:
        """Tell whether it is such a name unless a field of the same name is in scope."""
        return any(n.name == name and n.start <= at < n.end for n in self.names)


def inside_of_classes(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the positions in the bodies of anonymous and local classes."""
    for at, token in enumerate(tokens):
        if token.text in {"class", "interface", "enum"} and _text(tokens, at - 1) != ".":
            opening = next((n for n in range(at, len(tokens)) if tokens[n].text == "{"), None)
        elif token.text == "new":
            opening = _opening_of_anonymous(tokens, at)
        else:
            continue
        if opening is not None:
            yield from range(opening, behind(Texts(tokens), opening))


def _opening_of_anonymous(tokens: Sequence[Token], creation: int) -> int | None:
    """Return the `{` of `new T(…) {`; None if the expression creates no class."""
    opening = _after_type(tokens, _after_modifiers(tokens, creation + 1))
    if opening is None or _text(tokens, opening) != "(":
        # Empty type arguments as in `new Map.Entry<>(…)` are read too, so this is an array.
        return None
    body = behind(Texts(tokens), opening)
    return body if _text(tokens, body) == "{" else None


def is_name(token: Token) -> bool:
    """Tell whether a token can be the name of a variable or type."""
    return token.kind is TokenKind.WORD and token.text not in RESERVED


def _find_declared(tokens: Sequence[Token], body: int) -> Iterator[LocalName]:
    """Yield local variables, including those in the heads of `for`, `try` and `catch`."""
    for at in range(body, len(tokens)):
        headed = at > 1 and tokens[at - 1].text == "(" and tokens[at - 2].text in _HEADED
        if not headed and (at == 0 or tokens[at - 1].text not in _BEFORE_A_STATEMENT):
            continue
        catching = headed and tokens[at - 2].text == "catch"
        for name in _declarators(tokens, at, catching=catching):
            end = _end_of_headed(tokens, at - 1) if headed else _end_of_block(tokens, at)
            yield LocalName(name=tokens[name].text, start=name, end=end)


def _declarators(tokens: Sequence[Token], at: int, *, catching: bool) -> Iterator[int]:
    """Yield the positions of the names that a declaration at this position declares."""
    name = _after_type(tokens, _after_modifiers(tokens, at))
    while catching and name is not None and _text(tokens, name) == "|":
        name = _after_type(tokens, name + 1)
    if name is None or name >= len(tokens) or not is_name(tokens[name]):
        return
    following = _text(tokens, name + 1)
    if following not in _AFTER_A_DECLARED_NAME and not (catching and following == ")"):
        return
    yield name
    for each, (text, depth) in enumerate(_from(tokens, name + 1, len(tokens) - 1), name + 1):
        if depth < 0 or (text == ";" and depth == 0):
            return
        # `a = b < c, d = 1` and a comma between type arguments look the same: only a name that gets
        # a value, or ends the declaration, is another declarator.
        ends = _text(tokens, each + 2) in {"=", ",", ";"}
        if text == "," and depth == 0 and is_name(tokens[each + 1]) and ends:
            yield each + 1


def _after_modifiers(tokens: Sequence[Token], at: int) -> int:
    while _text(tokens, at) in {"final", "@"}:
        at = at + 1 if _text(tokens, at) == "final" else behind_annotation(tokens, at)
    return at


def _after_type(tokens: Sequence[Token], at: int) -> int | None:
    """Return the position after a type that begins here; None if no type begins here."""
    # `yield x;` looks like the declaration of a variable of type `yield`.
    if at >= len(tokens) or tokens[at].text == "yield":
        return None
    if not (is_name(tokens[at]) or tokens[at].text in PRIMITIVES):
        return None
    at += 1
    while _text(tokens, at) == "." and at + 1 < len(tokens) and is_name(tokens[at + 1]):
        at += 2
    if _text(tokens, at) == "<":
        closed = _after_type_arguments(tokens, at)
        if closed is None:
            return None
        at = closed
    while _text(tokens, at) == "[" and _text(tokens, at + 1) == "]":
        at += 2
    return at


def _after_type_arguments(tokens: Sequence[Token], at: int) -> int | None:
    end = closing(Texts(tokens), at, angles=True)
    if end is None or any(
        token.kind is not TokenKind.WORD and token.text not in _IN_TYPE_ARGUMENTS
        for token in tokens[at : end + 1]
    ):
        return None
    return end + 1


def _end_of_block(tokens: Sequence[Token], at: int) -> int:
    """Return the end of the innermost `{}` around a position."""
    ends = (n for n, (text, d) in enumerate(_from(tokens, at), at) if d < 0 and text == "}")
    return next(ends, len(tokens))


def _end_of_headed(tokens: Sequence[Token], opening: int) -> int:
    """Return the end of the statement with this parenthesised head; too early rather than too late."""
    texts = Texts(tokens)
    body = behind(texts, opening)
    if _text(tokens, body) == "{":
        return behind(texts, body)
    return next((n for n in range(body, len(tokens)) if tokens[n].text in ";{"), len(tokens))


def _of_lambdas(tokens: Sequence[Token]) -> Iterator[LocalName]:
    for at, token in enumerate(tokens):
        if token.text != "->" or at == 0 or is_of_a_case(tokens, at):
            continue
        end = end_of_lambda(tokens, at)
        for each in range(start_of_lambda(tokens, at), at):
            # In `(A a, B b)` the names are the words before a comma or the end.
            if is_name(tokens[each]) and _text(tokens, each + 1) in {",", ")", "->"}:
                yield LocalName(name=tokens[each].text, start=each, end=end)


def is_of_a_case(tokens: Sequence[Token], arrow: int) -> bool:
    """Tell whether the arrow ends `case A, B ->`: A is a constant, not a parameter."""
    for at in range(arrow - 1, -1, -1):
        if tokens[at].text in {"case", "default"}:
            return True
        if tokens[at].text in {";", "{", "}", ":", "->", "(", "="}:
            return False
    return False


def _of_inner_methods(tokens: Sequence[Token], body: int) -> Iterator[LocalName]:
    """Yield the parameters of the methods of anonymous and local classes."""
    for at in range(body + 1, len(tokens)):
        if tokens[at].text != "(" or not is_name(tokens[at - 1]):
            continue
        closed = behind(Texts(tokens), at)
        if _text(tokens, closed) not in {"{", "throws"}:
            continue
        end = _end_of_headed(tokens, at)
        for start in [at, *(n for n in range(at + 1, closed) if tokens[n].text == ",")]:
            name = _after_type(tokens, _after_modifiers(tokens, start + 1))
            if name is not None and name < closed and is_name(tokens[name]):
                yield LocalName(name=tokens[name].text, start=name, end=end)


def start_of_lambda(tokens: Sequence[Token], arrow: int) -> int:
    """Return the position of the first token of a lambda's parameters."""
    start = brackets.opening(Texts(tokens), arrow - 1)
    return arrow if start is None else start


def end_of_lambda(tokens: Sequence[Token], arrow: int) -> int:
    """Return the position after the body of a lambda."""
    if _text(tokens, arrow + 1) == "{":
        return behind(Texts(tokens), arrow + 1)
    for at, (text, depth) in enumerate(_from(tokens, arrow + 1), arrow + 1):
        if depth < 0 or (depth == 0 and text in ",;"):
            return at
    return len(tokens)


def _patterns(tokens: Sequence[Token]) -> Iterator[LocalName]:
    """Yield the variable of `instanceof T t` up to the end of the block, longer than its true
    scope.
    """
    for at, token in enumerate(tokens):
        if token.text != "instanceof":
            continue
        name = _after_type(tokens, _after_modifiers(tokens, at + 1))
        if name is not None and name < len(tokens) and is_name(tokens[name]):
            # The real scope depends on where the condition is false. Tokens do not show this, hence
            # `flowing`.
            end = _end_of_block(tokens, at)
            yield LocalName(name=tokens[name].text, start=name, end=end, flowing=True)


def _type_variables(tokens: Sequence[Token], body: int) -> Iterator[LocalName]:
    """Yield the `T` of `<T extends A> T name(…)`; the bound is an ordinary name."""
    depth = 0
    for at in range(body - 1):
        text = tokens[at].text
        if text == "(" or (
            text == "<" and depth == 0 and at and not _may_end_modifiers(tokens, at)
        ):
            # These are the parameters, or type arguments of the return type: there is no such list.
            return
        depth += text.count("<") - text.count(">")
        if depth == 1 and text in {"<", ","} and is_name(tokens[at + 1]):
            yield LocalName(name=tokens[at + 1].text, start=0, end=len(tokens))
        if depth == 0 and text == ">":
            return


def _may_end_modifiers(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a `<` opens type parameters: after a type, as in `List<`, it does not."""
    return tokens[at - 1].text in RESERVED


def _from(tokens: Sequence[Token], start: int, end: int | None = None) -> Iterator[tuple[str, int]]:
    """Yield the texts from a position on, each with the number of brackets opened since then."""
    places = range(start, len(tokens) if end is None else end)
    one, other = tee(tokens[at].text for at in places)
    return zip(one, depths(other), strict=True)


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""
