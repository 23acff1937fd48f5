"""What a finding says of an edit, and which results have none."""

import dataclasses

import pytest

from tests.support.verdicts import check
from verifier.domain.facts.purity import EditFact
from verifier.domain.facts.references import ReferenceFact
from verifier.domain.gate import FindingLevel, GateFinding, Level
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.references import ReferenceKind
from verifier.gates.findings import findings_of
from verifier.gates.formats.wording import small_diff

LESS = EditFact(what="another word", file="A.java", line=3, before="=", after="")


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
    assert finding(edit).message == f"edited beyond the refactorings: another word: {said}"


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
        "edited beyond the refactorings: another word: removed `=`",
        "PurityChecker calls a refactoring impure: Overlapped; Severe",
    ]


def test_what_a_proof_has_compared_is_not_left_open() -> None:
    left_open = check(CheckName.PURITY, Status.INCONCLUSIVE, Reason.NOT_COMPARED, details="why")
    proof = check(CheckName.PROOF)

    assert [f.message for f in findings_of([left_open], Level.STATIC)] == ["why"]
    assert findings_of([left_open, proof], Level.STATIC) == ()


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
