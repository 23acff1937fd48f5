"""Part a judged change into refactoring and rest, for two patches and for a reviewer."""

from dataclasses import dataclass, replace

from verifier.domain.gate import GateUnit
from verifier.domain.review import Review
from verifier.gates.review.reviewing import Change, fold, is_explained, review_change
from verifier.gates.review.settling import settle
from verifier.gates.split.splitting import SplitPatches, split_change, split_without_code
from verifier.gates.unit import JudgingSession


@dataclass(frozen=True, kw_only=True, slots=True)
class Parts:
    """The review of a change, the answer on it, and its two patches; None if nothing was split."""

    review: Review
    unit: GateUnit
    split: SplitPatches | None = None


def part_change(
    change: Change, session: JudgingSession | None, *, split: bool, page: bool
) -> Parts:
    """Review a change, and split it if that is requested or a page needs it.

    A page needs no split if the whole change is explained. `session` judges the parts; None if no
    Java code changed.

    Raises:
        StorageError: temporary files cannot be written.
        RepositoryError: an object is missing.
    """
    patches = None
    if session is None:
        if split:
            patches = split_without_code(change.repository, change.base, change.head)
    elif split or (page and not is_explained(change.judged)):
        patches = split_change(session, change.base, change.head, change.judged)
    folded = fold(change, patches)
    unit = settle(change, folded)
    settled = replace(change, judged=replace(change.judged, unit=unit))
    review = review_change(settled, folded, with_text=page)
    return Parts(review=review, unit=unit, split=patches)
