"""Splices the declarations of an LLM answer into the base tree."""

from verifier.domain.instance import Instance
from verifier.domain.outcome import Reason
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Analysis, Candidate, Rejection, Tree


def from_answer(
    text: str,
    *,
    wanted: WantedRefactoring,
    base: Tree,
    analysis: Analysis,
    instance: Instance | None,
) -> Candidate | Rejection:
    """Read raw LLM text and splice what it declares."""
    del wanted, base, analysis, instance
    return Rejection(reason=Reason.UNPARSABLE_ANSWER, details=f"{len(text)} characters unread")
