"""What the prover met leaves behaviour open; what it does not know, and what is about others, does not."""

from dataclasses import replace

import pytest

from tests.support.answers import MemoryTree
from tests.support.verdicts import check
from verifier.checks.proof import READ, proof_result
from verifier.domain.facts.detection import DetectionFacts, PlaceFact, RefactoringFact
from verifier.domain.facts.proof import ConditionFact, DifferenceFact, ProofFacts
from verifier.domain.gate import BehaviourAnswer, Level
from verifier.domain.libraries import LibraryRecord, MissingLibrary
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import (
    CompileError,
    ConditionKind,
    DifferenceReason,
    ErrorSide,
    MethodStatus,
    Proof,
    ProofOutcome,
)
from verifier.domain.purity import PurityVerdict
from verifier.gates.answer import LEVEL_CHECKS, answers_of
from verifier.gates.doubts import doubt_of, further_level, missing_types
from verifier.gates.names.changed_names import ChangedNames
from verifier.tools.records import facts_of

EMPTY = MemoryTree({})


def proof(*kinds: ConditionKind, difference: DifferenceReason | None = None) -> CheckResult:
    facts = ProofFacts(
        outcome=ProofOutcome.NOT_PROVED,
        tier=None,
        methods={} if difference is None else {MethodStatus.NOT_PROVED: 1},
        difference=None
        if difference is None
        else DifferenceFact(
            reason=difference, line="x", before=None, after=None, before_event="", after_event="", path=()
        ),
        residue=(),
        residue_count=0,
        conditions=tuple(ConditionFact(kind=kind, where="p/A", why="why") for kind in kinds),
        assumptions=(),
        compared="",
    )  # fmt: skip
    none = check(CheckName.PROOF, Status.NOT_APPLICABLE, Reason.NOT_PROVED)
    return replace(none, data=facts.as_data())


def outcome(found: CheckResult, level: Level = Level.TESTS) -> BehaviourAnswer | None:
    checks = [*(check(name) for name in LEVEL_CHECKS[level]), found]
    return answers_of(checks, level, doubt_of(checks, level, EMPTY)).behaviour


@pytest.mark.parametrize("kind", ConditionKind)
def test_a_side_condition_leaves_it_open_unless_it_is_about_others(kind: ConditionKind) -> None:
    about_others = kind in {ConditionKind.OPEN_WORLD, ConditionKind.SERIAL_FORM}
    expected = BehaviourAnswer.TESTED if about_others else BehaviourAnswer.OPEN

    assert outcome(proof(kind)) is expected
    assert outcome(proof(kind), Level.BEHAVIOUR) is expected


@pytest.mark.parametrize("reason", DifferenceReason)
def test_a_difference_leaves_it_open_unless_the_prover_gave_up(reason: DifferenceReason) -> None:
    gave_up = {DifferenceReason.BUDGET, DifferenceReason.UNSUPPORTED, DifferenceReason.UNRESOLVED}
    expected = BehaviourAnswer.TESTED if reason in gave_up else BehaviourAnswer.OPEN

    assert outcome(proof(difference=reason)) is expected


def test_a_difference_beside_a_proved_refactoring_is_seen() -> None:
    beside = proof(difference=DifferenceReason.OTHER_CALL)
    facts = {**beside.data, "outcome": "refactoring-proved-residue-left"}

    assert outcome(replace(beside, data=facts)) is BehaviourAnswer.OPEN


def test_inputs_that_were_run_outweigh_a_difference_and_no_side_condition() -> None:
    differs = proof(difference=DifferenceReason.OTHER_CALL)

    assert outcome(differs, Level.BEHAVIOUR) is BehaviourAnswer.TESTED


def test_what_is_likely_different_is_named_with_the_values_of_its_path() -> None:
    differs = proof(difference=DifferenceReason.ARGUMENTS)
    facts = {
        **differs.data,
        "difference": {**differs.data["difference"], "path": ["not less(1, I#3)", "b"]},
    }
    found = doubt_of([replace(differs, data=facts)], Level.TESTS, EMPTY)

    assert found == "likely different: x where 1 >= int#3 and b; --level behaviour tries to run it"


def test_another_shape_is_not_called_a_likely_difference() -> None:
    loop = proof(difference=DifferenceReason.LOOP_SHAPE)

    assert doubt_of([loop], Level.TESTS, EMPTY).startswith("not matched by the prover: x;")


@pytest.mark.parametrize("level", [Level.STATIC, Level.BUILD])
def test_texts_that_are_alike_are_no_proof_where_nothing_is_run(level: Level) -> None:
    unresolved = proof(difference=DifferenceReason.UNRESOLVED)
    assert outcome(unresolved, level) is BehaviourAnswer.OPEN
    assert outcome(check(CheckName.PROOF), level) is BehaviourAnswer.PROVED


