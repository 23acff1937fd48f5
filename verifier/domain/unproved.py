"""Why a refactoring is not proved, in the short form that a mined instance keeps."""

from dataclasses import dataclass

from verifier.domain.described import Described
from verifier.domain.proof import ProofOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class Unproved(Described):
    """The obstacle to a proof. It is no evidence of changed behaviour."""

    outcome: ProofOutcome
    """The prover's outcome for the commit."""
    reason: str = ""
    """The prover's word for the obstacle: a difference, a condition, or a residue."""
    differs: bool = False
    """Whether the prover shows a difference in what the refactored methods do, which no run has
    confirmed."""
    why: str = ""
    """The same as a sentence; empty if the outcome says it all."""
    before: str | None = None
    """The place in the old code, as `path:line` below its source root; null if there is none."""
    after: str | None = None
    """The place in the new code, as `path:line` below its source root; null if there is none."""
