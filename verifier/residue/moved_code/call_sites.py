"""The calls of a method in its caller: arguments, receiver, and the rest of the statement."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from verifier.analysis.roles import Role
from verifier.java_text.brackets import ENDS_OF_STATEMENTS, between_commas
from verifier.java_text.tokens import Texts, Token
from verifier.residue.moved_code.journey import Journey
from verifier.residue.text.declaration import word_of
from verifier.residue.text.local_names import is_name, start_of_lambda
from verifier.residue.text.meaning import SELF, Words


@dataclass(frozen=True, kw_only=True, slots=True)
class MovedCall:
    """A call of the method: its arguments, its receiver, and the words before and after it in its
    statement.
    """

    arguments: tuple[Words, ...]
    receiver: Words
    before: Words
    after: Words

    @property
    def target(self) -> str:
        """The variable that takes the value; empty if there is none."""
        return self.before[-2] if len(self.before) > 1 and self.before[-1] == "=" else ""

    def readings(self, taken: Sequence[str]) -> Iterator[Words]:
        """Yield the code of the host in the forms that a body that returns the value may have."""
        plain = tuple(taken)
        yield plain
        yield ("return", *plain, *(() if plain[-1:] == (";",) else (";",)))
        # The bare expression of a lambda becomes a statement of a method.
        if not self.before and plain[-1:] != (";",):
            yield (*plain, ";")
        size, ending = len(self.before), self.after
        for at in range(len(plain) - size + 1):
            starts = at == 0 or plain[at - 1] in ENDS_OF_STATEMENTS
            if size and starts and plain[at : at + size] == self.before:
                rest = plain[at + size :]
                if rest[-1:] == (";",) == ending[-1:] and rest[len(rest) - len(ending) :] == ending:
                    yield (*plain[:at], "return", *rest[: len(rest) - len(ending)], ";")
                else:
                    yield (*plain[:at], "return", *rest)


def calls_of(
    journey: Journey, words: Sequence[Words], opened: Sequence[Words]
) -> Iterator[MovedCall]:
    """Yield the calls in the calling host, with its tokens written as `words`."""
    tokens = journey.calling.tokens()
    name = word_of(journey.method_id)
    role = Role.INLINED_CALL if journey.inlining else Role.EXTRACTED_CALL
    for piece in journey.stretches(role):
        inner = [n for n, t in enumerate(tokens) if t.start in piece]
        at = next((n for n in inner if tokens[n].text == name), None)
        if at is None:
            continue
        # A reference has no arguments: they are the parameters of the replaced lambda.
        if at and tokens[at - 1].text == "::":
            yield from _reference(journey, opened, words[at - 2])
        elif at + 1 < len(tokens) and tokens[at + 1].text == "(":
            place = range(inner[0], inner[-1] + 1)
            yield _call(tokens, words, at, place, moving=journey.moving)


def _call(
    tokens: Sequence[Token], words: Sequence[Words], at: int, inner: range, *, moving: bool
) -> MovedCall:
    parts, _ = between_commas(Texts(tokens), at + 1)
    start, end = inner[0], inner[-1] + 1
    while start > 0 and tokens[start - 1].text not in ENDS_OF_STATEMENTS:
        start -= 1
    while end < len(tokens) and tokens[end - 1].text not in ENDS_OF_STATEMENTS:
        end += 1
    return MovedCall(
        arguments=tuple(_join(words, part) for part in parts),
        receiver=_receiver(tokens, words, at, moving=moving),
        before=_join(words, range(start, inner[0])),
        after=_join(words, range(inner[-1] + 1, end)),
    )


def _reference(journey: Journey, opened: Sequence[Words], receiver: Words) -> Iterator[MovedCall]:
    """Treat `this::g` for `(x, y) -> code` as a call with the lambda's parameters.

    Another receiver is evaluated, and may be null, before the lambda runs.
    """
    if receiver not in {("this",), (SELF,)} and not receiver[0].startswith("«"):
        return
    tokens = journey.open.tokens()
    stretches = journey.stretches(Role.INLINED if journey.inlining else Role.EXTRACTED)
    inside = [n for n, t in enumerate(tokens) if any(t.start in s for s in stretches)]
    arrow = inside[0] - 1 if inside else 0
    while arrow > 0 and tokens[arrow].text in {"{", "return"}:
        arrow -= 1
    if tokens[arrow].text != "->":
        return
    start = start_of_lambda(tokens, arrow)
    parts = (
        [range(start, arrow)]
        if arrow - start == 1
        else between_commas(Texts(tokens), start, angles=True)[0]
    )
    names = tuple(opened[part[-1]] for part in parts)
    # The receiver of a static method is a class, which its body does not need.
    yield MovedCall(arguments=names, receiver=receiver, before=(), after=())


def _receiver(tokens: Sequence[Token], words: Sequence[Words], at: int, *, moving: bool) -> Words:
    """Return the object of a call if it is a name or several names with dots.

    A call without a receiver has the host's own object. It is unknown if the method belongs to
    another class.
    """
    start = at
    while start > 1 and tokens[start - 1].text == ".":
        start -= 2
    if start == at:
        return () if moving else (SELF,)
    return _join(words, range(start, at - 1)) if is_name(tokens[start]) else ()


def _join(words: Sequence[Words], places: range) -> Words:
    return tuple(chain.from_iterable(words[at] for at in places))
