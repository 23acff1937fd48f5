"""Is the refactoring pure? PurityChecker's word, and nothing changed outside the refactoring."""

from dataclasses import replace
from typing import assert_never

from verifier.checks.base import Case
from verifier.checks.detection import matching
from verifier.checks.residue import residue
from verifier.domain.outcome import CheckName, CheckResult, JsonValue, Reason, Status
from verifier.domain.refactoring import Purity, PurityVerdict, Refactoring

MOST_LISTED = 20


class PurityCheck:
    """Passes when PurityChecker says pure and no code changed outside pure refactorings."""

    name = CheckName.PURITY
    summary = "PurityChecker says pure, and nothing else was edited"
    needs = (CheckName.DETECTION,)

    def run(self, case: Case) -> CheckResult:
        """Judge the matched refactoring and list the residue."""
        matched = matching(case.wanted, case.detection.refactorings)
        purity = worst(matched)
        left_over = _residue(case, matched)
        data: dict[str, JsonValue] = {
            "verdict": str(purity.verdict),
            "tier": None if purity.tier is None or left_over else str(purity.tier),
            "comment": purity.comment,
            "description": purity.description,
            "mapping_state": purity.mapping_state,
            "tolerated": list(purity.tolerated),
            "residue": list(left_over[:MOST_LISTED]),
            "residue_count": len(left_over),
        }
        return replace(_decide(purity, left_over), data=data)


def _decide(purity: Purity, left_over: tuple[str, ...]) -> CheckResult:
    match purity.verdict:
        case PurityVerdict.IMPURE:
            text = purity.comment or purity.description or "PurityChecker says impure"
            return _result(Status.FAILED, Reason.IMPURE, text)
        case PurityVerdict.ERROR:
            text = f"PurityChecker failed: {purity.description}"
            return _result(Status.INCONCLUSIVE, Reason.ANALYSIS, text)
        case _ if left_over:
            text = "edited outside the refactoring: " + "; ".join(left_over[:3])
            return _result(Status.FAILED, Reason.IMPURE, text)
        case PurityVerdict.NOT_APPLICABLE:
            text = "PurityChecker does not cover this type"
            return _result(Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED, text)
        case PurityVerdict.PURE:
            return _result(Status.PASSED)
        case _:
            assert_never(purity.verdict)


def _result(status: Status, reason: Reason | None = None, details: str = "") -> CheckResult:
    return CheckResult(check=CheckName.PURITY, status=status, reason=reason, details=details)


_ORDER = (
    PurityVerdict.ERROR,
    PurityVerdict.IMPURE,
    PurityVerdict.NOT_APPLICABLE,
    PurityVerdict.PURE,
)


def worst(matched: tuple[Refactoring, ...]) -> Purity:
    """The purity of several parts of one refactoring: the worst of them (never OR-ed)."""
    found = [r.purity for r in matched if r.purity is not None]
    missing = Purity(verdict=PurityVerdict.NOT_APPLICABLE)
    return min(found, key=lambda p: _ORDER.index(p.verdict), default=missing)


def _residue(case: Case, matched: tuple[Refactoring, ...]) -> tuple[str, ...]:
    trees = case.trees
    parse = case.analysis.parse
    units = {
        path: (
            parse(trees.before[path]) if path in trees.before else None,
            parse(trees.after[path]) if path in trees.after else None,
        )
        for path in trees.before.keys() | trees.after.keys()
    }
    return residue(trees, units, matched, case.detection.refactorings)
