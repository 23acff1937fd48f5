"""The tests check: only a stable test that was seen passed counts."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree
from tests.support.maven_subject import NoAnalysis, case_of, changes
from tests.support.scripted_builder import (
    F,
    P,
    S,
    ScriptedBuilder,
    make_measurement,
    make_refused_run,
    ran,
)
from verifier.builds.builder import BaseMeasurement
from verifier.builds.measuring.stability import classify
from verifier.builds.options import BuildOptions
from verifier.checks.tests import TestsCheck as Check
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.domain.source import Detection, SourceTrees
from verifier.domain.testrun import BuildRun, RunEnd, TestOutcome, TestRun

A, B = "p.T#a", "p.T#b"
FILE = "src/test/java/p/T.java"


class Renames(NoAnalysis):
    """Sees that p.T#b was renamed to p.T#c."""

    def detect(self, trees: SourceTrees) -> Detection:
        del trees
        sides = [
            RefactoringSide(file=FILE, method=MethodId(class_name="p.T", name=name))
            for name in ("b", "c")
        ]
        found = Refactoring(
            type_name="Rename Method", description="b to c", before=sides[0], after=sides[1]
        )
        return Detection(refactorings=(found,))


def builder(run: BuildRun) -> ScriptedBuilder:
    return ScriptedBuilder(base=make_measurement(A, B, flaky=["p.T#sometimes"]), run=run)


def check(
    made: ScriptedBuilder,
    evidence: Path,
    editable: frozenset[str] = frozenset(),
) -> CheckResult:
    case = case_of(
        made, MemoryTree({}), changes({}), evidence, editable=editable, analysis=Renames()
    )
    return Check().run(case)


def check_run(outcomes: Mapping[str, TestOutcome], evidence: Path) -> CheckResult:
    return check(builder(ran(outcomes)), evidence)


def test_the_seconds_are_those_of_the_tests_with_their_reruns(tmp_path: Path) -> None:
    run = replace(ran({A: P, B: P}), seconds=5.0, test_seconds=3.5)

    assert 3.5 <= check(builder(run), tmp_path).seconds < 4.0


def test_every_stable_test_seen_passed_passes(tmp_path: Path) -> None:
    result = check_run({A: P, B: P}, tmp_path)

    assert (result.status, result.details) == (Status.PASSED, "")
    assert result.data["evidence"] == "event-chain"


def test_51_what_fails_or_flickers_on_the_base_neither_helps_nor_hurts(tmp_path: Path) -> None:
    result = check_run({A: P, B: P, "p.T#red": F, "p.T#sometimes": F, "p.T#new": F}, tmp_path)

    assert result.status is Status.PASSED


@pytest.mark.parametrize(
    ("outcomes", "details"),
    [
        ({A: P}, "1 vanished: p.T#b"),
        ({}, "2 vanished: p.T#a, p.T#b"),
    ],
)
def test_a_test_that_was_not_seen_is_missing(
    tmp_path: Path, outcomes: Mapping[str, TestOutcome], details: str
) -> None:
    result = check_run(outcomes, tmp_path)

    assert (result.reason, result.details) == (Reason.TEST_MISSING, details)


def test_a_test_that_was_seen_twice_proves_nothing(tmp_path: Path) -> None:
    once = ran({A: P, B: P})
    assert once.tests is not None
    twice = replace(once, tests=replace(once.tests, conflicts=(A, "p.T#sometimes")))

    result = check(builder(twice), tmp_path)

    assert (result.reason, result.details) == (Reason.TAMPER, "1 seen twice: p.T#a")


def test_a_test_that_fails_alone_too_has_failed(tmp_path: Path) -> None:
    made = builder(ran({A: P, B: F}))
    made.base_reruns, made.candidate_reruns = [ran({B: P})], [ran({B: F})]

    result = check(made, tmp_path)

    assert (result.reason, result.details) == (Reason.TEST_FAILED, "1 failed: p.T#b")
    assert made.asked == [("base", B), ("candidate", B)] * 3
    assert result.data["failures"] == {B: "boom"}


MANY = tuple(f"p.T#{number:02}" for number in range(12))
FIRST, LAST = MANY[:10], MANY[10:]


def many() -> ScriptedBuilder:
    """Twelve tests that all fail."""
    made = ScriptedBuilder(base=make_measurement(*MANY), run=ran(dict.fromkeys(MANY, F)))
    made.base_reruns = [ran(dict.fromkeys(MANY, P))]
    return made


