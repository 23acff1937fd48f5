"""Is the refactoring pure? PurityChecker's word, and nothing changed outside the refactoring."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from verifier.checks.base import Case
from verifier.checks.detection import matching
from verifier.checks.left_over import left_over_of, parsed
from verifier.domain.facts.purity import PurityFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.refactoring import Purity, PurityVerdict
from verifier.residue.edit import Edit
from verifier.residue.residue import Units

MOST_LISTED = 20
MOST_SAID = 3


class PurityCheck:
    """Passes when PurityChecker says pure and no code changed outside pure refactorings."""

    name = CheckName.PURITY
    summary = "PurityChecker says pure, and nothing else was edited"
    needs = (CheckName.DETECTION,)

    def run(self, case: Case) -> CheckResult:
        """Judge the matched refactoring and list the residue."""
        matched = matching(case.wanted, case.detection.refactorings)
        purity = Purity.of_parts([r.purity for r in matched])
        units = parsed(case)
        left_over = left_over_of(case, units)
        facts = PurityFacts(
            verdict=purity.verdict,
            tier=None if left_over else purity.tier,
            comment=purity.comment,
            description=purity.description,
            mapping_state=purity.mapping_state,
            tolerated=purity.tolerated,
            residue=tuple(str(edit) for edit in left_over[:MOST_LISTED]),
            edits=tuple(edit.fact() for edit in left_over[:MOST_LISTED]),
            residue_count=len(left_over),
        )
        return replace(_decide(purity, left_over, _unread(units)), data=facts.as_data())


def _decide(purity: Purity, left_over: Sequence[Edit], unread: Sequence[str]) -> CheckResult:
    match purity.verdict:
        case PurityVerdict.IMPURE:
            text = purity.comment or purity.description or "PurityChecker says impure"
            also = f"; {_sentences(left_over)}" if left_over else ""
            return _result(Status.FAILED, Reason.IMPURE, text + also)
        case PurityVerdict.ERROR:
            text = purity.comment or purity.description or "PurityChecker failed"
            return _result(Status.INCONCLUSIVE, Reason.ANALYSIS, text)
        case _ if unread:
            text = f"the parser could not read all of {', '.join(unread[:3])}"
            return _result(Status.INCONCLUSIVE, Reason.ANALYSIS, text)
        case _ if left_over:
            text = "edited outside the refactoring: " + _sentences(left_over)
            return _result(Status.FAILED, Reason.IMPURE, text)
        case PurityVerdict.NOT_APPLICABLE:
            text = "PurityChecker does not cover this type"
            return _result(Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED, text)
        case PurityVerdict.PURE:
            return _result(Status.PASSED)
        case _:
            assert_never(purity.verdict)


def _sentences(edits: Sequence[Edit]) -> str:
    more = len(edits) - MOST_SAID
    said = "; ".join(edit.sentence for edit in edits[:MOST_SAID])
    return said + (f"; and {more} more" if more > 0 else "")


def _result(status: Status, reason: Reason | None = None, details: str = "") -> CheckResult:
    return CheckResult(check=CheckName.PURITY, status=status, reason=reason, details=details)


def _unread(units: Units) -> tuple[str, ...]:
    """The files of which the parser could recover a part only: their residue is not known."""
    broken = (p for p, sides in units.items() if any(u is not None and u.problems for u in sides))
    return tuple(sorted(broken))
