"""Combine the runs of a base's suite into a measurement."""

from dataclasses import replace

from verifier.builds.builder import BaseMeasurement
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.measuring.stability import classify
from verifier.builds.measuring.strategy_choice import Chosen
from verifier.builds.options import StrategyName
from verifier.domain.pass_counts import TestCounts
from verifier.domain.testrun import BuildRun, TestRun

ONLY_OF_ONE = "several modules have code: no stop at the first failure, no planted faults, no inputs from tests for fuzzing"


def of_first_run(prepared: PreparedBase, chosen: Chosen, compiler: str) -> BaseMeasurement:
    """Return the measurement that the strategy's first run gives."""
    tests = chosen.trial.tests
    classes = classify([tests])
    return BaseMeasurement(
        stable_pass=classes.stable_pass,
        stable_fail=classes.stable_fail,
        skipped=classes.skipped,
        flaky=classes.flaky,
        strategy=chosen.trial.setup.strategy,
        strategy_reason=chosen.reason,
        jdk=prepared.jdk.version,
        jdk_reason=prepared.jdk_reason,
        compiler=compiler,
        seconds=chosen.run.seconds,
        notes=(
            *prepared.place_notes,
            *prepared.notes,
            *prepared.module_notes,
            *chosen.trial.notes,
            *_list_limits(prepared, chosen),
        ),
        runs=(TestCounts.of(tests),),
        touched=tests.touched,
    )


def _list_limits(prepared: PreparedBase, chosen: Chosen) -> tuple[str, ...]:
    """Name what our own launcher does not do if several modules have code."""
    direct = chosen.trial.setup.strategy is StrategyName.DIRECT
    return (ONLY_OF_ONE,) if direct and len(prepared.code) > 1 else ()


def with_further_runs(
    known: BaseMeasurement, first: TestRun, runs: list[BuildRun]
) -> BaseMeasurement:
    """Return a measurement of one run, extended by further runs."""
    tests = [first, *(run.tests for run in runs if run.tests is not None)]
    classes = classify(tests)
    return replace(
        known,
        stable_pass=classes.stable_pass,
        stable_fail=classes.stable_fail,
        skipped=classes.skipped,
        flaky=classes.flaky,
        seconds=max(known.seconds, *(run.seconds for run in runs), 0.0),
        runs=tuple(map(TestCounts.of, tests)),
        touched=frozenset().union(*(each.touched for each in tests)),
    )
