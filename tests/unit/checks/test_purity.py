"""Purity rests on PurityChecker's word and on what else changed, both of them read."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.support.answers import Detecting, MemoryTree, a_case, an_instance, with_changes
from verifier.checks.proof import READ
from verifier.checks.purity import MOST_LISTED, PurityCheck, with_proof
from verifier.domain.facts.proof import DifferenceFact, ProofFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import DifferenceReason, ProofOutcome
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.domain.source import Detection
from verifier.residue.golden_edits import golden_edits

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


def judge_purity(*purities: Purity | None, after: str = AFTER) -> CheckResult:
    case = a_case(
        with_changes({"A.java": after}),
        MemoryTree.of({"A.java": BASE}),
        "Extract Method:A#f()",
        analysis=Detecting(Detection(refactorings=tuple(extraction(p) for p in purities))),
    )
    return PurityCheck().run(case)


def test_a_pure_refactoring_without_residue_passes_with_its_tier() -> None:
    result = judge_purity(STRICT)

    assert result.status is Status.PASSED
    assert (result.data["tier"], result.data["residue"]) == ("strict", [])


def test_the_weakest_tier_of_several_parts_counts() -> None:
    for order in ((STRICT, CHECKER), (CHECKER, STRICT)):
        result = judge_purity(*order)
        assert (result.status, result.data["tier"]) == (Status.PASSED, "checker")
        assert result.data["tolerated"] == ["a type"]


def test_an_edit_elsewhere_fails_and_has_no_tier() -> None:
    result = judge_purity(STRICT, after=AFTER.replace("return 3", "return 4"))

    assert (result.status, result.reason) == (Status.FAILED, Reason.IMPURE)
    assert result.details == (
        "edited beyond the refactoring: in `other`, literal changed: `3` became `4` (A.java:4)\n"
        "- return 3;\n"
        "+ return 4;\n"
        "advice: Write `return 3;` in place of `return 4;` at line 4."
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
            "causes": [
                {
                    "kind": "literal",
                    "said": "in `other`, literal changed: `3` became `4`",
                    "file": "A.java",
                    "line": 4,
                    "before": "return 3;",
                    "after": "return 4;",
                    "advice": "Write `return 3;` in place of `return 4;` at line 4.",
                    "refactoring": "",
                }
            ],
            "repeated": False,
            "wanted": False,
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
    result = judge_purity(STRICT, purity)

    assert (result.status, result.reason, result.details) == (status, reason, details)


def test_a_changed_file_that_cannot_be_read_whole_proves_nothing() -> None:
    result = judge_purity(STRICT, after=AFTER.replace("int other() {", "int other( {"))

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


MOVED = Refactoring(
    type_name="Move Method",
    description="f moves",
    before=RefactoringSide(file="A.java", method=MethodId.parse("A#f()")),
    after=RefactoringSide(file="A.java", method=MethodId.parse("B#f()")),
    purity=STRICT,
)
INHERITED = "class A extends Z {\n  int f() { return limit(); }\n}\nclass B extends Z {\n}\n"
PROVED = CheckResult(check=CheckName.PROOF, status=Status.PASSED)
NOT_PROVED = CheckResult(
    check=CheckName.PROOF, status=Status.NOT_APPLICABLE, reason=Reason.NOT_PROVED
)


def judge_move() -> CheckResult:
    method = "  int f() { return limit(); }\n"
    case = a_case(
        with_changes(
            {
                "A.java": INHERITED.replace(method, "").replace(
                    "B extends Z {\n", "B extends Z {\n" + method
                )
            }
        ),
        MemoryTree.of({"A.java": INHERITED}),
        "Move Method:A#f()",
        analysis=Detecting(Detection(refactorings=(MOVED,))),
    )
    return PurityCheck().run(case)


def test_a_proof_answers_what_text_alone_left_open() -> None:
    left_open = judge_move()
    settled = with_proof(left_open, PROVED)

    assert (left_open.status, left_open.reason) == (Status.INCONCLUSIVE, Reason.NOT_COMPARED)
    assert (settled.status, settled.reason, settled.details) == (Status.PASSED, None, "")
    assert (settled.data["tier"], settled.data["proved"]) == ("proved", True)
    assert settled.data["not_compared"] == left_open.data["not_compared"] != []


def test_without_a_proof_it_stays_open() -> None:
    left_open = judge_move()
    told = with_proof(left_open, NOT_PROVED)

    assert (told.status, told.reason, told.details) == (
        left_open.status,
        left_open.reason,
        left_open.details,
    )
    assert told.data == {**left_open.data, "proved": False}


def test_another_edit_stays_one_though_nothing_behaves_otherwise() -> None:
    also = judge_purity(STRICT, after=AFTER.replace("return 3", "return 1 + 2"))
    told = with_proof(also, PROVED)

    assert (told.status, told.reason, told.details) == (Status.FAILED, Reason.IMPURE, also.details)
    assert told.data == {**also.data, "proved": True}


def test_a_proof_outweighs_what_is_said_of_the_refactored_methods_alone() -> None:
    impure = judge_purity(IMPURE)
    renamed = judge_purity(STRICT, after=AFTER.replace("g() { return 1 + 1", "g() { return 2"))

    for failed in (impure, renamed):
        settled = with_proof(failed, PROVED)
        assert (failed.status, failed.reason) == (Status.FAILED, Reason.IMPURE)
        assert (settled.status, settled.reason, settled.details) == (Status.PASSED, None, "")
        assert (settled.data["tier"], settled.data["proved"]) == ("proved", True)
        assert settled.data["verdict"] == failed.data["verdict"]


def not_proved(
    outcome: ProofOutcome = ProofOutcome.NOT_PROVED,
    line: str = "args: value 2 differs",
    reason: DifferenceReason = DifferenceReason.ARGUMENTS,
) -> CheckResult:
    difference = DifferenceFact(
        reason=reason,
        line=line,
        before=None,
        after=None,
        before_event="",
        after_event="",
        path=(),
    )
    facts = ProofFacts(
        outcome=outcome,
        tier=None,
        methods={},
        difference=difference if line else None,
        refactored=difference if line else None,
        residue=(),
        residue_count=0,
        conditions=(),
        assumptions=(),
        compared=READ,
    )
    return replace(NOT_PROVED, data=facts.as_data())


def test_a_difference_that_the_prover_shows_leaves_a_pure_refactoring_open() -> None:
    told = with_proof(judge_purity(STRICT), not_proved())

    assert (told.status, told.reason) == (Status.INCONCLUSIVE, Reason.DIFFERENCE_SHOWN)
    assert told.details == "the prover shows a difference: args: value 2 differs"
    assert (told.data["tier"], told.data["answer"]) == (None, "differs")


@pytest.mark.parametrize(
    ("behaviour", "status"),
    [
        (CheckResult(check=CheckName.BEHAVIOUR, status=Status.PASSED), Status.PASSED),
        (
            CheckResult(
                check=CheckName.BEHAVIOUR, status=Status.INCONCLUSIVE, reason=Reason.UNREACHED
            ),
            Status.INCONCLUSIVE,
        ),
    ],
)
def test_only_a_run_that_finds_no_difference_settles_one_that_the_prover_shows(
    behaviour: CheckResult, status: Status
) -> None:
    assert with_proof(judge_purity(STRICT), not_proved(), behaviour).status is status


@pytest.mark.parametrize(
    ("reason", "tests", "status"),
    [
        (DifferenceReason.OTHER_CALL, Status.PASSED, Status.PASSED),
        (DifferenceReason.MORE_EFFECTS, Status.PASSED, Status.PASSED),
        (DifferenceReason.OTHER_CALL, Status.INCONCLUSIVE, Status.INCONCLUSIVE),
        (DifferenceReason.ARGUMENTS, Status.PASSED, Status.INCONCLUSIVE),
    ],
)
def test_tests_that_pass_settle_another_number_of_calls_and_no_other_value(
    reason: DifferenceReason, tests: Status, status: Status
) -> None:
    unreached = Reason.UNREACHED if tests is Status.INCONCLUSIVE else None
    ran = CheckResult(check=CheckName.TESTS, status=tests, reason=unreached)

    assert with_proof(judge_purity(STRICT), not_proved(reason=reason), tests=ran).status is status


def test_an_impure_one_is_not_open_though_the_prover_shows_a_difference() -> None:
    assert with_proof(judge_purity(IMPURE), not_proved()).reason is Reason.IMPURE


def test_a_proof_of_the_refactored_methods_settles_their_code_and_no_other_edit() -> None:
    proof = not_proved(ProofOutcome.REFACTORING_PROVED, "")
    reworded = judge_purity(STRICT, after=AFTER.replace("g() { return 1 + 1", "g() { return 2"))
    also = judge_purity(STRICT, after=AFTER.replace("return 3", "return 1 + 2"))
    settled = with_proof(reworded, proof)

    assert (settled.status, settled.data["tier"], settled.data["proved"]) == (
        Status.PASSED,
        "proved",
        False,
    )
    assert with_proof(also, proof).reason is Reason.IMPURE


WITH_HELPER = AFTER.removesuffix("}\n") + "  int helper() { return 7; }\n}\n"


def ask_purity(
    after: str, golden: str, purity: Purity = STRICT, mined: Purity = STRICT
) -> CheckResult:
    """The answer for an instance whose golden refactoring leaves the class as `golden`."""
    instance = replace(an_instance("Extract Method:A#f()"), purity=mined)

    def edits() -> Mapping[str, str]:
        case = a_case(with_changes({"A.java": golden}), MemoryTree.of({"A.java": BASE}))
        return {edit.member: edit.content for edit in golden_edits(case.trees, case.units)}

    case = a_case(
        with_changes({"A.java": after}),
        MemoryTree.of({"A.java": BASE}),
        "Extract Method:A#f()",
        instance=instance,
        analysis=Detecting(Detection(refactorings=(extraction(purity),))),
    )
    return PurityCheck().run(replace(case, golden=edits))


def test_what_the_golden_refactoring_brings_along_is_asked_for_and_listed() -> None:
    result = ask_purity(WITH_HELPER, WITH_HELPER)

    assert (result.status, result.data["tier"]) == (Status.PASSED, "strict")
    assert [edit["what"] for edit in result.data["golden"]] == ["added: method A#helper()"]
    assert (result.data["golden_count"], result.data["residue_count"]) == (1, 0)


@pytest.mark.parametrize(
    ("after", "residue"),
    [
        (WITH_HELPER.replace("7", "8"), "added: method A#helper()"),
        (WITH_HELPER.replace("helper", "helping"), "added: method A#helping()"),
        (WITH_HELPER.replace("return 3", "return 4"), "changed: method A#other()"),
    ],
)
def test_any_other_edit_is_residue_though_the_golden_refactoring_edits_there(
    after: str, residue: str
) -> None:
    result = ask_purity(after, WITH_HELPER)

    assert (result.status, result.reason) == (Status.FAILED, Reason.IMPURE)
    assert result.data["residue"] == [residue]


def test_a_member_that_the_golden_refactoring_keeps_may_not_go() -> None:
    gone = AFTER.replace("  int other() { return 3; }\n", "")

    assert ask_purity(gone, AFTER).data["residue"] == ["removed: method A#other()"]
    assert ask_purity(gone, gone).status is Status.PASSED


def test_the_developers_own_code_has_the_purity_of_its_instance() -> None:
    reworded = AFTER.replace("g() { return 1 + 1", "g() { return 2")

    for purity in (STRICT, IMPURE):
        result = ask_purity(reworded, reworded, purity)
        assert (result.status, result.data["mined"]) == (Status.PASSED, "pure")
        assert result.data["verdict"] == purity.verdict
    assert ask_purity(reworded, AFTER).reason is Reason.IMPURE
    assert ask_purity(reworded, reworded, mined=IMPURE).reason is Reason.IMPURE


def test_code_without_what_the_golden_refactoring_brings_along_is_not_the_developers() -> None:
    reworded = AFTER.replace("g() { return 1 + 1", "g() { return 2")
    golden = reworded.removesuffix("}\n") + "  int helper() { return 7; }\n}\n"

    assert ask_purity(golden, golden).status is Status.PASSED
    assert ask_purity(reworded, golden).reason is Reason.IMPURE


def test_what_the_developers_edited_around_the_extracted_code_stays_an_edit() -> None:
    around = AFTER.replace("return g(); }", "log(); return g(); }")
    result = ask_purity(around, around)

    assert (result.status, result.reason) == (Status.FAILED, Reason.IMPURE)
    assert result.data["residue"] == ["changed: method A#f()"]


def test_nobody_asks_for_the_golden_refactoring_of_what_is_pure_without_it() -> None:
    def never() -> Mapping[str, str]:
        raise AssertionError("it is not needed")

    case = a_case(
        with_changes({"A.java": AFTER}),
        MemoryTree.of({"A.java": BASE}),
        "Extract Method:A#f()",
        analysis=Detecting(Detection(refactorings=(extraction(STRICT),))),
    )
    assert PurityCheck().run(replace(case, golden=never)).status is Status.PASSED


def test_a_proof_says_nothing_of_edits_that_are_not_listed() -> None:
    many = "".join(f"  int g{n}() {{ return {n}; }}\n" for n in range(MOST_LISTED + 1))
    failed = judge_purity(IMPURE, after=AFTER.removesuffix("}\n") + many + "}\n")

    assert failed.data["residue_count"] > len(failed.data["edits"])
    assert with_proof(failed, PROVED).reason is Reason.IMPURE


def test_a_file_that_was_not_read_is_not_compared_by_a_proof() -> None:
    unread = judge_purity(Purity(verdict=PurityVerdict.ERROR, comment="PurityChecker failed"))

    assert unread.reason is Reason.ANALYSIS
    assert with_proof(unread, PROVED).reason is Reason.ANALYSIS


def test_nothing_is_said_of_a_proof_that_was_not_sought() -> None:
    passed = judge_purity(STRICT)
    unasked = replace(NOT_PROVED, reason=Reason.NOT_SELECTED)
    unjudged = CheckResult(
        check=CheckName.PURITY, status=Status.NOT_APPLICABLE, reason=Reason.NOT_SELECTED
    )

    assert with_proof(passed, unasked) == passed
    assert with_proof(unjudged, PROVED) == unjudged
