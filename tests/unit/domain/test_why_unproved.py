"""Why a refactoring is not proved, in a word, a sentence and both places."""

import pytest

from verifier.domain.proof import (
    CodePlace,
    Condition,
    ConditionKind,
    Difference,
    DifferenceReason,
    MethodProof,
    MethodStatus,
    Proof,
    ProofOutcome,
    ResidueItem,
    ResidueKind,
)
from verifier.domain.refactoring import MethodId
from verifier.domain.unproved import Unproved
from verifier.domain.why_unproved import why_unproved


def place(line: int) -> CodePlace:
    return CodePlace(class_name="p/A", method="f(I)I", path="p/A.java", line=line)


def differs(name: str, message: str, *places: CodePlace) -> MethodProof:
    before, after = places or (None, None)
    found = Difference(
        reason=DifferenceReason.OTHER_CALL, message=message, before=before, after=after
    )
    return MethodProof(status=MethodStatus.NOT_PROVED, before=name, after=name, difference=found)


OTHER = differs("p/B.g()V", "of a neighbour")
OWN = differs("p/A.f(I)I", "calls another method", place(3), place(7))
METHODS = [MethodId(class_name="p.A", name="f", parameter_types=("int",))]


def test_the_refactored_method_s_own_difference_is_told_with_both_places() -> None:
    proof = Proof(outcome=ProofOutcome.NOT_PROVED, methods=(OTHER, OWN))

    assert why_unproved(proof, METHODS) == Unproved(
        outcome=ProofOutcome.NOT_PROVED,
        reason="other-call",
        differs=True,
        why="calls another method",
        before="p/A.java:3",
        after="p/A.java:7",
    )


def test_a_class_in_a_class_is_written_the_same_way_on_both_sides() -> None:
    inner = differs("p/A$In.<init>()V", "of the inner one")
    proof = Proof(outcome=ProofOutcome.NOT_PROVED, methods=(OTHER, inner))

    assert why_unproved(proof, [MethodId(class_name="p.A$In", name="<init>")]).why == (
        "of the inner one"
    )


CONDITION = Condition(kind=ConditionKind.OPEN_WORLD, where="p/A", why="could be overridden")
RESIDUE = ResidueItem(kind=ResidueKind.FIELD, where="p/A.x", before="I", after="J")


@pytest.mark.parametrize(
    ("proof", "reason", "why"),
    [
        (Proof(outcome=ProofOutcome.NOT_PROVED, methods=(OTHER,)), "other-call", "of a neighbour"),
        (
            Proof(outcome=ProofOutcome.CLOSED_WORLD, conditions=(CONDITION,), residue=(RESIDUE,)),
            "open-world",
            "p.A: could be overridden",
        ),
        (Proof(outcome=ProofOutcome.NOT_PROVED, residue=(RESIDUE,)), "field", "p.A.x: I -> J"),
        (Proof(outcome=ProofOutcome.NOT_SUPPORTED), "", ""),
    ],
)
def test_what_stands_against_a_proof_where_the_method_has_no_difference(
    proof: Proof, reason: str, why: str
) -> None:
    found = why_unproved(proof, METHODS)

    assert (found.outcome, found.reason, found.why) == (proof.outcome, reason, why)
    assert found.before is None
