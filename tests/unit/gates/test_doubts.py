"""What the prover met leaves purity open; what it does not know, and what is about others, does not."""

from dataclasses import replace

import pytest

from tests.support.answers import MemoryTree
from tests.support.verdicts import check
from verifier.domain.facts.detection import DetectionFacts, PlaceFact, RefactoringFact
from verifier.domain.facts.proof import ConditionFact, DifferenceFact, ProofFacts
from verifier.domain.gate import GateOutcome, Level
from verifier.domain.libraries import LibraryRecord, MissingLibrary
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import ConditionKind, DifferenceReason, MethodStatus, ProofOutcome
from verifier.domain.purity import PurityVerdict
from verifier.gates.answer import LEVEL_CHECKS, outcome_of
from verifier.gates.doubts import (
    DOUBT,
    further_level,
    is_doubted,
    missing_types,
    with_doubts,
)
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


def outcome(found: CheckResult, level: Level = Level.TESTS) -> GateOutcome:
    passed = [check(name) for name in LEVEL_CHECKS[level]]
    checks = with_doubts([*passed, found], level, EMPTY)
    answer = outcome_of(checks, level)
    assert is_doubted(checks) is (answer is GateOutcome.UNPROVEN)
    return answer


@pytest.mark.parametrize("kind", ConditionKind)
def test_a_side_condition_leaves_it_open_unless_it_is_about_others(kind: ConditionKind) -> None:
    about_others = kind in {ConditionKind.OPEN_WORLD, ConditionKind.SERIAL_FORM}
    expected = GateOutcome.PROVED if about_others else GateOutcome.UNPROVEN

    assert outcome(proof(kind)) is expected
    assert outcome(proof(kind), Level.BEHAVIOUR) is expected


@pytest.mark.parametrize("reason", DifferenceReason)
def test_a_difference_leaves_it_open_unless_the_prover_gave_up(reason: DifferenceReason) -> None:
    gave_up = {DifferenceReason.BUDGET, DifferenceReason.UNSUPPORTED, DifferenceReason.UNRESOLVED}
    expected = GateOutcome.PROVED if reason in gave_up else GateOutcome.UNPROVEN

    assert outcome(proof(difference=reason)) is expected


def test_a_difference_beside_a_proved_refactoring_is_seen() -> None:
    beside = proof(difference=DifferenceReason.OTHER_CALL)
    facts = {**beside.data, "outcome": "refactoring-proved-residue-left"}

    assert outcome(replace(beside, data=facts)) is GateOutcome.UNPROVEN


def test_inputs_that_were_run_outweigh_a_difference_and_no_side_condition() -> None:
    differs = proof(difference=DifferenceReason.OTHER_CALL)

    assert outcome(differs, Level.BEHAVIOUR) is GateOutcome.PROVED


def test_purity_that_covers_nothing_proves_nothing_at_level_static() -> None:
    uncovered = check(CheckName.PURITY, Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED)
    checks = [check(n) for n in LEVEL_CHECKS[Level.STATIC] if n is not CheckName.PURITY]
    found = with_doubts([*checks, uncovered], Level.STATIC, EMPTY)

    assert outcome_of(found, Level.STATIC) is GateOutcome.UNPROVEN
    assert is_doubted(found)


@pytest.mark.parametrize("level", [Level.STATIC, Level.BUILD])
def test_texts_that_are_alike_are_no_proof_where_nothing_is_run(level: Level) -> None:
    unresolved = proof(difference=DifferenceReason.UNRESOLVED)
    assert outcome(unresolved, level) is GateOutcome.UNPROVEN
    assert outcome(check(CheckName.PROOF), level) is GateOutcome.PROVED


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

    (purity, *_) = with_doubts(checks, Level.STATIC, EMPTY)

    assert "not on this machine: g:lost:1; --fetch downloads what is missing" in purity.details


def test_a_class_that_a_file_still_names_is_left_open_though_it_is_proved() -> None:
    tree = MemoryTree.of({"src/main/resources/app.xml": "<bean class='p.Old'/>"})
    checks = [*(check(name) for name in LEVEL_CHECKS[Level.BUILD]), check(CheckName.PROOF)]

    for gone, expected in (
        ("p.Old", GateOutcome.UNPROVEN),
        ("p.Ol", GateOutcome.PROVED),
        ("q.Old", GateOutcome.PROVED),
    ):
        found = with_doubts(checks, Level.BUILD, tree, frozenset({gone}))
        assert outcome_of(found, Level.BUILD) is expected


def test_all_files_that_still_name_a_class_are_listed_up_to_a_bound() -> None:
    checks = [*(check(name) for name in LEVEL_CHECKS[Level.BUILD]), check(CheckName.PROOF)]

    def details(files: int) -> str:
        tree = MemoryTree.of({f"conf/{n}.xml": "<bean class='p.Old'/>" for n in range(files)})
        found = with_doubts(checks, Level.BUILD, tree, frozenset({"p.Old"}))
        return next(c.details for c in found if c.check is CheckName.PURITY)

    assert all(f"conf/{n}.xml still names p.Old" in details(3) for n in range(3))
    assert "and more" not in details(3)
    assert details(9).count("still names") == 3
    assert details(9).endswith("; and more")


NONE = check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED)
BY_NAME = replace(
    check(CheckName.PURITY, Status.INCONCLUSIVE, Reason.NOT_COMPARED), details=f"{DOUBT}by name"
)
DOWN = check(CheckName.COMPILATION, Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)
DIFFERS = proof(difference=DifferenceReason.OTHER_CALL)


@pytest.mark.parametrize(
    ("open_", "level", "further"),
    [
        (NONE, Level.STATIC, Level.TESTS),
        (DIFFERS, Level.STATIC, Level.BEHAVIOUR),
        (proof(difference=DifferenceReason.BUDGET), Level.STATIC, Level.TESTS),
        (BY_NAME, Level.BUILD, Level.TESTS),
        (DOWN, Level.BUILD, None),
        (DIFFERS, Level.TESTS, Level.BEHAVIOUR),
        (NONE, Level.TESTS, None),
        (DIFFERS, Level.BEHAVIOUR, None),
    ],
)
def test_the_level_that_may_answer_is_named(
    open_: CheckResult, level: Level, further: Level | None
) -> None:
    assert further_level([open_], level) is further
