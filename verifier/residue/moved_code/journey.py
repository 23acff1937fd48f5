"""One extraction or inlining: the two texts that must be the same code, and where they meet."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from verifier.analysis.roles import Role
from verifier.domain.refactoring import MethodId, Refactoring
from verifier.java_text.tokens import TokenKind
from verifier.residue.text.method_text import MethodText

_AROUND_A_CALL = frozenset("=;<>[],.{}")
"""What may accompany a call on its line, with words, if its value is kept or returned."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Journey:
    """One extraction or inlining, with its method and its host.

    `open` is the host on the side that contains the code. `calling` is the host on the side that
    calls `method` instead.
    """

    refactoring: Refactoring
    open: MethodText
    calling: MethodText
    method: MethodText
    method_id: MethodId

    @property
    def inlining(self) -> bool:
        """Tell whether the code moved from the method into its host."""
        return self.refactoring.traits.inlines_method

    @property
    def moving(self) -> bool:
        """Tell whether the code moved to another class."""
        return self.method_id.class_name != self.host_id.class_name

    @property
    def host_id(self) -> MethodId:
        """The method that lost or received the code."""
        # Both sides name the same two methods, and the host may have two names: it is the other one.
        others = [m for m in self._methods if not m.matches(self.method_id)]
        return others[0] if others else self.method_id

    @property
    def names_of_host(self) -> list[MethodId]:
        """All names of the host on either side."""
        return [m for m in self._methods if not m.matches(self.method_id)]

    @property
    def _methods(self) -> list[MethodId]:
        sides = (self.refactoring.before, self.refactoring.after)
        return [m for s in sides if s is not None for m in (s.method, s.partner) if m is not None]

    def stretches(self, role: Role) -> list[range]:
        """Return the places of a role, as offsets in the text that has them."""
        sides = (self.refactoring.before, self.refactoring.after)
        ranges = [r for s in sides if s is not None for r in s.ranges if r.role == role]
        calling = role in {Role.INLINED_CALL, Role.EXTRACTED_CALL}
        return (self.calling if calling else self.open).offsets(ranges)

    def lines(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the lines of the moved code in `open`, and of the calls in `calling`."""
        code = Role.INLINED if self.inlining else Role.EXTRACTED
        call = Role.INLINED_CALL if self.inlining else Role.EXTRACTED_CALL
        return (
            _lines_within(self.open, self.stretches(code)),
            _lines_within(self.calling, self.stretches(call), _AROUND_A_CALL),
        )


def lines_accounted_for(
    journeys: Iterable[Journey], before: MethodText
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the host's lines, before and after, that its extractions and inlinings account for."""
    went, came = set[int](), set[int]()
    for journey in journeys:
        open_lines, calling_lines = journey.lines()
        went |= open_lines if journey.open is before else calling_lines
        came |= calling_lines if journey.open is before else open_lines
    return frozenset(went), frozenset(came)


def _lines_within(
    text: MethodText, stretches: Iterable[range], known: AbstractSet[str] = frozenset()
) -> frozenset[int]:
    """Return the lines with tokens in the stretches and no foreign token outside them.

    If `known` is given, its tokens and words are not foreign.
    """
    inside, outside = set[int](), set[int]()
    ranges = list(stretches)
    for token in text.tokens():
        if any(token.start in stretch for stretch in ranges):
            inside.add(token.line)
        elif not known or not (token.text in known or token.kind is TokenKind.WORD):
            outside.add(token.line)
    return frozenset(inside - outside)
