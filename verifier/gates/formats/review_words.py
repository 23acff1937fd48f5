"""The wording of the review that several formats share."""

from collections.abc import Mapping

from verifier.domain.review import HunkState, Review
from verifier.printable import pluralize

STATES: Mapping[HunkState, str] = {
    HunkState.FINDING: "finding",
    HunkState.UNPROVEN: "not proved",
    HunkState.NOT_JUDGED: "not judged",
    HunkState.FOLDED: "folded",
}


def describe_count(review: Review) -> str:
    """Count the files and hunks, and what needs eyes."""
    hunks = pluralize(review.folded + review.unfolded, "hunk")
    folded = f"{review.folded} folded as {_shown(review)} refactorings" if review.folded else ""
    eyes = f"{review.unfolded} {'needs' if review.unfolded == 1 else 'need'} your eyes"
    more = pluralize(len(review.elsewhere), "finding")
    others = f"{more} in no hunk" if review.elsewhere else ""
    nothing = "" if review.unfolded or others else "nothing needs eyes"
    said = ", ".join(filter(None, [folded, eyes if review.unfolded else "", others, nothing]))
    return f"{pluralize(review.files, 'file')}, {hunks}: {said}"


def describe_folded(review: Review) -> str:
    """Say what shows that the folded hunks behave as before; empty if nothing is folded."""
    return f"{_shown(review)}: {review.evidence}" if review.folded else ""


def _shown(review: Review) -> str:
    return "proved" if review.proved else "tested"
