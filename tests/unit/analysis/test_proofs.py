"""The prover's JSON becomes a domain proof; a word that is not known is an error."""

from typing import Any

import pytest

from verifier.analysis.proofs import proof_of
from verifier.domain.proof import (
    CodePlace,
    CompileError,
    Condition,
    ConditionKind,
    Difference,
    DifferenceReason,
    ErrorSide,
    InputKind,
    InputValue,
    MethodProof,
    MethodStatus,
    ProofOutcome,
    ResidueItem,
    ResidueKind,
)

PLACE = {"class": "p/A", "method": "f()V", "path": "p/A.java", "line": 3}
PLAIN: dict[str, Any] = {
    "outcome": "not-proved",
    "methods": [
        {
            "status": "not-proved",
            "before": "p/A.f()V",
            "after": "p/A.f()V",
            "steppedBefore": [],
            "steppedAfter": ["p/A.g()V"],
            "difference": {
                "reason": "args",
                "message": "value 1 differs",
                "before": PLACE,
                "after": None,
                "beforeEvent": "return 1",
                "afterEvent": "",
                "path": ["x < 3"],
                "values": [{"parameter": 0, "steps": ["#"], "kind": "number", "value": "2"}],
            },
        }
    ],
    "residue": [{"kind": "field", "where": "p/A.x", "before": "", "after": "int"}],
    "conditions": [{"kind": "open-world", "where": "p/A.f()V", "why": "it can be overridden"}],
    "assumptions": ["there is no data race"],
    "names": {"asked": 4, "unresolved": 1},
    "compileErrors": [
        {
            "side": "new",
            "message": "no x",
            "file": "p/A.java",
            "line": 4,
            "certain": False,
            "doubt": "why",
        },
        {
            "side": "both",
            "message": "no y",
            "file": "p/A.java",
            "line": 5,
            "certain": False,
            "doubt": "",
        },
    ],
}


def test_everything_of_the_answer_is_kept() -> None:
    proof = proof_of(PLAIN)
    difference = Difference(
        reason=DifferenceReason.ARGUMENTS,
        message="value 1 differs",
        before=CodePlace(class_name="p/A", method="f()V", path="p/A.java", line=3),
        after=None,
        before_event="return 1",
        path=("x < 3",),
        values=(InputValue(parameter=0, steps=("#",), kind=InputKind.NUMBER, value="2"),),
    )

    assert proof.outcome is ProofOutcome.NOT_PROVED
    assert proof.methods == (
        MethodProof(
            status=MethodStatus.NOT_PROVED,
            before="p/A.f()V",
            after="p/A.f()V",
            stepped_after=("p/A.g()V",),
            difference=difference,
        ),
    )
    assert proof.first_difference == difference
    assert proof.counts == {MethodStatus.NOT_PROVED: 1}
    assert proof.residue == (
        ResidueItem(kind=ResidueKind.FIELD, where="p/A.x", before="", after="int"),
    )
    assert proof.conditions == (
        Condition(kind=ConditionKind.OPEN_WORLD, where="p/A.f()V", why="it can be overridden"),
    )
    assert proof.assumptions == ("there is no data race",)
    new, both = proof.compile_errors
    assert new == CompileError(
        side=ErrorSide.NEW, message="no x", file="p/A.java", line=4, certain=False, doubt="why"
    )
    assert both.side is ErrorSide.BOTH
    assert proof.new_errors == (new,)


def test_an_outcome_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="maybe"):
        proof_of({**PLAIN, "outcome": "maybe"})
