"""The runs of several modules' tests as one run, with ids as the project's own build gives them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from verifier.domain.coverage import Recording
from verifier.domain.testrun import BuildRun, TestRun

T = TypeVar("T")


def runs_together(runs: Mapping[str, BuildRun], *, named: bool) -> BuildRun:
    """Runs by the label of their module, of which only the last may have ended early.

    Ids begin with the module where two modules have a class of that name, or where all are to be `named`.
    """
    every = list(runs.values())
    last = every[-1]
    tests = {label: run.tests for label, run in runs.items() if run.tests is not None}
    whole = len(tests) == len(runs)
    return replace(
        last,
        tests=_tests_together(tests, named=named) if whole else None,
        log="\n".join(run.log for run in every),
        seconds=sum(run.seconds for run in every),
        test_seconds=sum(run.test_seconds for run in every),
        recording=_recorded_together(
            [r for run in every if (r := run.recording) is not None], tests
        ),
        starved=any(run.starved for run in every),
    )


def _tests_together(tests: Mapping[str, TestRun], *, named: bool) -> TestRun:
    owners = Counter(o for t in tests.values() for o in {_owner(test) for test in t.outcomes})

    def in_module(label: str, test: str) -> str:
        return f"{label}:{test}" if named or owners[_owner(test)] > 1 else test

    def by_module(values: Mapping[str, Mapping[str, T]]) -> dict[str, T]:
        return {in_module(label, test): v for label, of in values.items() for test, v in of.items()}

    first = next(iter(tests.values()))
    conflicts = (in_module(label, test) for label, t in tests.items() for test in t.conflicts)
    return replace(
        first,
        outcomes=by_module({label: t.outcomes for label, t in tests.items()}),
        failures=by_module({label: t.failures for label, t in tests.items()}),
        conflicts=tuple(sorted(conflicts)),
        complete=all(t.complete for t in tests.values()),
        tamper=tuple(sign for t in tests.values() for sign in t.tamper),
        touched=frozenset().union(*(t.touched for t in tests.values())),
    )


def _owner(test: str) -> str:
    return test.partition("#")[0]


def _recorded_together(
    recordings: list[Recording], tests: Mapping[str, TestRun]
) -> Recording | None:
    """The agent's data of one JVM after the other is such data too; its sessions do not say of which module they are."""
    if not recordings:
        return None
    trouble = next((each for each in recordings if each.trouble), None)
    if trouble is not None:
        return trouble
    return Recording(
        data=b"".join(each.data for each in recordings),
        by_test=len(tests) == 1 and all(each.by_test for each in recordings),
    )
