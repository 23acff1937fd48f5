"""Whether a whole commit contains only refactoring."""

from dataclasses import dataclass
from typing import Literal

from verifier.domain.gate import Answers, BehaviourAnswer, Extent, Residual


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitPurity(Answers):
    """Both answers about a commit, from its sources alone. Nothing is built."""

    key: str
    """The hash of all inputs that decide the answers."""
    commit: str
    """The commit."""
    parent: str
    """The commit that it is compared with."""
    findings: tuple[str, ...] = ()
    """The edits beyond the refactorings, or other evidence against the commit; at most twenty."""
    residual: Residual | None = None
    """What a reviewer still has to read; null if the commit could not be judged."""
    schema: Literal[2] = 2
    """The version of this record's format; see docs/json.md."""

    @property
    def is_pure(self) -> bool:
        """Whether the commit is proved to behave as before."""
        return self.behaviour is BehaviourAnswer.PROVED

    @property
    def why_not(self) -> str:
        """One word that says why the commit is not pure."""
        more = self.refactoring is Extent.MORE and self.behaviour is not BehaviourAnswer.REFUTED
        return str(self.refactoring if more else self.behaviour or "nothing to check")