def test_once_ten_of_many_have_failed_the_others_are_not_run_again(tmp_path: Path) -> None:
    made = many()
    made.candidate_reruns = [ran(dict.fromkeys(MANY, F))]

    result = check(made, tmp_path)

    assert result.reason is Reason.TEST_FAILED
    assert result.details == ("10 failed: p.T#00, p.T#01, p.T#02 and 7 more; 2 more not run again")
    assert made.asked == [("base", *FIRST), ("candidate", *FIRST)] * 3


def test_behind_ten_flaky_tests_the_others_are_run_again(tmp_path: Path) -> None:
    made = many()
    made.candidate_reruns = [ran(dict.fromkeys(FIRST, P) | dict.fromkeys(LAST, F))]

    result = check(made, tmp_path)

    assert (result.reason, result.details) == (Reason.TEST_FAILED, "2 failed: p.T#10, p.T#11")
    assert made.asked[2:] == [("base", *LAST), ("candidate", *LAST)] * 3


def test_a_test_that_passes_alone_once_is_flaky(tmp_path: Path) -> None:
    made = builder(ran({A: P, B: F}))
    made.base_reruns = [ran({B: P})]
    made.candidate_reruns = [ran({B: F}), ran({B: P}), ran({B: F})]

    result = check(made, tmp_path)

    assert result.reason is Reason.FLAKY
    assert result.data["reruns"] == {B: {"base_passed": 2, "candidate_passed": 1, "rounds": 2}}


def test_rounds_end_where_no_test_can_be_decided_any_more(tmp_path: Path) -> None:
    made = builder(ran({A: F, B: F}))
    made.base_reruns = [ran({A: P, B: P})]
    made.candidate_reruns = [ran({A: P, B: F}), ran({A: P, B: P}), ran({A: P, B: P})]

    assert check(made, tmp_path).reason is Reason.FLAKY
    assert made.asked.count(("candidate", A, B)) == 2


def test_a_test_that_is_skipped_alone_too_is_missing(tmp_path: Path) -> None:
    made = builder(ran({A: P, B: S}))
    made.base_reruns, made.candidate_reruns = [ran({B: P})], [ran({B: S})]

    result = check(made, tmp_path)

    assert (result.reason, result.details) == (Reason.TEST_MISSING, "1 newly skipped: p.T#b")


def test_a_test_that_is_skipped_now_and_then_is_flaky(tmp_path: Path) -> None:
    made = builder(ran({A: P, B: S}))
    made.base_reruns, made.candidate_reruns = [ran({B: P})], [ran({B: P})]

    assert check(made, tmp_path).reason is Reason.FLAKY


def test_a_test_that_fails_alone_on_the_base_is_flaky(tmp_path: Path) -> None:
    made = builder(ran({A: P, B: F}))
    made.base_reruns = [ran({B: P}), ran({B: F}), ran({B: P})]
    made.candidate_reruns = [ran({B: F})]

    assert check(made, tmp_path).reason is Reason.FLAKY


def test_a_rerun_without_whole_evidence_shows_nothing_passed(tmp_path: Path) -> None:
    made = builder(ran({A: P, B: F}))
    made.base_reruns = [ran({B: P})]
    made.candidate_reruns = [ran({B: P}, tamper="no end")]

    assert check(made, tmp_path).reason is Reason.TEST_FAILED


def test_tampering_comes_before_all_outcomes(tmp_path: Path) -> None:
    result = check(builder(ran({A: P, B: P}, tamper="no end")), tmp_path)

    assert (result.reason, result.details) == (Reason.TAMPER, "no end")


@pytest.mark.parametrize(
    ("end", "reason"),
    [(RunEnd.TIMEOUT, Reason.TIMEOUT), (RunEnd.OUT_OF_MEMORY, Reason.RESOURCE)],
)
def test_a_run_over_a_limit_fails_for_that(tmp_path: Path, end: RunEnd, reason: Reason) -> None:
    assert check(builder(ran({}, end=end)), tmp_path).reason is reason


def test_what_was_not_compiled_was_not_tested(tmp_path: Path) -> None:
    result = check(builder(make_refused_run()), tmp_path)

    assert (result.status, result.reason) == (Status.NOT_APPLICABLE, Reason.NOT_REACHED)


def test_58_tests_of_a_class_whose_set_up_failed_have_failed(tmp_path: Path) -> None:
    made = builder(ran({"p.T#<class>": F}))
    made.base_reruns = [ran({A: P, B: P})]
    made.candidate_reruns = [ran({"p.T#<class>": F})]

    result = check(made, tmp_path)

    assert (result.reason, result.data["failed_count"]) == (Reason.TEST_FAILED, 2)


