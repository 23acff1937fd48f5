"""A run that its first failure ended: it is judged as the whole run would be, or not at all."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree
from tests.support.maven_subject import NoAnalysis, case_of, changes
from tests.support.scripted_builder import F, P, S, ScriptedBuilder, make_measurement, ran
from verifier.checks.parts.first_failure import find_early_failure
from verifier.checks.tests import TestsCheck as Check
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.reach import ChangedFiles, ReachMap
from verifier.domain.testrun import BuildRun, Round, TestOutcome, TestRun, TestsUntil
from verifier.errors import AnalysisError

A, B, C = "p.T#a", "p.T#b", "p.U#c"


def make_tests(outcomes: dict[str, TestOutcome]) -> TestRun:
    tests = ran(outcomes).tests
    assert tests is not None
    return tests


def rounds(base: Sequence[TestOutcome], candidate: Sequence[TestOutcome]) -> tuple[Round, ...]:
    pairs = zip(base, candidate, strict=True)
    return tuple(Round(base=make_tests({A: b}), candidate=make_tests({A: c})) for b, c in pairs)


REAL = rounds([P, P, P], [F, F, F])


def make_run(outcomes: dict[str, TestOutcome], alone: tuple[Round, ...] = REAL) -> BuildRun:
    """A run without an end, as the launcher leaves it at a failure."""
    run = ran(outcomes, tamper="the JVM ended before the launcher had reported its end")
    return replace(run, rounds=alone)


def judge_early(early: BuildRun | None, evidence: Path) -> tuple[CheckResult, ScriptedBuilder]:
    made = ScriptedBuilder(base=make_measurement(A, B, C), run=ran({A: P, B: P, C: P}), early=early)
    case = case_of(made, MemoryTree({}), changes({}), evidence, until=TestsUntil.FIRST_FAILURE)
    return Check().run(case), made


def test_a_confirmed_failure_is_told_with_what_did_not_run(tmp_path: Path) -> None:
    result, made = judge_early(make_run({B: P, A: F}), tmp_path)

    assert (result.status, result.reason) == (Status.FAILED, Reason.TEST_FAILED)
    assert result.details == "1 failed: p.T#a; 1 more not run"
    assert result.data["not_run"] == 1
    assert result.data["seen"] == {"passed": 1, "failed": 1, "skipped": 0}
    assert result.data["complete"] is False
    assert result.data["reruns"] == {A: {"base_passed": 3, "candidate_passed": 0, "rounds": 3}}
    assert made.asked == [("first failure",)]


def test_the_whole_measurement_says_what_is_stable(tmp_path: Path) -> None:
    made = ScriptedBuilder(
        base=make_measurement(A, B, C),
        whole=make_measurement(B, C, flaky=[A]),
        run=ran({A: F, B: P, C: P}),
        early=make_run({A: F}),
    )
    case = case_of(made, MemoryTree({}), changes({}), tmp_path, until=TestsUntil.FIRST_FAILURE)

    assert Check().run(case).status is Status.PASSED


WEAK = replace(REAL[0], base=replace(REAL[0].base, complete=False))
DOUBTS = {
    "no test failed": make_run({A: P}),
    "what failed is no stable test": make_run({"p.T#red": F, A: P}),
    "the base fails alone once": make_run({A: F}, rounds([P, F, P], [F, F, F])),
    "the candidate passes alone once": make_run({A: F}, rounds([P, P, P], [F, P, F])),
    "a round is missing": make_run({A: F}, REAL[:2]),
    "a round has no whole evidence": make_run({A: F}, (WEAK, *REAL[1:])),
    "a test is newly skipped": make_run({B: S, A: F}),
    "a process was refused": replace(make_run({A: F}), starved=True),
}


@pytest.mark.parametrize("early", DOUBTS.values(), ids=DOUBTS)
def test_for_any_doubt_the_whole_suite_runs(early: BuildRun, tmp_path: Path) -> None:
    result, _ = judge_early(early, tmp_path)

    assert result.status is Status.PASSED
    assert "not_run" not in result.data


def test_a_test_that_was_seen_twice_or_a_file_that_was_written_to_is_a_doubt() -> None:
    run = make_run({A: F})
    assert run.tests is not None
    twice = replace(run, tests=replace(run.tests, conflicts=(A,)))
    written = replace(run, tests=replace(run.tests, touched=frozenset({"src/test/java/p/T.java"})))

    assert find_early_failure(make_measurement(A, B), run) is not None
    assert find_early_failure(make_measurement(A, B), twice) is None
    assert find_early_failure(make_measurement(A, B), written) is None


def of_a_suite(*alone: Round) -> BuildRun:
    """A failure in a class that no line of the build names."""
    return replace(make_run({A: F}, alone), suite_members=frozenset({"p.T"}))


def test_a_member_of_a_suite_must_have_the_tests_by_itself_that_it_has_there() -> None:
    failing = make_tests({A: F, B: F})
    alike = Round(base=make_tests({A: P, B: P, "p.T#red": F, "p.T#off": S}), candidate=failing)
    twice_there = replace(alike, base=make_tests({A: P, "p.T#red": F, "p.T#off": S}))
    more_here = replace(alike, base=make_tests({**alike.base.outcomes, "p.T#a[2]": P}))
    skipped_here = replace(alike, base=make_tests({**alike.base.outcomes, B: S}))
    of_others = replace(alike, base=make_tests({**alike.base.outcomes, "p.V#x": P}))

    def tells(*rounds: Round, flaky: Sequence[str] = ()) -> bool:
        return (
            find_early_failure(make_measurement(A, B, C, flaky=flaky), of_a_suite(*rounds))
            is not None
        )

    assert tells(alike, alike, alike)
    assert tells(of_others, of_others, of_others)
    assert not tells(alike, alike, twice_there)
    assert not tells(more_here, alike, alike)
    assert not tells(alike, skipped_here, alike)
    # What comes and goes on the base does so in its rounds.
    assert tells(more_here, alike, alike, flaky=["p.T#a[2]"])
    # A class that the build names is what it is.
    lines = replace(of_a_suite(*[twice_there] * 3), suite_members=frozenset({"p.U"}))
    assert find_early_failure(make_measurement(A, B, C), lines) is not None


def test_a_class_whose_set_up_failed_has_all_its_tests_failed() -> None:
    alone = tuple(
        Round(base=make_tests({A: P, B: P}), candidate=make_tests({"p.T#<class>": F}))
        for _ in range(3)
    )

    found = find_early_failure(make_measurement(A, B, C), make_run({"p.T#<class>": F}, alone))

    assert found is not None
    assert (found.real, found.not_run) == ((A, B), 1)


def test_nobody_is_asked_for_the_near_tests_where_all_are_wanted(tmp_path: Path) -> None:
    made = ScriptedBuilder(base=make_measurement(A), run=ran({A: P}), early=make_run({A: F}))

    assert Check().run(case_of(made, MemoryTree({}), changes({}), tmp_path)).status is Status.PASSED
    assert made.asked == []


class Comparing(NoAnalysis):
    """Gives prepared methods, or fails without them; `asked` has the paths of each question."""

    def __init__(self, *methods: str) -> None:
        self.methods = frozenset(methods)
        self.asked: list[tuple[str, ...]] = []

    def changed_methods(self, files: ChangedFiles) -> frozenset[str]:
        self.asked.append(tuple(files))
        if not self.methods:
            raise AnalysisError("the worker died")
        return self.methods


FILES: ChangedFiles = {"p/A.class": (b"old", b"new")}
REACH = ReachMap(tests=(A,), methods={"p.A#f()V": "0"})


@pytest.mark.parametrize(
    ("methods", "reach", "files", "asked", "passed"),
    [
        pytest.param(["p.A#f()V"], REACH, FILES, 1, ("p.A#f()V",), id="methods"),
        pytest.param([], REACH, FILES, 1, (), id="no answer"),
        pytest.param(["p.A#f()V"], None, FILES, 0, (), id="no map"),
        pytest.param(["p.A#f()V"], REACH, {}, 0, (), id="no class file differs"),
    ],
)
def test_the_near_tests_follow_from_the_methods_that_the_analysis_finds(
    tmp_path: Path,
    *,
    methods: Sequence[str],
    reach: ReachMap | None,
    files: ChangedFiles,
    asked: int,
    passed: tuple[str, ...],
) -> None:
    made = ScriptedBuilder(base=make_measurement(A), run=ran({A: P}))
    made.known_reach, made.changed_files = reach, files
    analysis, until = Comparing(*methods), TestsUntil.FIRST_FAILURE
    case = case_of(made, MemoryTree({}), changes({}), tmp_path, analysis=analysis, until=until)

    assert Check().run(case).status is Status.PASSED
    assert analysis.asked == [("p/A.class",)] * asked
    assert ("first failure", *passed) in made.asked


def test_the_methods_are_asked_for_before_the_checks_of_class_files_begin(tmp_path: Path) -> None:
    made = ScriptedBuilder(base=make_measurement(A), run=ran({A: P}))
    made.known_reach, made.changed_files = REACH, FILES
    analysis, found = Comparing("p.A#f()V"), list[int]()
    case = replace(
        case_of(made, MemoryTree({}), changes({}), tmp_path, analysis=analysis),
        tests_until=TestsUntil.FIRST_FAILURE,
        begin_early=lambda _: found.append(len(analysis.asked)),
    )

    _ = case.build

    assert found == [1]
