"""Which candidates share a run, and which runs are kept."""

from dataclasses import replace

import pytest

from verifier.builds.judged_runs import JudgedRuns
from verifier.domain.source import EXECUTABLE_MODE, Candidate, FileChange
from verifier.domain.testrun import BuildRun, RunEnd, TestOutcome, TestRun

NONE: frozenset[str] = frozenset()


def run(outcome: TestOutcome = TestOutcome.PASSED, seconds: float = 1.0) -> BuildRun:
    tests = TestRun(outcomes={"p.T#a": outcome}, failures={}, complete=True)
    return BuildRun(
        end=RunEnd.EXITED, compiled=True, tests=tests, errors=(), seconds=seconds, log=""
    )


def candidate(**files: str | None) -> Candidate:
    changes = (
        FileChange(path=f"{name}.java", content=None if text is None else text.encode())
        for name, text in files.items()
    )
    return Candidate(changes=tuple(changes), patch="")


def test_the_first_run_of_identical_candidates_stays() -> None:
    runs = JudgedRuns()
    runs.keep(candidate(A="class A {}", B=None), NONE, run(seconds=1.0))
    runs.keep(candidate(A="class A {}", B=None), NONE, run(seconds=2.0))

    found = runs.get(candidate(B=None, A="class A {}"), NONE)

    assert found is not None
    assert found.seconds == 1.0


@pytest.mark.parametrize(
    ("other", "editable"),
    [
        (candidate(A="class A { }"), NONE),
        (candidate(A="class A {}\n"), NONE),
        (candidate(A=None), NONE),
        (candidate(B="class A {}"), NONE),
        (candidate(A="class A {}", B=""), NONE),
        (candidate(), NONE),
        (candidate(A="class A {}"), frozenset({"ATest.java"})),
        (
            Candidate(
                changes=(FileChange(path="A.java", content=b"class A {}", mode=EXECUTABLE_MODE),),
                patch="",
            ),
            NONE,
        ),
    ],
)
def test_any_other_byte_path_or_mode_has_a_run_of_its_own(
    other: Candidate, editable: frozenset[str]
) -> None:
    runs = JudgedRuns()
    runs.keep(candidate(A="class A {}"), NONE, run())

    assert runs.get(other, editable) is None


@pytest.mark.parametrize(
    "cut_short",
    [
        replace(run(), end=RunEnd.TIMEOUT),
        replace(run(), tests=None),
        replace(run(), tests=TestRun(outcomes={}, failures={}, complete=False)),
        replace(run(), starved=True),
    ],
    ids=["timeout", "no tests", "incomplete", "starved"],
)
def test_a_run_without_all_its_evidence_is_not_kept(cut_short: BuildRun) -> None:
    runs = JudgedRuns()
    runs.keep(candidate(A=""), NONE, cut_short)

    assert runs.get(candidate(A=""), NONE) is None


def test_equal_outcomes_are_kept_once() -> None:
    runs = JudgedRuns()
    for name in "AB":
        runs.keep(candidate(**{name: ""}), NONE, run())

    first, second = (runs.get(candidate(**{name: ""}), NONE) for name in "AB")

    assert first is not None
    assert second is not None
    assert first.tests is not None
    assert second.tests is not None
    assert first.tests.outcomes is second.tests.outcomes


def test_the_oldest_run_goes_first() -> None:
    runs = JudgedRuns(most=2)
    for name in "ABC":
        runs.keep(candidate(**{name: ""}), NONE, run())

    assert [runs.get(candidate(**{name: ""}), NONE) is None for name in "ABC"] == [
        True,
        False,
        False,
    ]