def test_what_a_proof_needs_is_not_asked_where_the_change_does_not_compile() -> None:
    error = CompileError(
        side=ErrorSide.NEW, message="x", file="A.java", line=1, certain=True, doubt=""
    )
    passed = [check(name) for name in LEVEL_CHECKS[Level.STATIC]]

    def doubt(*errors: CompileError) -> str:
        unresolved = Proof(outcome=ProofOutcome.UNRESOLVED, compile_errors=errors)
        return doubt_of([*passed, proof_result(unresolved, READ)], Level.STATIC, EMPTY)

    assert doubt(error) == ""
    assert "no proof" in doubt()


def test_the_missing_types_are_named_where_a_class_path_would_settle_it() -> None:
    assert missing_types(
        ["there is no data race", "the missing type a/B is the same for both versions"]
    ) == ("a.B",)


def test_what_the_proof_lacks_is_named_by_its_coordinates_and_how_to_get_it() -> None:
    unresolved = proof(difference=DifferenceReason.UNRESOLVED)
    facts = facts_of(unresolved, ProofFacts)
    assert facts is not None
    missing = (MissingLibrary(coordinates="g:lost:1", why="jar of the class path"),)
    lacking = replace(facts, class_path=LibraryRecord(missing=missing))
    place = PlaceFact(file="A.java", line=3, method="p.A#f()")
    pure = RefactoringFact(
        type="Extract Method",
        description="Extract Method f",
        before=place,
        after=place,
        purity=PurityVerdict.PURE,
        comment="",
    )
    found = DetectionFacts(
        matched=(), delegate=False, detected=(), detected_count=1, skipped_files={}, found=(pure,)
    )
    detection = replace(check(CheckName.DETECTION), data=found.as_data())
    checks = [check(CheckName.PURITY), detection, replace(unresolved, data=lacking.as_data())]

    doubt = doubt_of(checks, Level.STATIC, EMPTY)

    assert "not on this machine: g:lost:1; --fetch downloads what is missing" in doubt


def test_a_class_that_a_file_still_names_is_left_open_though_it_is_proved() -> None:
    prose = {"src/changes/changes.xml": "p.Old is gone", "CHANGES.txt": "p.Old is gone"}
    tree = MemoryTree.of({"src/main/resources/app.xml": "<bean class='p.Old'/>", **prose})
    checks = [*(check(name) for name in LEVEL_CHECKS[Level.BUILD]), check(CheckName.PROOF)]

    for gone, expected in (
        ("p.Old", BehaviourAnswer.OPEN),
        ("p.Ol", BehaviourAnswer.PROVED),
        ("q.Old", BehaviourAnswer.PROVED),
    ):
        doubt = doubt_of(checks, Level.BUILD, tree, frozenset({gone}))
        assert answers_of(checks, Level.BUILD, doubt).behaviour is expected


def test_a_field_that_a_library_may_read_by_its_name_is_left_open_though_it_is_proved() -> None:
    checks = [*(check(name) for name in LEVEL_CHECKS[Level.BUILD]), check(CheckName.PROOF)]
    names = ChangedNames(
        owners={"cost": frozenset({"A"})},
        fields=frozenset({"cost"}),
        paths=frozenset({"A.java"}),
    )

    for text, expected in (
        ("@Json class A { private int price; }", BehaviourAnswer.OPEN),
        ("class A { private int price; }", BehaviourAnswer.PROVED),
    ):
        tree = MemoryTree.of({"A.java": text})
        doubt = doubt_of(checks, Level.BUILD, tree, names=names)
        assert answers_of(checks, Level.BUILD, doubt).behaviour is expected


def test_all_files_that_still_name_a_class_are_listed_up_to_a_bound() -> None:
    checks = [*(check(name) for name in LEVEL_CHECKS[Level.BUILD]), check(CheckName.PROOF)]

    def details(files: int) -> str:
        tree = MemoryTree.of({f"conf/{n}.xml": "<bean class='p.Old'/>" for n in range(files)})
        return doubt_of(checks, Level.BUILD, tree, frozenset({"p.Old"}))

    assert all(f"conf/{n}.xml still names p.Old" in details(3) for n in range(3))
    assert "and more" not in details(3)
    assert details(9).count("still names") == 3
    assert details(9).endswith("; and more")


NONE = check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED)
DOWN = check(CheckName.COMPILATION, Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)
DIFFERS = proof(difference=DifferenceReason.OTHER_CALL)


@pytest.mark.parametrize(
    ("open_", "level", "doubt", "further"),
    [
        (NONE, Level.STATIC, "", Level.TESTS),
        (DIFFERS, Level.STATIC, "", Level.BEHAVIOUR),
        (proof(difference=DifferenceReason.BUDGET), Level.STATIC, "", Level.TESTS),
        (NONE, Level.BUILD, "by name", Level.TESTS),
        (DOWN, Level.BUILD, "", None),
        (DIFFERS, Level.TESTS, "", Level.BEHAVIOUR),
        (NONE, Level.TESTS, "", None),
        (DIFFERS, Level.BEHAVIOUR, "", None),
    ],
)
def test_the_level_that_may_answer_is_named(
    open_: CheckResult, level: Level, doubt: str, further: Level | None
) -> None:
    assert further_level([open_], level, doubt) is further
