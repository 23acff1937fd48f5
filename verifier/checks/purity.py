"""Is the refactoring pure? PurityChecker's word, and nothing changed outside the refactoring."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from verifier.checks.base import Case
from verifier.checks.detection import matching
from verifier.domain.facts.purity import PurityFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.residue.edit import told
from verifier.residue.left_over import Change, LeftOver, left_over
from verifier.residue.members import Units
from verifier.tools.records import facts_of

MOST_LISTED = 20


class PurityCheck:
    """Passes when PurityChecker says pure and no code changed outside pure refactorings."""

    name = CheckName.PURITY
    summary = "PurityChecker says pure, and nothing else was edited"
    needs = (CheckName.DETECTION,)

    def run(self, case: Case) -> CheckResult:
        """Judge the matched refactoring and list the residue."""
        matched = matching(case.wanted, case.detection.refactorings)
        purity = Purity.of_parts([r.purity for r in matched])
        found = left_over_of(case)
        facts = PurityFacts(
            verdict=purity.verdict,
            tier=None if found.edits or found.not_compared else purity.tier,
            comment=purity.comment,
            description=purity.description,
            mapping_state=purity.mapping_state,
            tolerated=purity.tolerated,
            residue=tuple(str(edit) for edit in found.edits[:MOST_LISTED]),
            edits=tuple(edit.fact() for edit in found.edits[:MOST_LISTED]),
            residue_count=len(found.edits),
            not_compared=tuple(edit.fact() for edit in found.not_compared[:MOST_LISTED]),
            suspected=found.suspected[:MOST_LISTED],
        )
        return replace(_decide(purity, found, _unread(case.units)), data=facts.as_data())


def with_proof(purity: CheckResult, proof: CheckResult) -> CheckResult:
    """The same result with what `proof` says of the change.

    In the methods of the refactoring a proof of the whole change takes the place of PurityChecker's
    word and of the comparison of texts, whatever these say or leave open. What was edited elsewhere
    stays an edit: that nothing behaves otherwise does not say that nothing else was done.
    """
    facts = facts_of(purity, PurityFacts)
    sought = proof.status is Status.PASSED or proof.reason is Reason.NOT_PROVED
    if facts is None or not sought:
        return purity
    proved = proof.status is Status.PASSED
    told = replace(purity, data=replace(facts, proved=proved).as_data())
    if not proved or purity.reason not in _OF_TEXTS or _is_edited_elsewhere(facts):
        return told
    settled = replace(facts, proved=True, tier=PurityTier.PROVED)
    return replace(told, status=Status.PASSED, reason=None, details="", data=settled.as_data())


_OF_TEXTS = frozenset({Reason.IMPURE, Reason.NOT_COMPARED})
"""What comparing texts comes to; the other reasons say that something was not looked at."""


def _is_edited_elsewhere(facts: PurityFacts) -> bool:
    unlisted = facts.residue_count > len(facts.edits)
    return unlisted or not all(edit.refactored for edit in facts.edits)


def left_over_of(case: Case) -> LeftOver:
    """What the candidate of a case left over beside the wanted refactoring, or beside any."""
    detected = case.detection.refactorings
    return left_over(
        Change(
            trees=case.trees,
            units=case.units,
            matched=matching(case.wanted, detected),
            detected=detected,
            wanted=case.wanted is not None,
        )
    )


def _decide(purity: Purity, found: LeftOver, unread: Sequence[str]) -> CheckResult:
    match purity.verdict:
        case PurityVerdict.IMPURE:
            text = purity.comment or purity.description or "PurityChecker says impure"
            also = f"; {told(found.edits)}" if found.edits else ""
            return _result(Status.FAILED, Reason.IMPURE, text + also)
        case PurityVerdict.ERROR:
            text = purity.comment or purity.description or "PurityChecker failed"
            return _result(Status.INCONCLUSIVE, Reason.ANALYSIS, text)
        case PurityVerdict.PURE | PurityVerdict.NOT_APPLICABLE:
            covered = purity.verdict is PurityVerdict.PURE
            return _of_left_over(found, unread) or _without_left_over(covered=covered)
        case _:
            assert_never(purity.verdict)


def _of_left_over(found: LeftOver, unread: Sequence[str]) -> CheckResult | None:
    """What stands against a refactoring that PurityChecker has nothing against; None for nothing.

    It comes before 'not applicable', which does not stand in the way of a strict success.
    """
    if unread:
        text = f"the parser could not read all of {', '.join(unread[:3])}"
        return _result(Status.INCONCLUSIVE, Reason.ANALYSIS, text)
    if found.edits:
        text = "edited beyond the refactoring: " + told(found.edits)
        return _result(Status.FAILED, Reason.IMPURE, text)
    if found.not_compared:
        text = "text alone does not show that it is the same code: " + told(found.not_compared)
        return _result(Status.INCONCLUSIVE, Reason.NOT_COMPARED, text)
    return None


def _without_left_over(*, covered: bool) -> CheckResult:
    if covered:
        return _result(Status.PASSED)
    text = "PurityChecker does not cover this type"
    return _result(Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED, text)


def _result(status: Status, reason: Reason | None = None, details: str = "") -> CheckResult:
    return CheckResult(check=CheckName.PURITY, status=status, reason=reason, details=details)


def _unread(units: Units) -> tuple[str, ...]:
    """The files of which the parser could recover a part only: their residue is not known."""
    return tuple(sorted(path for path, both in units.items() if both.problems))
