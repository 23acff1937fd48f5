"""Combine the test runs of several modules into one run, with ids as in the project's own build."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from verifier.domain.coverage import Recording
from verifier.domain.testrun import BuildRun, TestRun

T = TypeVar("T")


def runs_together(runs: Mapping[str, BuildRun], *, named: bool) -> BuildRun:
    """Combine runs by module label; only the last may have ended early.

    Ids begin with the module if two modules have a class of that name, or if all are to be `named`.
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
        recording=_join_recordings([r for run in every if (r := run.recording) is not None], tests),
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


def _join_recordings(recordings: list[Recording], tests: Mapping[str, TestRun]) -> Recording | None:
    """Concatenate the agent's data of several JVMs, which is valid data too.

    Its sessions do not name their module, so tests are distinguished only if a single module ran
    tests.
    """
    if not recordings:
        return None
    trouble = next((each for each in recordings if each.trouble), None)
    if trouble is not None:
        return trouble
    return Recording(
        data=b"".join(each.data for each in recordings),
        by_test=len(tests) == 1 and all(each.by_test for each in recordings),
    )
