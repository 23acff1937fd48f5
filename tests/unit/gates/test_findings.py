"""What a finding says of an edit, and which results have none."""

import dataclasses
from collections.abc import Sequence

import pytest

from tests.support.verdicts import check
from verifier.domain.facts.application import ApplicationFacts
from verifier.domain.facts.proof import DifferenceFact, ProofFacts
from verifier.domain.facts.purity import EditFact
from verifier.domain.facts.references import ReferenceFact
from verifier.domain.gate import Demand, FindingLevel, GateFinding, Level, NextStep, Question
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import PredictionForm
from verifier.domain.proof import DifferenceReason, MethodStatus, ProofOutcome
from verifier.domain.references import ReferenceKind
from verifier.gates.answer import answers_of
from verifier.gates.findings import findings_of as findings_by
from verifier.gates.formats.wording import small_diff

LESS = EditFact(what="another word", file="A.java", line=3, before="=", after="")


def findings_of(
    found: Sequence[CheckResult], level: Level, *require: Question
) -> tuple[GateFinding, ...]:
    demand = Demand(require=require or (Question.BEHAVIOUR,))
    return findings_by(found, level, answers_of(found, level), demand)


def finding(edit: EditFact) -> GateFinding:
    impure = check(
        CheckName.PURITY, Status.FAILED, Reason.IMPURE, data={"edits": [dataclasses.asdict(edit)]}
    )
    (found,) = findings_of([impure], Level.STATIC)
    return found


@pytest.mark.parametrize(
    ("diff", "said"),
    [
        (("- if (a >= b)", "+ if (a > b)"), "`if (a >= b)` became `if (a > b)`"),
        (("+ log();", "+ log();"), "added `log(); …`"),
        (("- log();",), "removed `log();`"),
        ((), "removed `=`"),
    ],
)
def test_an_edit_is_told_by_its_source_lines(diff: tuple[str, ...], said: str) -> None:
    edit = EditFact(
        what=LESS.what, file=LESS.file, line=3, before=LESS.before, after=LESS.after, diff=diff
    )
    assert finding(edit).message == f"not part of a refactoring: another word: {said}"


@pytest.mark.parametrize(
    ("refactored", "step"),
    [(False, NextStep.MOVE_EDIT_TO_OWN_COMMIT), (True, NextStep.ASK_HUMAN)],
)
def test_of_an_edit_in_refactored_code_without_a_cause_a_person_is_asked_and_another_one_is_moved(
    refactored: bool, step: NextStep
) -> None:
    assert finding(dataclasses.replace(LESS, refactored=refactored)).next_step is step


def test_an_error_of_the_compiler_comes_before_all_that_follows_from_it() -> None:
    purity = check(
        CheckName.PURITY, Status.FAILED, Reason.IMPURE, data={"edits": [dataclasses.asdict(LESS)]}
    )
    errors = [{"file": "A.java", "line": 9, "message": "cannot find symbol"}]
    broken = check(
        CheckName.COMPILATION, Status.FAILED, Reason.COMPILE_ERROR, data={"errors": errors}
    )

    assert [f.line for f in findings_of([purity, broken], Level.BUILD)] == [9, 3]


def proof(reason: DifferenceReason, after: str = "p/A.java:7") -> CheckResult:
    facts = ProofFacts(
        outcome=ProofOutcome.NOT_PROVED,
        tier=None,
        methods={MethodStatus.NOT_PROVED: 1},
        difference=DifferenceFact(
            reason=reason,
            line="args: value 1 differs",
            before="p/A.java:4",
            after=after,
            before_event="",
            after_event="",
            path=(),
        ),
        residue=(),
        residue_count=0,
        conditions=(),
        assumptions=(),
        compared="",
    )
    none = check(CheckName.PROOF, Status.NOT_APPLICABLE, Reason.NOT_PROVED)
    return dataclasses.replace(none, data=facts.as_data())


@pytest.mark.parametrize(
    ("reason", "files", "place"),
    [
        (DifferenceReason.ARGUMENTS, ("src/main/java/p/A.java",), ("src/main/java/p/A.java", 7)),
        (DifferenceReason.ARGUMENTS, ("p/A.java",), ("p/A.java", 7)),
        (DifferenceReason.ARGUMENTS, ("a/p/A.java", "b/p/A.java"), ("", 0)),
        (DifferenceReason.ARGUMENTS, ("src/main/java/xp/A.java",), ("", 0)),
        (DifferenceReason.BUDGET, ("src/main/java/p/A.java",), ("", 0)),
    ],
)
def test_what_was_not_detected_stands_where_the_prover_met_a_difference(
    reason: DifferenceReason, files: tuple[str, ...], place: tuple[str, int]
) -> None:
    facts = ApplicationFacts(
        form=PredictionForm.PATCH, files=files, renames={}, reading="", alternatives=()
    )
    applied = dataclasses.replace(check(CheckName.APPLICATION), data=facts.as_data())
    absent = check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED, details="none")

    (found,) = findings_of([applied, absent, proof(reason)], Level.STATIC)

    assert (found.file, found.line) == place
    assert ("args: value 1 differs" in found.message) is bool(place[1])


@pytest.mark.parametrize("after", ["p/A.java:B.java", "p/A.java", "p.A", ""])
def test_a_place_without_a_line_is_none(after: str) -> None:
    facts = ApplicationFacts(
        form=PredictionForm.PATCH, files=("p/A.java",), renames={}, reading="", alternatives=()
    )
    applied = dataclasses.replace(check(CheckName.APPLICATION), data=facts.as_data())
    absent = check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED, details="none")

    (found,) = findings_of(
        [applied, absent, proof(DifferenceReason.ARGUMENTS, after)], Level.STATIC
    )

    assert (found.file, found.message) == ("", "none")


