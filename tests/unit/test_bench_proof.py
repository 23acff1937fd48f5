from pathlib import Path

from bench.fuzzing_sets import own_proof_pairs
from bench.proof import Outcome, first_obstacle, reason_rows, report, rows
from bench.proof_pairs import proof_pairs, without_library
from verifier.domain.proof import (
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


def outcome(
    name: str, word: str, *, differs: bool | None, reason: str = "", label: str = "Neq"
) -> Outcome:
    return Outcome(
        set="s",
        name=name,
        label=label,
        differs=differs,
        outcome=word,
        reason=reason,
        details="",
        seconds=0.01,
    )


OUTCOMES = [
    outcome("a", "proved", differs=True),
    outcome("b", "proved-closed-world", differs=True),
    outcome("c", "not-proved", differs=True, reason="args"),
    outcome("d", "not-proved", differs=True, reason="args"),
    outcome("e", "error", differs=True, reason="error"),
]


def test_a_row_counts_what_is_proved_though_it_differs() -> None:
    (row,) = rows(OUTCOMES)
    assert (row.pairs, row.proved, row.other_proofs, row.wrong) == (5, "1 (20%)", 1, 2)
    assert (row.not_proved, row.unresolved, row.errors) == (2, 0, 1)


def test_the_most_frequent_reason_comes_first() -> None:
    assert [(row.reason, row.pairs) for row in reason_rows(OUTCOMES)] == [("args", 2), ("error", 1)]


def test_every_wrong_proof_is_listed() -> None:
    assert report(OUTCOMES).endswith(
        "proved, and known to differ:\ns a: proved\ns b: proved-closed-world"
    )


def test_a_closed_world_may_be_what_a_label_allows() -> None:
    allowed = outcome(
        "f", "proved-closed-world", differs=True, label="never, but in a closed world"
    )
    assert not allowed.is_wrong
    assert outcome("g", "proved", differs=True, label="never, but in a closed world").is_wrong


def test_what_is_not_known_to_differ_is_not_wrong() -> None:
    assert not outcome("h", "proved", differs=None).is_wrong
    assert not outcome("i", "proved", differs=False).is_wrong


def test_a_difference_of_code_is_the_first_obstacle() -> None:
    proof = Proof(
        outcome=ProofOutcome.NOT_PROVED,
        methods=(
            MethodProof(
                status=MethodStatus.NOT_PROVED,
                before="A.a()V",
                after="A.a()V",
                difference=Difference(reason=DifferenceReason.ARGUMENTS, message="1 against 2"),
            ),
        ),
        residue=(
            ResidueItem(kind=ResidueKind.FIELD, where="A.f", before="final", after="volatile"),
        ),
    )
    assert first_obstacle(proof) == ("args", "1 against 2")


def test_residue_comes_before_conditions() -> None:
    condition = Condition(kind=ConditionKind.OVERRIDDEN, where="A.a", why="by B")
    item = ResidueItem(kind=ResidueKind.FIELD, where="A.f", before="final", after="volatile")
    not_proved = ProofOutcome.NOT_PROVED
    assert first_obstacle(Proof(outcome=not_proved, residue=(item,), conditions=(condition,))) == (
        "field",
        "A.f: final -> volatile",
    )
    assert first_obstacle(Proof(outcome=not_proved, conditions=(condition,))) == (
        "overridden",
        "A.a: by B",
    )


def test_a_proof_has_no_obstacle() -> None:
    assert first_obstacle(Proof(outcome=ProofOutcome.PROVED)) == ("", "")


def test_labels_of_our_own_pairs(tmp_path: Path) -> None:
    found = {pair.label: pair.differs for pair in own_proof_pairs(tmp_path)}
    assert found == {
        "provable": False,
        "provable, but in a closed world": False,
        "never": True,
        "never, but in a closed world": True,
        "either": None,
    }


def test_the_prover_sees_nothing_of_a_library() -> None:
    files = {"A.java": "class A { }", "library/lib/B.java": "package lib; class B { }"}

    assert without_library(files) == {"A.java": "class A { }"}
    assert any(without_library(each.before) != each.before for each in proof_pairs())
