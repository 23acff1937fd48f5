"""Is a moved or renamed method the same code as before, but for what moving it must change?

PurityChecker calls moves pure whose operands or parameters traded places; here the declarations
are compared token by token.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.refactoring import MethodId
from verifier.java_text.tokens import token_texts

_FREE = frozenset({"public", "protected", "private", "static", "final", "abstract", "default"})
"""Modifiers that another class may ask for."""
_OPENING = frozenset("(<[{")
_CLOSING = frozenset(")>]}")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Declaration:
    """A method's tokens: before its parameters, each parameter, and all that follows."""

    head: tuple[str, ...]
    parameters: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]

    @classmethod
    def read(cls, text: str, name: str) -> "_Declaration | None":
        tokens = token_texts(text)
        for at, token in enumerate(tokens[:-1]):
            if token == name and tokens[at + 1] == "(":
                parameters, end = _split(tokens, at + 1)
                return cls(head=tokens[:at], parameters=parameters, rest=tokens[end:])
        return None


def is_same_code(old: str, old_id: MethodId, new: str, new_id: MethodId) -> bool:
    """Whether two declarations are one method before and after it was moved or renamed.

    Visibility and its like may differ, and `@Override`. An own parameter of the target's type may
    become `this`, and `this` a parameter of the source's type; names of both classes may stand
    before a dot or not. Everything else must be the same, in the same order.
    """
    old_name, new_name = _word(old_id), _word(new_id)
    before, after = _Declaration.read(old, old_name), _Declaration.read(new, new_name)
    if before is None or after is None:
        return False
    lost = [p for p in before.parameters if p not in after.parameters]
    gained = [p for p in after.parameters if p not in before.parameters]
    source, target = _simple(old_id), _simple(new_id)
    if not (_is_one_of(lost, target) and _is_one_of(gained, source)):
        return False
    if [p for p in before.parameters if p not in lost] != [
        p for p in after.parameters if p not in gained
    ]:
        return False
    owners = {"this", source, target}
    dropped_before = owners | {p[-1] for p in lost}
    dropped_after = owners | {p[-1] for p in gained}
    return _plain_head(before.head) == _plain_head(after.head) and _bare(
        before.rest, dropped_before, old_name
    ) == _bare(after.rest, dropped_after, new_name)


def _split(tokens: Sequence[str], opening: int) -> tuple[tuple[tuple[str, ...], ...], int]:
    """The parameters between a parenthesis and its end, without `final`, and where that is."""
    parts: list[list[str]] = [[]]
    depth = 0
    for at in range(opening, len(tokens)):
        word = tokens[at]
        depth += (word in _OPENING) - (word in _CLOSING)
        if depth == 0:
            return tuple(tuple(p) for p in parts if p), at + 1
        if word == "," and depth == 1:
            parts.append([])
        elif at > opening and word != "final":
            parts[-1].append(word)
    return tuple(tuple(p) for p in parts if p), len(tokens)


def _is_one_of(parameters: Sequence[tuple[str, ...]], type_name: str) -> bool:
    """Whether these are no parameter, or one of that type."""
    return not parameters or (len(parameters) == 1 and type_name in parameters[0][:-1])


def _simple(method: MethodId) -> str:
    return method.class_name.rsplit(".", 1)[-1].rsplit("$", 1)[-1]


def _word(method: MethodId) -> str:
    """The word before the parameters: a constructor has its class's name."""
    return _simple(method) if method.name == "<init>" else method.name


def _plain_head(head: Sequence[str]) -> list[str]:
    words = [word for word in head if word not in _FREE]
    for at in range(len(words) - 1, 0, -1):
        if words[at - 1] == "@" and words[at] == "Override":
            del words[at - 1 : at + 1]
    return words


def _bare(tokens: Sequence[str], dropped: set[str], name: str) -> list[str]:
    """The tokens without qualifiers; the method's own name is the same word on both sides."""
    kept = [t for t in tokens if t not in dropped and t != "."]
    return ["<name>" if t == name else t for t in kept]