def test_the_lines_of_an_edit_are_kept() -> None:
    diff = ("- old();", "+ one();", "+ two();")
    edit = dataclasses.replace(LESS, before="old", diff=diff)

    assert (finding(edit).before, finding(edit).after) == ("old();", "one();\ntwo();")
    assert small_diff(finding(edit)) == list(diff)


def test_what_the_purity_checker_says_comes_behind_what_has_a_place() -> None:
    data = {
        "verdict": "impure",
        "comment": "Overlapped\n Severe",
        "edits": [dataclasses.asdict(LESS)],
    }
    impure = check(CheckName.PURITY, Status.FAILED, Reason.IMPURE, data=data)

    assert [f.message for f in findings_of([impure], Level.STATIC)] == [
        "not part of a refactoring: another word: removed `=`",
        "PurityChecker calls a refactoring impure: Overlapped; Severe",
    ]


def impure(*edits: EditFact) -> CheckResult:
    data = {"edits": [dataclasses.asdict(each) for each in edits]}
    return check(CheckName.PURITY, Status.FAILED, Reason.IMPURE, data=data)


SHOWN = [
    check(name)
    for name in (CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION, CheckName.PROOF)
]


@pytest.mark.parametrize(
    ("others", "require", "level"),
    [
        ([], Question.BEHAVIOUR, FindingLevel.WARNING),
        (SHOWN, Question.BEHAVIOUR, FindingLevel.NOTE),
        ([], Question.REFACTORING, FindingLevel.ERROR),
        (SHOWN, Question.REFACTORING, FindingLevel.ERROR),
    ],
)
def test_an_edit_beyond_is_as_grave_as_it_is_required_that_there_is_none(
    others: list[CheckResult], require: Question, level: FindingLevel
) -> None:
    (found,) = findings_of([*others, impure(LESS)], Level.STATIC, require)

    assert (found.level, found.question) == (level, Question.REFACTORING)


@pytest.mark.parametrize(
    ("name", "reason", "level"),
    [
        (CheckName.TESTS, Reason.TEST_FAILED, FindingLevel.ERROR),
        (CheckName.TESTS, Reason.TEST_MISSING, FindingLevel.WARNING),
        (CheckName.POLICY, Reason.POLICY, FindingLevel.WARNING),
    ],
)
def test_what_stands_against_behaviour_is_an_error_where_it_refutes(
    name: CheckName, reason: Reason, level: FindingLevel
) -> None:
    (found,) = findings_of([check(name, Status.FAILED, reason)], Level.TESTS)

    assert (found.level, found.question) == (level, Question.BEHAVIOUR)


def test_a_doubt_stands_where_the_prover_met_the_difference_that_it_is_about() -> None:
    facts = ApplicationFacts(
        form=PredictionForm.PATCH, files=("p/A.java",), renames={}, reading="", alternatives=()
    )
    applied = dataclasses.replace(check(CheckName.APPLICATION), data=facts.as_data())
    found = [applied, proof(DifferenceReason.ARGUMENTS)]
    doubt = "likely different: args: value 1 differs where a == 0"
    answers = answers_of(found, Level.STATIC, doubt)

    (said,) = findings_by(found, Level.STATIC, answers, Demand(), doubt)

    assert (said.rule_id, said.message, said.question) == ("NOT_PROVED", doubt, Question.BEHAVIOUR)
    assert (said.file, said.line, said.level) == ("p/A.java", 7, FindingLevel.WARNING)


def test_what_a_proof_has_compared_is_not_left_open() -> None:
    left_open = check(CheckName.PURITY, Status.INCONCLUSIVE, Reason.NOT_COMPARED, details="why")

    assert [f.message for f in findings_of([left_open], Level.STATIC)] == ["why"]
    assert findings_of([*SHOWN, left_open], Level.STATIC) == ()


def test_what_the_change_newly_names_has_its_group_and_place() -> None:
    refused = dataclasses.asdict(
        ReferenceFact(
            kind=ReferenceKind.REFERENCE,
            group="files",
            what="new java.io.FileInputStream(java.lang.String)",
            path="A.java",
            line=7,
            class_name="A",
            method="read()",
        )
    )
    references = check(
        CheckName.REFERENCES,
        Status.FAILED,
        Reason.POLICY,
        data={"refused": [refused], "refused_count": 1},
    )

    (found,) = findings_of([references], Level.TESTS)

    assert found.message == "newly names files: new java.io.FileInputStream(java.lang.String)"
    assert (found.file, found.line, found.level) == ("A.java", 7, FindingLevel.WARNING)


def test_a_failed_test_has_its_place_and_the_first_lines_of_its_message() -> None:
    failed = check(
        CheckName.TESTS,
        Status.FAILED,
        Reason.TEST_FAILED,
        data={
            "failed": ["p.T#a", "p.T#b", "p.T#c"],
            "failures": {"p.T#a": "expected: <abc\nd>\nbut was: <x>\n\tat p.T.a(T.java:9)"},
            "places": {"p.T#a": "src/test/java/p/T.java:7", "p.T#b": "src/test/java/p/T.java"},
        },
    )
    first, second, third = findings_of([failed], Level.TESTS)

    assert first.message == "p.T#a failed: expected: <abc\nd>\nbut was: <x>"
    assert (first.file, first.line) == ("src/test/java/p/T.java", 7)
    assert (second.file, second.line) == ("src/test/java/p/T.java", 0)
    assert (third.message, third.file) == ("p.T#c failed", "")
