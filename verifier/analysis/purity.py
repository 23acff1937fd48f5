"""PurityChecker's verdict on each refactoring of a list, and the tier of its evidence."""

from collections.abc import Mapping
from typing import Any

import jpype

from verifier.analysis import jvm
from verifier.analysis.tolerated import list_tolerated_edits
from verifier.domain.purity import Purity, PurityVerdict, tier_of
from verifier.domain.refactoring_traits import RefactoringType

NOT_APPLICABLE = Purity(verdict=PurityVerdict.NOT_APPLICABLE)


class PurityResults:
    """Results for one list of refactorings; PurityChecker needs the whole list."""

    def __init__(self, refactorings: Any, model_diff: Any) -> None:
        self._checker = jvm.java("org.refactoringminer.api.PurityChecker")
        self._refactorings = refactorings
        self._model_diff = model_diff
        self._all = self._check_all()

    def of(self, refactoring: Any, kind: RefactoringType) -> Purity:
        """The result for one refactoring of the list."""
        try:
            found = self._all.get(refactoring) if self._all is not None else self._one(refactoring)
            return NOT_APPLICABLE if found is None else _purity(found, refactoring, kind)
        except jpype.JException as error:
            return Purity(verdict=PurityVerdict.ERROR, comment=f"PurityChecker failed: {error}")

    def _check_all(self) -> Mapping[Any, Any] | None:
        """None if the checker throws: one bad refactoring spoils the list."""
        try:
            results: Mapping[Any, Any] = self._checker.check(self._refactorings, self._model_diff)
        except jpype.JException:
            return None
        return results

    def _one(self, refactoring: Any) -> Any:
        return self._checker.check(refactoring, self._refactorings, self._model_diff)


def _purity(found: Any, refactoring: Any, kind: RefactoringType) -> Purity:
    pure = bool(found.isPure())
    tolerated = list_tolerated_edits(refactoring, kind) if pure else ()
    return Purity(
        verdict=PurityVerdict.PURE if pure else PurityVerdict.IMPURE,
        comment=_text(found.getPurityComment()),
        description=_text(found.getDescription()),
        mapping_state=int(found.getMappingState()) or None,
        tier=tier_of(pure=pure, tolerated=tolerated, proved=False),
        tolerated=tuple(str(edit) for edit in tolerated),
    )


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()
