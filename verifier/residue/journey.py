"""One extraction or inlining: the two texts that must be the same code, and where they meet."""

from dataclasses import dataclass

from verifier.analysis.roles import Role
from verifier.domain.refactoring import INLINING, MethodId, Refactoring
from verifier.residue.method_text import MethodText


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

    @property
    def is_referred_to(self) -> bool:
        """Whether RefactoringMiner names a place that has the call, or a reference, in it."""
        role = Role.INLINED_CALL if self.inlining else Role.EXTRACTED_CALL
        return bool(self.stretches(role))

    def stretches(self, role: Role) -> list[range]:
        """The places of a role, as offsets in the text that has them."""
        sides = (self.refactoring.before, self.refactoring.after)
        ranges = [r for s in sides if s is not None for r in s.ranges if r.role == role]
        calling = role in {Role.INLINED_CALL, Role.EXTRACTED_CALL}
        return (self.calling if calling else self.open).offsets(ranges)