def test_a_renamed_test_of_the_instances_own_file_counts_under_its_new_id(tmp_path: Path) -> None:
    result = check(builder(ran({A: P, "p.T#c": P})), tmp_path, frozenset({FILE}))

    assert result.status is Status.PASSED
    assert result.data["moved"] == {B: "p.T#c"}


@pytest.mark.parametrize("outcome", [F, S])
def test_a_renamed_test_must_pass(tmp_path: Path, outcome: TestOutcome) -> None:
    result = check(builder(ran({A: P, "p.T#c": outcome})), tmp_path, frozenset({FILE}))

    assert result.reason is Reason.TEST_MISSING


def test_a_renamed_test_of_another_file_is_missing(tmp_path: Path) -> None:
    other = frozenset({"src/test/java/p/Other.java"})

    assert check(builder(ran({A: P, "p.T#c": P})), tmp_path, other).reason is Reason.TEST_MISSING


def test_58_tests_of_nested_classes_fail_with_the_class_around_them(tmp_path: Path) -> None:
    inner, similar = "p.T$In$Most#x", "p.Tx#x"
    base = make_measurement(inner, similar)
    made = ScriptedBuilder(base=base, run=ran({"p.T#<class>": F, similar: P}))
    made.base_reruns = [ran({inner: P, similar: P})]
    made.candidate_reruns = [ran({"p.T#<class>": F})]

    result = check(made, tmp_path)

    assert (result.reason, result.data["failed"]) == (Reason.TEST_FAILED, [inner])


def test_53_a_test_that_needs_others_before_it_is_confirmed_in_the_whole_suite(
    tmp_path: Path,
) -> None:
    made = builder(ran({A: P, B: F}))
    made.base_reruns = [ran({B: F}), ran({B: F}), ran({B: F}), ran({A: P, B: P})]
    made.candidate_reruns = [ran({B: F})]

    result = check(made, tmp_path)

    assert result.reason is Reason.TEST_FAILED
    assert made.asked[-4:] == [("base",), ("candidate",), ("base",), ("candidate",)]


def test_53_a_test_that_fails_in_one_of_the_whole_runs_alone_is_flaky(tmp_path: Path) -> None:
    made = builder(ran({A: P, B: F}))
    made.base_reruns = [ran({B: F}), ran({B: F}), ran({B: F}), ran({A: P, B: P})]
    made.candidate_reruns = [ran({B: F}), ran({B: F}), ran({B: F}), ran({B: F}), ran({A: P, B: P})]

    assert check(made, tmp_path).reason is Reason.FLAKY


def of_a_suite(*by_itself: Mapping[str, TestOutcome]) -> list[BuildRun]:
    """Runs of a class that no line of the build names."""
    return [replace(ran(outcomes), suite_members=frozenset({"p.T"})) for outcomes in by_itself]


ALIKE: Mapping[str, TestOutcome] = {A: P, B: P, "p.T#red": F, "p.T#off": S}


def test_a_member_of_a_suite_runs_by_itself_where_the_base_shows_the_same_tests_so(
    tmp_path: Path,
) -> None:
    made = builder(ran({A: P, B: F}))
    made.base_reruns, made.candidate_reruns = [ran(ALIKE)], of_a_suite({A: P, B: F})
    result = check(made, tmp_path)

    assert (result.reason, result.details) == (Reason.TEST_FAILED, "1 failed: p.T#b")
    assert made.asked == [("base", B), ("candidate", B)] * 3


def test_a_member_that_is_another_one_by_itself_is_decided_in_the_whole_suite(
    tmp_path: Path,
) -> None:
    made = builder(ran({A: P, B: F}))
    # There it runs twice, or some of it does: its numbers mean other tests.
    made.base_reruns = [ran({**ALIKE, "p.T#b[2]": P}), ran({A: P, B: P})]
    made.candidate_reruns = of_a_suite({A: P, B: F})
    result = check(made, tmp_path)

    assert (result.reason, result.details) == (Reason.TEST_FAILED, "1 failed: p.T#b")
    assert made.asked == [("base", B), ("candidate", B), *[("base",), ("candidate",)] * 2]


