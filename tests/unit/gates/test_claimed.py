"""If claims name refactorings, every edit belongs to one of them or is extra."""

import dataclasses
from collections.abc import Sequence

import pytest

from tests.support.verdicts import check
from verifier.domain.facts.purity import EditFact
from verifier.domain.gate import (
    BehaviourAnswer,
    Decision,
    Demand,
    Extent,
    FindingLevel,
    GateUnit,
    Question,
)
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.gates.answer import Checks
from verifier.gates.claimed import narrow

REQUIRED = Demand(require=(Question.BEHAVIOUR, Question.REFACTORING))
ONE, TWO = (EditFact(what="x", file="A.java", line=line, before="a", after="b") for line in (3, 9))
INSIDE = dataclasses.replace(ONE, line=5, refactored=True)


def unit(behaviour: BehaviourAnswer = BehaviourAnswer.TESTED) -> GateUnit:
    return GateUnit(
        decision=Decision.PASSED,
        behaviour=behaviour,
        refactoring=Extent.ONLY,
        refactorings=(),
        checks=(),
        findings=(),
    )


def by_claim(edits: Sequence[EditFact], *, found: bool = True, count: int | None = None) -> Checks:
    data = {
        "edits": [dataclasses.asdict(each) for each in edits],
        "residue_count": len(edits) if count is None else count,
    }
    absent = check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED)
    purity = check(CheckName.PURITY, Status.FAILED, Reason.IMPURE, data=data)
    return [check(CheckName.DETECTION) if found else absent, purity]


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([], Extent.ONLY),
        ([by_claim([])], Extent.ONLY),
        ([by_claim([ONE])], Extent.MORE),
        # What one claim leaves over is explained by another one.
        ([by_claim([ONE]), by_claim([TWO])], Extent.ONLY),
        ([by_claim([ONE, TWO]), by_claim([TWO])], Extent.MORE),
        ([by_claim([ONE], found=False)], Extent.ONLY),
        ([by_claim([ONE], count=30)], Extent.OPEN),
    ],
)
def test_an_edit_is_more_where_it_lies_beyond_each_claim(
    claims: Sequence[Checks], expected: Extent
) -> None:
    assert narrow(unit(), claims, Demand()).refactoring is expected


def test_an_edit_beyond_what_is_claimed_is_a_finding_and_decides() -> None:
    found = narrow(unit(), [by_claim([ONE])], REQUIRED)

    assert found.decision is Decision.FAILED
    assert found.refactoring_by == ("1 edit beyond: A.java:3, counted from what is claimed",)
    (said,) = found.findings
    assert (said.question, said.level) == (Question.REFACTORING, FindingLevel.ERROR)
    assert (said.file, said.line) == ("A.java", 3)


def test_a_proof_stands_for_edits_in_refactored_code() -> None:
    claims = [by_claim([INSIDE])]

    assert narrow(unit(), claims, Demand()).refactoring is Extent.MORE
    assert narrow(unit(BehaviourAnswer.PROVED), claims, Demand()).refactoring is Extent.ONLY
