"""Why a refactoring is not proved, in short: what a mined instance keeps of the prover's answer."""

from dataclasses import dataclass

from verifier.domain.described import Described
from verifier.domain.proof import ProofOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class Unproved(Described):
    """What stands against a proof; it is no evidence of a changed behaviour."""

    outcome: ProofOutcome
    """The prover's own word on the commit."""
    reason: str = ""
    """What stands against a proof, in the prover's word: a difference, a condition or what is left over."""
    differs: bool = False
    """Whether the prover shows something that the refactored methods do otherwise, which no run has confirmed."""
    why: str = ""
    """The same in a sentence; empty where the outcome says it all."""
    before: str | None = None
    """Where the old code stands then, as `path:line` below its source root; null where it stands nowhere."""
    after: str | None = None
    """Where the new code stands then, likewise."""