@pytest.mark.parametrize(("in_the_suite", "reason"), [(F, Reason.TEST_FAILED), (P, Reason.FLAKY)])
def test_a_member_that_fails_in_its_suite_alone_is_decided_there(
    tmp_path: Path, in_the_suite: TestOutcome, reason: Reason
) -> None:
    made = builder(ran({A: P, B: F}))
    made.base_reruns = [ran(ALIKE), ran({A: P, B: P})]
    made.candidate_reruns = [*of_a_suite({A: P, B: P}), ran({A: P, B: in_the_suite})]

    assert check(made, tmp_path).reason is reason
    assert made.asked == [("base", B), ("candidate", B), *[("base",), ("candidate",)] * 2]


def touching(run: BuildRun, *paths: str) -> BuildRun:
    assert run.tests is not None
    return replace(run, tests=replace(run.tests, touched=frozenset(paths)))


def test_a_run_that_writes_to_the_tests_own_files_is_tampering(tmp_path: Path) -> None:
    made = builder(touching(ran({A: P, B: P}), "src/test/resources/x.txt"))
    made.base_reruns = [ran({A: P, B: P})]

    result = check(made, tmp_path)

    assert result.reason is Reason.TAMPER
    assert (
        result.details == "1 of the tests' own files touched by the run: src/test/resources/x.txt"
    )


def test_what_the_base_writes_to_a_candidate_may_write_to(tmp_path: Path) -> None:
    made = builder(touching(ran({A: P, B: P}), "x", "y"))
    made.base = replace(made.base, touched=frozenset({"x"}))
    made.base_reruns = [touching(ran({A: P, B: P}), "y")]

    assert check(made, tmp_path).status is Status.PASSED


@pytest.mark.parametrize("run", [ran({A: P, B: F}), ran({A: P}), ran({}, tamper="broke off")])
def test_31_what_fails_where_a_thread_was_refused_is_put_down_to_it(
    tmp_path: Path, run: BuildRun
) -> None:
    assert check(builder(replace(run, starved=True)), tmp_path).reason is Reason.RESOURCE


def test_31_a_run_that_was_refused_a_thread_and_is_right_all_the_same_passes(
    tmp_path: Path,
) -> None:
    run = replace(ran({A: P, B: P}), starved=True)

    assert check(builder(run), tmp_path).status is Status.PASSED


def in_doubt(run: BuildRun) -> ScriptedBuilder:
    """A base whose test b passed in its first run, and failed in a later one."""
    first = make_measurement(A, B)
    return ScriptedBuilder(base=first, run=run, whole=make_measurement(A, flaky=[B]))


def test_who_passes_all_that_one_run_of_the_base_passed_needs_no_further_run(
    tmp_path: Path,
) -> None:
    made = in_doubt(ran({A: P, B: P, "p.T#red": F}))

    result = check(made, tmp_path)

    assert (result.status, made.asked) == (Status.PASSED, [])
    assert result.data["base"]["stable_pass"] == 2


@pytest.mark.parametrize("outcomes", [{A: P, B: F}, {A: P, B: S}, {A: P}])
def test_what_was_not_seen_passed_asks_for_the_bases_further_runs(
    tmp_path: Path, outcomes: Mapping[str, TestOutcome]
) -> None:
    made = in_doubt(ran(outcomes))

    result = check(made, tmp_path)

    assert (result.status, made.asked) == (Status.PASSED, [("whole",)])
    assert result.data["base"]["flaky"] == [B]


def test_a_test_seen_twice_asks_for_the_bases_further_runs(tmp_path: Path) -> None:
    once = ran({A: P, B: P})
    assert once.tests is not None
    made = in_doubt(replace(once, tests=replace(once.tests, conflicts=(B,))))

    assert check(made, tmp_path).status is Status.PASSED
    assert made.asked == [("whole",)]


def test_a_file_written_to_asks_for_the_bases_further_runs(tmp_path: Path) -> None:
    made = in_doubt(touching(ran({A: P, B: P}), "x"))
    made.whole = replace(make_measurement(A, B), touched=frozenset({"x"}))

    assert check(made, tmp_path).status is Status.PASSED
    assert made.asked == [("whole",)]


def test_a_run_that_proves_nothing_asks_for_no_further_run(tmp_path: Path) -> None:
    made = in_doubt(ran({A: P, B: P}, tamper="no end"))

    assert check(made, tmp_path).reason is Reason.TAMPER
    assert made.asked == []


IDS = (A, B, "p.T#c[1]", "p.T#c[2]", "p.T#d")


