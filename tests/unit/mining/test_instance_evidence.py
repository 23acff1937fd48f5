"""What validation and the prover say of an instance, in few lines or in all."""

from dataclasses import replace

from tests.support.instances import make_mined
from tests.support.validated import validation
from verifier.domain.facts.coverage import CountFact, CoverageFacts, Part, SideFact, StretchFact
from verifier.domain.facts.tests import BaseFacts
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.proof import ProofOutcome
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.unproved import Unproved
from verifier.domain.validation import GoldenPurity, GoldenResult, Step
from verifier.mining.instance_evidence import no_strict_success, proof_lines, validation_lines

NOTHING = CountFact(covered=0, total=0)


def side(covered: int, *missed: int) -> SideFact:
    lines = CountFact(covered=covered, total=covered + len(missed))
    stretch = StretchFact(
        part=Part.REFACTORED,
        file="A.java",
        method="p.A#g()",
        first_line=3,
        last_line=9,
        lines=lines,
        branches=NOTHING,
        missed=missed,
    )
    return SideFact(lines=lines, branches=CountFact(covered=1, total=2), stretches=(stretch,))


COVERED = CoverageFacts(
    measured=True,
    reason="",
    agent="0.8.14",
    before=side(4, 7),
    after=side(5),
    reached_by=("p.ATest",),
    reached_by_tests=("p.ATest#a", "p.ATest#b"),
    reached_by_count=2,
)


def make_validated() -> Instance:
    found = validation()
    tree = replace(
        found.build.before,
        strategy="direct",
        jdk="17.0.1",
        modules=("core", "app"),
        untested={"app": "no tests of its own"},
        notes=("a plugin was left out",),
        tools={"maven": "3.9.9"},
        tests=BaseFacts(
            stable_pass=12, stable_fail=("p.T#f",), skipped=1, flaky=("p.T#z",), runs=((13, 1),)
        ),
    )
    suites = replace(
        found.build.tests,
        kept=11,
        renamed={"p.T#a": "p.T#b"},
        vanished=("p.T#v",),
        vanished_count=1,
    )
    return make_mined(
        build=replace(found.build, before=tree, tests=suites, image="sha256:1"),
        coverage=replace(found.coverage, facts=COVERED),
        golden=GoldenResult(
            status=Status.FAILED,
            reason=Reason.TEST_FAILED,
            details="p.T#a\nfails",
            check=CheckName.TESTS,
        ),
    )


def test_in_short_each_step_is_a_line() -> None:
    assert list(validation_lines(make_validated())) == [
        "builds before  passed: direct, JDK 17.0.1",
        "builds after   passed",
        "tests pass     passed: 11 kept, 1 renamed, 1 vanished",
        (
            "covered        passed: lines 4/5 before, 5/5 after; branches 1/2 before, 1/2 after;"
            " 2 tests run it"
        ),
        "golden         failed: TEST_FAILED, check tests: p.T#a",
    ]


def test_in_full_nothing_is_left_out() -> None:
    found = "\n".join(validation_lines(make_validated(), in_full=True))

    for said in (
        "modules: core, app",
        "app was compiled and not tested: no tests of its own",
        "12 tests pass in every run, 1 skipped; runs: 13 passed and 1 failed",
        "fails in every run: p.T#f",
        "runs differ: p.T#z",
        "note: a plugin was left out",
        "maven 3.9.9",
        "renamed: p.T#a -> p.T#b",
        "vanished: p.T#v",
        "before: refactored A.java:3-9 p.A#g(): lines 4/5, branches 0/0; never ran: 7",
        "p.ATest#b",
        "fails",
        "sandbox docker, image sha256:1",
    ):
        assert f"  {said}" in found.splitlines(), said


def test_a_step_that_was_lost_says_why_and_what_nobody_asked_says_so() -> None:
    found = validation(Step.BUILDS_AFTER, golden=False)
    lost = make_mined(build=found.build, coverage=found.coverage)

    lines = list(validation_lines(lost))

    assert lines[1] == "builds after   inconclusive: BASE_INVALID: as it was written"
    assert lines[4] == "golden         not asked"
    assert list(validation_lines(make_mined())) == [
        "not validated: `refverify validate` builds and tests both sides"
    ]


def test_coverage_that_was_not_measured_has_no_figure() -> None:
    facts = CoverageFacts(measured=False, reason="no agent", agent="")
    found = validation(Step.COVERED, Reason.NOT_MEASURED)
    one = make_mined(build=found.build, coverage=replace(found.coverage, facts=facts))

    assert "covered        inconclusive: NOT_MEASURED: as it was written" in list(
        validation_lines(one)
    )


def test_code_without_a_branch_has_no_figure_of_branches() -> None:
    assert COVERED.before is not None
    assert COVERED.after is not None
    facts = replace(
        COVERED,
        before=replace(COVERED.before, branches=NOTHING),
        after=replace(COVERED.after, branches=NOTHING),
    )
    found = validation()
    coverage = replace(found.coverage, facts=facts)

    lines = list(validation_lines(make_mined(build=found.build, coverage=coverage)))

    assert lines[3] == "covered        passed: lines 4/5 before, 5/5 after; 2 tests run it"


STRICT = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT)


def of_purity(purity: Purity) -> list[str]:
    return list(proof_lines(purity))


def test_a_proof_is_told_or_why_there_is_none_with_both_places() -> None:
    why = Unproved(
        outcome=ProofOutcome.NOT_PROVED,
        reason="other-call",
        why="calls another method",
        before="p/A.java:3",
        after="p/A.java:7",
    )

    assert of_purity(replace(STRICT, tier=PurityTier.PROVED)) == [
        "proved from the byte code of both versions"
    ]
    assert of_purity(replace(STRICT, unproved=why)) == [
        "no proof found, which says nothing against it; other-call: calls another method",
        "before  p/A.java:3",
        "after   p/A.java:7",
    ]
    assert of_purity(replace(STRICT, unproved=Unproved(outcome=ProofOutcome.NOT_SUPPORTED))) == [
        "not supported: nothing of the change is byte code to compare"
    ]
    broken = Unproved(outcome=ProofOutcome.UNRESOLVED, reason="unresolved", why="compile errors")
    assert of_purity(replace(STRICT, unproved=broken)) == [
        "unresolved: code that the proof needs does not compile here; compile errors"
    ]
    assert of_purity(STRICT) == ["not tried: `refverify mine --prove` looks for a proof"]
    assert of_purity(Purity(verdict=PurityVerdict.IMPURE)) == [
        "not tried: only refactorings that PurityChecker calls pure are proved"
    ]


def test_it_is_said_that_the_golden_refactoring_can_be_no_strict_success() -> None:
    around = make_mined(edited_around=("changed: method p.A#f()",))
    found = make_validated()
    assert found.golden is not None
    purity = GoldenPurity(
        status=Status.INCONCLUSIVE, reason=Reason.DIFFERENCE_SHOWN, details="value 2 differs\nhere"
    )
    open_ = replace(found, golden=replace(found.golden, purity=purity))
    passed = replace(found.golden, purity=GoldenPurity(status=Status.PASSED))

    assert no_strict_success(around) == (
        "golden: no strict success possible: edited around the refactored code: changed: method p.A#f()"
    )
    assert next(validation_lines(open_)) == (
        "golden: no strict success possible: DIFFERENCE_SHOWN: value 2 differs"
    )
    assert no_strict_success(make_mined(edited_around=())) == ""
    assert no_strict_success(replace(around, golden=passed)) == ""
