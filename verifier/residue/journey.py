"""One extraction or inlining: the two texts that must be the same code, and where they meet."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from verifier.analysis.roles import Role
from verifier.domain.refactoring import INLINING, MethodId, Refactoring
from verifier.java_text.tokens import TokenKind
from verifier.residue.method_text import MethodText

_AROUND_A_CALL = frozenset("=;<>[],.{}")
"""What may stand beside a call in its line, with words, where its value is kept or returned."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Journey:
    """One extraction or inlining: the method that has the code as a body, and the one that does not.

    `open` is the host on the side where the code stands in it, `calling` the host on the side
    where it calls `method` instead.
    """

    refactoring: Refactoring
    open: MethodText
    calling: MethodText
    method: MethodText
    method_id: MethodId

    @property
    def inlining(self) -> bool:
        """Whether the code came from the method into its host."""
        return self.refactoring.type in INLINING

    @property
    def moving(self) -> bool:
        """Whether the code changed its class."""
        return self.method_id.class_name != self.host_id.class_name

    @property
    def host_id(self) -> MethodId:
        """The method that the code left or came to."""
        # Both sides name the same two methods, the host perhaps by two names: what is left is it.
        others = [m for m in self._methods if not m.matches(self.method_id)]
        return others[0] if others else self.method_id

    @property
    def names_of_host(self) -> list[MethodId]:
        """All that it is called on one side or the other."""
        return [m for m in self._methods if not m.matches(self.method_id)]

    @property
    def _methods(self) -> list[MethodId]:
        sides = (self.refactoring.before, self.refactoring.after)
        return [m for s in sides if s is not None for m in (s.method, s.partner) if m is not None]

    def stretches(self, role: Role) -> list[range]:
        """The places of a role, as offsets in the text that has them."""
        sides = (self.refactoring.before, self.refactoring.after)
        ranges = [r for s in sides if s is not None for r in s.ranges if r.role == role]
        calling = role in {Role.INLINED_CALL, Role.EXTRACTED_CALL}
        return (self.calling if calling else self.open).offsets(ranges)

    def lines(self) -> tuple[frozenset[int], frozenset[int]]:
        """The lines of the code that travelled in `open`, and of the calls in `calling`."""
        code = Role.INLINED if self.inlining else Role.EXTRACTED
        call = Role.INLINED_CALL if self.inlining else Role.EXTRACTED_CALL
        return (
            _lines_within(self.open, self.stretches(code)),
            _lines_within(self.calling, self.stretches(call), _AROUND_A_CALL),
        )


def lines_accounted_for(
    journeys: Iterable[Journey], before: MethodText
) -> tuple[frozenset[int], frozenset[int]]:
    """The host's lines, before and after, that its extractions and inlinings account for."""
    went, came = set[int](), set[int]()
    for journey in journeys:
        open_lines, calling_lines = journey.lines()
        went |= open_lines if journey.open is before else calling_lines
        came |= calling_lines if journey.open is before else open_lines
    return frozenset(went), frozenset(came)


def _lines_within(
    text: MethodText, stretches: Iterable[range], beside: AbstractSet[str] = frozenset()
) -> frozenset[int]:
    """The lines with a token in the stretches, and without any other but these and words."""
    inside, outside = set[int](), set[int]()
    ranges = list(stretches)
    for token in text.tokens():
        if any(token.start in stretch for stretch in ranges):
            inside.add(token.line)
        elif not beside or not (token.text in beside or token.kind is TokenKind.WORD):
            outside.add(token.line)
    return frozenset(inside - outside)
