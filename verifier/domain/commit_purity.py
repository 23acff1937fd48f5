"""Whether a whole commit is refactoring alone."""

from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form
from verifier.domain.gate import GateOutcome, Residual


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitPurity(Described):
    """Whether every edit of a commit is explained by pure refactorings.

    Nothing is built for it: `proved` says that purity and what was read of the code agree.
    """

    key: str
    """The hash of all that decides it."""
    commit: str
    """The commit."""
    parent: str
    """The commit that it was compared with."""
    outcome: GateOutcome
    """`proved` where every edit is explained."""
    findings: tuple[str, ...] = ()
    """The first twenty edits that are not, or what else stands against it."""
    residual: Residual | None = None
    """What is left to read; null where the commit could not be judged."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""

    @property
    def is_pure(self) -> bool:
        """Whether nothing but refactoring is in it."""
        return self.outcome is GateOutcome.PROVED
