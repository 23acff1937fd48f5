"""Only what the prover saw differ is proposed, under the engine's name for the method."""

import json

import pytest

from verifier.domain.proof import (
    Difference,
    DifferenceReason,
    InputKind,
    InputValue,
    MethodProof,
    MethodStatus,
    Proof,
    ProofOutcome,
)
from verifier.fuzzing.proposals import proposals_of


def proof(reason: DifferenceReason, before: str | None = "a/b/C$D.<init>(La/B;I)V") -> Proof:
    value = InputValue(parameter=-1, steps=(".x", "#"), kind=InputKind.NUMBER, value="3")
    difference = Difference(reason=reason, message="", values=(value,))
    method = MethodProof(
        status=MethodStatus.NOT_PROVED, before=before, after=before, difference=difference
    )
    return Proof(outcome=ProofOutcome.NOT_PROVED, methods=(method,))


def test_a_difference_is_a_line_with_the_values_to_try() -> None:
    (line,) = (proposals_of(proof(DifferenceReason.OTHER_CALL)) or b"").splitlines()

    assert json.loads(line) == {
        "method": "a.b.C$D#<init>(La/B;I)V",
        "values": [{"parameter": -1, "steps": [".x", "#"], "kind": "number", "value": "3"}],
    }


@pytest.mark.parametrize(
    "nothing",
    [
        Proof(outcome=ProofOutcome.PROVED),
        proof(DifferenceReason.BUDGET),
        proof(DifferenceReason.UNRESOLVED),
        proof(DifferenceReason.ARGUMENTS, before=None),
    ],
    ids=["proved", "budget", "unresolved", "a new method"],
)
def test_where_nothing_was_seen_nothing_is_proposed(nothing: Proof) -> None:
    assert proposals_of(nothing) is None
