"""Is the refactoring pure, by proof, tokens or PurityChecker's verdict, and is nothing else edited?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from verifier.checks.case import Case
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.facts.purity import EditFact, PurityFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import CALLS, ProofOutcome
from verifier.domain.purity import (
    ProofAnswer,
    Purity,
    PurityAnswer,
    PurityEvidence,
    PurityVerdict,
    TextAnswer,
    tier_of,
)
from verifier.residue.left_over import LeftOver, find_left_over
from verifier.residue.text.edit import Edit, describe_edits
from verifier.residue.text.members import Units
from verifier.tools.records import facts_of

MOST_LISTED = 20


class PurityCheck:
    """Passes if the refactored code is the same and nothing else was edited."""

    name = CheckName.PURITY
    summary = "the refactored code is the same, and nothing else was edited"
    needs = (CheckName.DETECTION,)

    def run(self, case: Case) -> CheckResult:
        """Judge the matched refactorings and list all other edits. A proof is added later."""
        purity = Purity.of_parts([r.purity for r in case.matched])
        found = case.left_over
        if not _is_settled(purity, found) and (golden := case.golden()):
            found = find_left_over(case.residual_change(golden))
        mined = case.instance.purity if case.instance and found.as_mined else None
        facts = _facts(purity, mined, found)
        if unread := _list_unread(case.units):
            text = f"the parser could not read all of {', '.join(unread[:3])}"
            data = replace(facts, answer=PurityAnswer.ERROR).as_data()
            return replace(_result(PurityAnswer.ERROR, text), data=data)
        evidence = _from_text(facts)
        facts = _add_answer(facts, evidence)
        said = _describe(evidence.answer, mined or purity, found)
        return replace(_result(evidence.answer, said), data=facts.as_data())


def _is_settled(purity: Purity, found: LeftOver) -> bool:
    """Whether the refactoring is pure without considering what the instance asks for."""
    return purity.verdict is PurityVerdict.PURE and not (found.edits or found.not_compared)


def _facts(purity: Purity, mined: Purity | None, found: LeftOver) -> PurityFacts:
    return PurityFacts(
        verdict=purity.verdict,
        tier=None,
        comment=purity.comment,
        description=purity.description,
        mapping_state=purity.mapping_state,
        tolerated=(mined or purity).tolerated,
        residue=tuple(str(edit) for edit in found.edits[:MOST_LISTED]),
        edits=_list_edits(found.edits),
        residue_count=len(found.edits),
        not_compared=_list_edits(found.not_compared),
        suspected=found.suspected[:MOST_LISTED],
        golden=_list_edits(found.golden),
        golden_count=len(found.golden),
        mined=None if mined is None else mined.verdict,
    )


def _list_edits(edits: Sequence[Edit]) -> tuple[EditFact, ...]:
    return tuple(edit.fact() for edit in edits[:MOST_LISTED])


def _from_text(facts: PurityFacts) -> PurityEvidence:
    """Return the evidence without a proof."""
    text = TextAnswer.OPEN if facts.not_compared else TextAnswer.SAME
    if facts.edits:
        text = TextAnswer.OTHER
    return PurityEvidence(
        word=facts.mined or facts.verdict,
        text=text,
        beyond=not all(edit.refactored for edit in facts.edits),
    )


def with_proof(
    purity: CheckResult,
    proof: CheckResult,
    behaviour: CheckResult | None = None,
    tests: CheckResult | None = None,
) -> CheckResult:
    """Return the purity result, combined with the result of `proof`.

    In the refactored methods, a proof replaces the comparison of tokens and PurityChecker's
    verdict. An edit elsewhere remains an edit: equal behaviour does not mean that nothing else was
    done. If the prover shows a difference, a pure refactoring stays open until `behaviour` has run
    both versions and found no difference. If only the number or the order of calls differs, `tests`
    that pass settle it too.
    """
    facts, shown = facts_of(purity, PurityFacts), facts_of(proof, ProofFacts)
    if facts is None or facts.answer is PurityAnswer.ERROR or not _is_answered(proof, shown):
        return purity
    proved = proof.status is Status.PASSED
    if proved or proof.reason is Reason.NOT_PROVED:
        facts = replace(facts, proved=proved)
    evidence = _with_proof(facts, proof, shown, settled=_has_run(shown, behaviour, tests))
    answer, before = evidence.answer, facts.answer
    facts = _add_answer(facts, evidence)
    if answer is before:
        return replace(purity, data=facts.as_data())
    line = shown.refactored.line if shown is not None and shown.refactored is not None else ""
    said = f"the prover shows a difference: {line}" if answer is PurityAnswer.DIFFERS else ""
    status, reason = _OUTCOMES[answer]
    return replace(purity, status=status, reason=reason, details=said, data=facts.as_data())


def _is_answered(proof: CheckResult, facts: ProofFacts | None) -> bool:
    said = facts is not None and facts.refactored is not None
    return proof.status is Status.PASSED or proof.reason is Reason.NOT_PROVED or said


def _with_proof(
    facts: PurityFacts,
    proof: CheckResult,
    shown: ProofFacts | None,
    *,
    settled: bool,
) -> PurityEvidence:
    found = _from_text(facts)
    if proof.status is Status.PASSED:
        beyond = _is_cut(facts) or found.beyond
        return replace(found, proof=ProofAnswer.PROVED, beyond=beyond)
    if shown is not None and shown.outcome is ProofOutcome.REFACTORING_PROVED:
        beyond = _is_cut(facts) or not all(edit.wanted for edit in facts.edits)
        listed = len(facts.not_compared) < MOST_LISTED
        compared = listed and all(edit.wanted for edit in facts.not_compared)
        if beyond or compared:
            return replace(found, proof=ProofAnswer.PROVED, beyond=beyond)
        return replace(found, word=PurityVerdict.PURE, text=TextAnswer.OPEN)
    differs = shown is not None and shown.refactored is not None and not settled
    return replace(found, proof=ProofAnswer.DIFFERS if differs else ProofAnswer.OPEN)


def _has_run(
    shown: ProofFacts | None, behaviour: CheckResult | None, tests: CheckResult | None
) -> bool:
    """Whether a run has settled the difference that the prover shows."""
    if behaviour is not None and behaviour.status is Status.PASSED:
        return True
    difference = None if shown is None else shown.refactored
    passed = tests is not None and tests.status is Status.PASSED
    return passed and difference is not None and difference.reason in CALLS


def _is_cut(facts: PurityFacts) -> bool:
    """Whether there are more edits than listed. The unlisted ones are unknown here."""
    return facts.residue_count > len(facts.edits)


def _add_answer(facts: PurityFacts, evidence: PurityEvidence) -> PurityFacts:
    """Return the facts with the answer and its tier; the tier is None unless it is pure."""
    answer = evidence.answer
    tier = tier_of(
        pure=answer is PurityAnswer.PURE,
        tolerated=facts.tolerated,
        proved=answer is PurityAnswer.PURE and evidence.proof is ProofAnswer.PROVED,
    )
    return replace(facts, answer=answer, tier=tier)


_OUTCOMES: Mapping[PurityAnswer, tuple[Status, Reason | None]] = {
    PurityAnswer.PURE: (Status.PASSED, None),
    PurityAnswer.IMPURE: (Status.FAILED, Reason.IMPURE),
    PurityAnswer.DIFFERS: (Status.INCONCLUSIVE, Reason.DIFFERENCE_SHOWN),
    PurityAnswer.NOT_COMPARED: (Status.INCONCLUSIVE, Reason.NOT_COMPARED),
    PurityAnswer.NOT_COVERED: (Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED),
    PurityAnswer.ERROR: (Status.INCONCLUSIVE, Reason.ANALYSIS),
}


def _describe(answer: PurityAnswer, purity: Purity, found: LeftOver) -> str:
    word = purity.comment or purity.description
    match answer:
        case PurityAnswer.IMPURE if purity.verdict is PurityVerdict.IMPURE:
            also = f"; {describe_edits(found.edits)}" if found.edits else ""
            return (word or "PurityChecker says impure") + also
        case PurityAnswer.IMPURE:
            return f"edited beyond the refactoring: {describe_edits(found.edits)}"
        case PurityAnswer.ERROR:
            return word or "PurityChecker failed"
        case PurityAnswer.NOT_COMPARED:
            open_ = describe_edits(found.not_compared)
            return f"source text alone does not show that the moved code is unchanged: {open_}"
        case PurityAnswer.NOT_COVERED:
            return "PurityChecker does not cover this type"
        case PurityAnswer.PURE | PurityAnswer.DIFFERS:
            return ""
        case _:
            assert_never(answer)


def _result(answer: PurityAnswer, details: str) -> CheckResult:
    status, reason = _OUTCOMES[answer]
    return CheckResult(check=CheckName.PURITY, status=status, reason=reason, details=details)


def _list_unread(units: Units) -> tuple[str, ...]:
    """Return the files that the parser could only partly read. Their other edits are unknown."""
    return tuple(sorted(path for path, both in units.items() if both.problems))
