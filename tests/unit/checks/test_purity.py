"""Purity rests on PurityChecker's word and on what else changed, both of them read."""

import pytest

from tests.support.answers import Detecting, MemoryTree, a_case, with_changes
from verifier.checks.purity import PurityCheck
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.domain.source import Detection

BASE = "class A {\n  int f() { return 1 + 1; }\n  int other() { return 3; }\n}\n"
AFTER = BASE.replace("1 + 1; }", "g(); }\n  int g() { return 1 + 1; }")
STRICT = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT)
CHECKER = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.CHECKER, tolerated=("a type",))


EXTRACTED = CodeRange(
    file="A.java",
    start_line=2,
    start_column=13,
    end_line=2,
    end_column=25,
    role="extracted code from source method declaration",
)
CALL = CodeRange(
    file="A.java",
    start_line=2,
    start_column=20,
    end_line=2,
    end_column=22,
    role="extracted method invocation",
)


def extraction(purity: Purity | None) -> Refactoring:
    return Refactoring(
        type_name="Extract Method",
        description="g extracted from f",
        before=RefactoringSide(file="A.java", method=MethodId.parse("A#f()"), ranges=(EXTRACTED,)),
        after=RefactoringSide(
            file="A.java",
            method=MethodId.parse("A#f()"),
            partner=MethodId.parse("A#g()"),
            ranges=(CALL,),
        ),
        purity=purity,
    )


def judged(*purities: Purity | None, after: str = AFTER) -> CheckResult:
    case = a_case(
        with_changes({"A.java": after}),
        MemoryTree.of({"A.java": BASE}),
        "Extract Method:A#f()",
        analysis=Detecting(Detection(refactorings=tuple(extraction(p) for p in purities))),
    )
    return PurityCheck().run(case)


def test_a_pure_refactoring_without_residue_passes_with_its_tier() -> None:
    result = judged(STRICT)

    assert result.status is Status.PASSED
    assert (result.data["tier"], result.data["residue"]) == ("strict", [])


def test_the_weakest_tier_of_several_parts_counts() -> None:
    for order in ((STRICT, CHECKER), (CHECKER, STRICT)):
        result = judged(*order)
        assert (result.status, result.data["tier"]) == (Status.PASSED, "checker")
        assert result.data["tolerated"] == ["a type"]


def test_an_edit_elsewhere_fails_and_has_no_tier() -> None:
    result = judged(STRICT, after=AFTER.replace("return 3", "return 4"))

    assert (result.status, result.reason) == (Status.FAILED, Reason.IMPURE)
    assert result.details == (
        "edited beyond the refactoring: changed: method A#other() (A.java:4)\n"
        "- int other() { return 3; }\n"
        "+ int other() { return 4; }"
    )
    assert result.data["edits"] == [
        {
            "what": "changed: method A#other()",
            "file": "A.java",
            "line": 4,
            "before": "3",
            "after": "4",
            "diff": ["- int other() { return 3; }", "+ int other() { return 4; }"],
            "refactored": False,
        }
    ]
    assert result.data["tier"] is None


@pytest.mark.parametrize(
    ("purity", "status", "reason", "details"),
    [
        (
            Purity(verdict=PurityVerdict.IMPURE, comment="a statement is new"),
            Status.FAILED,
            Reason.IMPURE,
            "a statement is new",
        ),
        (
            Purity(verdict=PurityVerdict.ERROR, comment="PurityChecker failed: NPE"),
            Status.INCONCLUSIVE,
            Reason.ANALYSIS,
            "PurityChecker failed: NPE",
        ),
        (
            Purity(verdict=PurityVerdict.NOT_APPLICABLE),
            Status.NOT_APPLICABLE,
            Reason.TYPE_NOT_COVERED,
            "PurityChecker does not cover this type",
        ),
        (None, Status.INCONCLUSIVE, Reason.ANALYSIS, "PurityChecker was not asked"),
    ],
)
def test_the_worst_part_decides(
    purity: Purity | None, status: Status, reason: Reason, details: str
) -> None:
    result = judged(STRICT, purity)

    assert (result.status, result.reason, result.details) == (status, reason, details)


def test_a_changed_file_that_cannot_be_read_whole_proves_nothing() -> None:
    result = judged(STRICT, after=AFTER.replace("int other() {", "int other( {"))

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.ANALYSIS)
    assert result.details == "the parser could not read all of A.java"


IMPURE = Purity(verdict=PurityVerdict.IMPURE, comment="a statement changed")
NOT_COVERED = Purity(verdict=PurityVerdict.NOT_APPLICABLE)


def any_of(*refactorings: Refactoring, after: str) -> CheckResult:
    case = a_case(
        with_changes({"A.java": after}),
        MemoryTree.of({"A.java": BASE}),
        None,
        analysis=Detecting(Detection(refactorings=refactorings)),
    )
    return PurityCheck().run(case)


def test_without_a_wanted_one_every_edit_must_belong_to_some_pure_refactoring() -> None:
    also = AFTER.replace("return 3", "return 4")

    assert any_of(extraction(STRICT), after=AFTER).status is Status.PASSED
    assert any_of(extraction(STRICT), after=also).reason is Reason.IMPURE
    assert any_of(extraction(STRICT), extraction(IMPURE), after=AFTER).reason is Reason.IMPURE


def test_without_a_wanted_one_a_renaming_is_compared_though_no_checker_covers_it() -> None:
    def renaming() -> Refactoring:
        before, after = (MethodId.parse(f"A#{name}()") for name in ("other", "another"))
        return Refactoring(
            type_name="Rename Method",
            description="",
            before=RefactoringSide(file="A.java", method=before),
            after=RefactoringSide(file="A.java", method=after),
            purity=NOT_COVERED,
        )

    renamed = BASE.replace("other", "another")

    assert any_of(renaming(), after=renamed).reason is Reason.TYPE_NOT_COVERED
    assert any_of(renaming(), after=renamed.replace("3", "4")).reason is Reason.IMPURE