def test_one_run_of_the_base_or_three_give_the_same_verdicts(tmp_path: Path) -> None:
    chance = random.Random(15)
    passed_by_one = 0

    def a_run(*outcomes: TestOutcome | None) -> TestRun:
        seen = {t: o for t in IDS if (o := chance.choice(outcomes)) is not None}
        tests = ran(seen).tests
        assert tests is not None
        twice = tuple(t for t in seen if chance.random() < 0.02)
        touched = frozenset({"x"} if chance.random() < 0.1 else ())
        return replace(tests, conflicts=twice, touched=touched)

    for _ in range(3000):
        usual = (P,) * chance.choice((4, 30))
        runs = [a_run(*usual, F, S) for _ in range(3)]
        judged = replace(ran({}), tests=a_run(*usual, F, S, None))
        made = ScriptedBuilder(base=as_measured(runs[:1]), run=judged, whole=as_measured(runs))
        eager = ScriptedBuilder(base=as_measured(runs), run=judged)
        for each in (made, eager):
            each.base_reruns, each.candidate_reruns = (
                [ran({}), ran(dict.fromkeys(IDS, P))],
                [ran({})],
            )
        one, three = check(made, tmp_path), check(eager, tmp_path)
        assert (one.status, one.reason, one.details) == (three.status, three.reason, three.details)
        passed_by_one += one.status is Status.PASSED and ("whole",) not in made.asked

    assert passed_by_one > 300


def as_measured(runs: Sequence[TestRun]) -> BaseMeasurement:
    classes = classify(runs)
    return replace(
        make_measurement(),
        stable_pass=classes.stable_pass,
        stable_fail=classes.stable_fail,
        skipped=classes.skipped,
        flaky=classes.flaky,
        touched=frozenset().union(*(run.touched for run in runs)),
    )


@pytest.mark.parametrize(
    ("source", "strength"), [("event-chain", "strong"), ("surefire-xml", "weak")]
)
def test_the_strength_of_the_evidence_is_in_the_record(
    tmp_path: Path, source: str, strength: str
) -> None:
    run = ran({A: P, B: P})
    assert run.tests is not None
    run = replace(run, tests=replace(run.tests, evidence=source))

    assert check(builder(run), tmp_path).data["strength"] == strength


@pytest.mark.parametrize("rate", [0.01, 0.1, 0.5])
def test_52_a_test_that_fails_at_random_is_hardly_ever_held_against_a_candidate(
    tmp_path: Path, rate: float
) -> None:
    chance = random.Random(rate)
    trials, blamed = 2000, 0

    def now_and_then() -> BuildRun:
        return ran({A: F if chance.random() < rate else P, B: P})

    for _ in range(trials):
        if any(chance.random() < rate for _ in range(BuildOptions(cache=tmp_path).base_runs)):
            continue  # seen on the base: it is flaky or failing there, and counts for nothing
        made = builder(now_and_then())
        made.base_reruns = [now_and_then() for _ in range(9)]
        made.candidate_reruns = [now_and_then() for _ in range(9)]
        result = check(made, tmp_path)
        assert result.reason in {None, Reason.FLAKY, Reason.TEST_FAILED}
        blamed += result.reason is Reason.TEST_FAILED

    assert blamed / trials < 0.005


def judge_identical(
    run: BuildRun, evidence: Path, *, reuse: bool
) -> tuple[CheckResult, ScriptedBuilder]:
    made = builder(ran({A: P, B: F}))
    made.judged.keep(changes({}), frozenset(), replace(run, same_as="i/m/0"))
    made.base_reruns, made.candidate_reruns = [ran({B: P})], [ran({B: F})]
    case = case_of(made, MemoryTree({}), changes({}), evidence)
    return Check().run(replace(case, reuse_identical=reuse)), made


def test_65_the_run_of_an_identical_candidate_counts_and_the_record_says_whose(
    tmp_path: Path,
) -> None:
    result, made = judge_identical(ran({A: P, B: P}), tmp_path, reuse=True)

    assert (result.status, result.data["same_as"]) == (Status.PASSED, "i/m/0")
    assert made.asked == []


def test_65_what_failed_in_an_identical_candidate_is_run_again_before_it_counts(
    tmp_path: Path,
) -> None:
    result, made = judge_identical(ran({A: P, B: F}), tmp_path, reuse=True)

    assert (result.reason, result.data["same_as"]) == (Reason.TEST_FAILED, "i/m/0")
    assert made.asked == [("base", B), ("candidate", B)] * 3


def test_65_without_the_switch_each_has_its_own_tests(tmp_path: Path) -> None:
    result, _ = judge_identical(ran({A: P, B: P}), tmp_path, reuse=False)

    assert result.reason is Reason.TEST_FAILED
    assert "same_as" not in result.data
