"""Check that a method stayed the same around the code that was extracted from it or inlined into
it.

PurityChecker compares only the moved code, not the rest of the method. Here the rest is compared
token by token. All tokens outside the moved code must occur, in order, on the side with the call.
Only the tokens of the call's own statements may occur between them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from verifier.analysis.roles import Role
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring
from verifier.java_text.brackets import ENDS_OF_STATEMENTS
from verifier.java_text.tokens import Token, TokenKind
from verifier.residue.text.local_names import end_of_lambda, start_of_lambda
from verifier.residue.text.method_text import MethodText

_PLAIN = ENDS_OF_STATEMENTS | frozenset("()[]<>=.,@")
"""Tokens around a call in its statement that compute nothing."""

_LAMBDA = Token(kind=TokenKind.OPERATOR, text="«lambda»", start=-1, end=-1, line=0)
"""Stands for the parameters and brackets of a lambda whose body moved."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """A method before and after, and all extractions from it or inlinings into it."""

    before: MethodId
    after: MethodId
    parts: tuple[Refactoring, ...]


def hosts(refactorings: Iterable[Refactoring]) -> Iterator[Host]:
    """Yield the hosts of extractions and inlinings, each once."""
    found: dict[tuple[MethodId, MethodId], list[Refactoring]] = {}
    for each in refactorings:
        if each.before is None or each.after is None or each.type is None:
            continue
        if each.traits.extracts_method:
            found.setdefault((each.before.method, each.after.method), []).append(each)
        elif each.traits.inlines_method and each.before.partner is not None:
            found.setdefault((each.before.partner, each.after.method), []).append(each)
    for (before, after), parts in found.items():
        yield Host(before=before, after=after, parts=tuple(parts))


@dataclass(frozen=True, slots=True)
class _Word:
    """A token that did not move. A `loose` one may be missing on the other side."""

    text: str
    loose: bool


def takes_the_place_of(host: Host, before: MethodText, after: MethodText, variable: str) -> bool:
    """Tell whether the only other change is that the call replaced a read of the variable.

    The code then runs later than before. Tokens do not show whether this is noticeable.
    """
    if len(host.parts) != 1 or not host.parts[0].traits.extracts_method or not variable:
        return False
    old = _Side.of(before, [r for p in host.parts if p.before for r in p.before.ranges])
    new = _Side.of(after, [r for p in host.parts if p.after for r in p.after.ranges])
    words: list[str] = []
    for token in (t for statement in new.statements for t in statement):
        if not new.is_in_call(token):
            words.append(token.text)
        # A call has many tokens and stands for one word.
        elif words[-1:] != [variable]:
            words.append(variable)
    return words == [t.text for statement in old.statements for t in statement]


def is_kept(host: Host, before: MethodText, after: MethodText) -> bool:
    """Tell whether the method only lost or gained the code and its calls."""
    old = _Side.of(before, [r for p in host.parts if p.before for r in p.before.ranges])
    new = _Side.of(after, [r for p in host.parts if p.after for r in p.after.ranges])
    known = old.travelled | new.travelled
    return _reduces(old.words(new, known), new.words(old, known))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Side:
    """The statements of one side, and the places of the calls of the moved code."""

    statements: tuple[tuple[Token, ...], ...]
    calls: tuple[range, ...]
    travelled: frozenset[str]

    @classmethod
    def of(cls, method: MethodText, ranges: Sequence[CodeRange]) -> "_Side":
        pieces = method.offsets(r for r in ranges if r.role in {Role.EXTRACTED, Role.INLINED})
        calls = method.offsets(
            r for r in ranges if r.role in {Role.EXTRACTED_CALL, Role.INLINED_CALL}
        )
        statements: list[list[Token]] = [[]]
        travelled: set[str] = set()
        for token in _without_shells(method.tokens(), pieces, calls):
            if any(token.start in piece for piece in pieces):
                travelled.add(token.text)
            else:
                statements[-1].append(token)
            # Also within moved code, so that its neighbours stay two statements.
            if token.text in ENDS_OF_STATEMENTS:
                statements.append([])
        return cls(
            statements=tuple(tuple(s) for s in statements if s),
            calls=tuple(calls),
            travelled=frozenset(travelled),
        )

    def words(self, other: "_Side", known: frozenset[str]) -> list[_Word]:
        """Return its words in order; `known` are the texts of all moved code.

        Loose are the words of a call, the words and brackets of its statement, and the declaration
        of a variable whose value is an argument on the other side.
        """
        passed = [_text(each) for each in other.statements if other.is_calling(each)]
        words: list[_Word] = []
        for each in self.statements:
            value = _value(each)
            # `C c = config(); use(c)` may become `g(config())`: the declaration moved with the code.
            gone = bool(value) and any(value in text for text in passed)
            calling = self.is_calling(each)
            words += [_Word(t.text, gone or (calling and self._is_loose(t, known))) for t in each]
        return words

    def is_calling(self, statement: Sequence[Token]) -> bool:
        """Tell whether a statement contains a call of the moved code."""
        return any(self.is_in_call(token) for token in statement)

    def is_in_call(self, token: Token) -> bool:
        """Tell whether a token belongs to such a call."""
        return any(token.start in call for call in self.calls)

    def _is_loose(self, token: Token, known: frozenset[str]) -> bool:
        # An operator or a literal of the statement may have moved with its operand.
        plain = token.kind is TokenKind.WORD or token.text in _PLAIN
        return plain or token.text in known or self.is_in_call(token)


def _without_shells(
    tokens: Sequence[Token], pieces: Sequence[range], calls: Sequence[range]
) -> list[Token]:
    """Return the tokens, with one mark for the shell of a lambda whose body moved or is a call.

    `x -> { code }`, `x -> g(x)` and `this::g` have the same shell. It must exist on both sides:
    without the mark `later(() -> code)` could become `later(g())`, which runs at once.
    """

    def inside(stretches: Sequence[range]) -> Callable[[Token], bool]:
        return lambda token: any(token.start in stretch for stretch in stretches)

    travelled, calling = inside(pieces), inside(calls)
    gone: dict[int, Token | None] = {}
    for at, token in enumerate(tokens):
        if token.text == "->" and not travelled(token) and not calling(token):
            shell = _shell(tokens, at, travelled) or _shell(tokens, at, calling)
            gone |= dict.fromkeys(shell) | dict.fromkeys(shell[:1], _LAMBDA)
        elif (
            token.text == "::" and calling(token) and not any(map(calling, tokens[at + 2 : at + 3]))
        ):
            gone[at] = _LAMBDA
    kept = [gone.get(at, token) for at, token in enumerate(tokens)]
    return [token for token in kept if token is not None]


def _shell(tokens: Sequence[Token], arrow: int, inside: Callable[[Token], bool]) -> tuple[int, ...]:
    """Return the positions around the body of a lambda; none if the body is not fully inside."""
    start, end = start_of_lambda(tokens, arrow), end_of_lambda(tokens, arrow)
    body = range(arrow + 1, end)
    kept = [at for at in body if inside(tokens[at])]
    bare = [at for at in body if not inside(tokens[at])]
    # `{ return g(x); }` and `g(x)` are the same body; these tokens belong to the braces of a block.
    allowed = ENDS_OF_STATEMENTS | {"return"} if tokens[arrow + 1].text == "{" else frozenset[str]()
    if not kept or any(tokens[at].text not in allowed for at in bare):
        return ()
    return (*range(start, arrow + 1), *bare)


def _text(statement: Sequence[Token]) -> str:
    return " ".join(token.text for token in statement)


def _value(statement: Sequence[Token]) -> str:
    """Return the value of a declaration or assignment; empty for another statement."""
    texts = [token.text for token in statement]
    if "=" not in texts or texts[-1] != ";":
        return ""
    return " ".join(texts[texts.index("=") + 1 : -1])


def _reduces(old: Sequence[_Word], new: Sequence[_Word]) -> bool:
    """Tell whether both sides are equal; loose words may match or be missing."""
    # Keep every possible position in the new side: a loose word may match now or later.
    reached = {0}
    for word in old:
        step = set(reached) if word.loose else set()
        for at in reached:
            step |= _find_positions(word.text, new, at)
        reached = step
        if not reached:
            return False
    return any(all(word.loose for word in new[at:]) for at in reached)


def _find_positions(text: str, new: Sequence[_Word], at: int) -> set[int]:
    """Return the possible positions in the new side after this word, past preceding loose words."""
    found: set[int] = set()
    while at < len(new):
        if new[at].text == text:
            found.add(at + 1)
        if not new[at].loose:
            break
        at += 1
    return found
