"""Whether a whole commit is refactoring alone."""

from dataclasses import dataclass
from typing import Literal

from verifier.domain.gate import Answers, BehaviourAnswer, Extent, Residual


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitPurity(Answers):
    """Both answers on a commit, by reading alone: nothing is built for it."""

    key: str
    """The hash of all that decides it."""
    commit: str
    """The commit."""
    parent: str
    """The commit that it was compared with."""
    findings: tuple[str, ...] = ()
    """The first twenty edits beyond the refactorings, or what else stands against it."""
    residual: Residual | None = None
    """What is left to read; null where the commit could not be judged."""
    schema: Literal[2] = 2
    """The number of this record's form; see docs/json.md."""

    @property
    def is_pure(self) -> bool:
        """Whether it is proved to behave as before."""
        return self.behaviour is BehaviourAnswer.PROVED

    @property
    def why_not(self) -> str:
        """Why it is not pure, in a word."""
        more = self.refactoring is Extent.MORE and self.behaviour is not BehaviourAnswer.REFUTED
        return str(self.refactoring if more else self.behaviour or "nothing to check")
