"""Whether a run that stopped at its first failure shows a failed test.

The rules are those of a complete run, and the answer must be the same. If anything else about the
run is odd, the suite runs to its end and the usual rules judge that run.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.builds.builder import BaseMeasurement
from verifier.checks.parts.flaky_failures import ByThemselves, select_outcomes
from verifier.domain.facts.tests import RerunFact
from verifier.domain.testrun import ROUNDS, BuildRun, TestOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class FailedEarly:
    """The stable tests that failed, and those among them that also failed alone (`real`).

    `not_run` is the number of stable tests that did not run.
    """

    failed: tuple[str, ...]
    real: tuple[str, ...]
    reruns: Mapping[str, RerunFact]
    not_run: int

    def failures(self, build: BuildRun, most: int) -> dict[str, str]:
        """Return the messages of the first `most` failed tests."""
        known = {} if build.tests is None else build.tests.failures
        return {test: known.get(test, "") for test in self.failed[:most]}


def find_early_failure(measurement: BaseMeasurement, build: BuildRun) -> FailedEarly | None:
    """Return the failure that stopped a run, if its rounds confirm it; None in case of any doubt.

    These are doubts: a test was seen twice or is newly skipped, a test's file was written to, a
    process was refused, a round has no whole evidence, a test fails only together with others, or a
    member of a suite behaves differently alone.
    """
    tests = build.tests
    if tests is None or len(build.rounds) != ROUNDS or build.starved:
        return None
    stable = measurement.stable_pass
    if not stable.isdisjoint(tests.conflicts) or not tests.touched <= measurement.touched:
        return None
    shown = select_outcomes(stable, tests.outcomes)
    if TestOutcome.SKIPPED in shown.values():
        return None
    failed = tuple(t for t, outcome in shown.items() if outcome is TestOutcome.FAILED)
    alone = ByThemselves(tests=failed, measurement=measurement, most=ROUNDS)
    for each in build.rounds:
        if not each.base.complete or not each.candidate.complete:
            return None
        alone.add(each.base, each.candidate, build.suite_members)
    real = tuple(t for t in failed if t in alone.real())
    if not real:
        return None
    return FailedEarly(
        failed=failed,
        real=real,
        reruns={
            t: RerunFact(
                base_passed=alone.base[t], candidate_passed=alone.candidate[t], rounds=ROUNDS
            )
            for t in failed
        },
        not_run=sum(outcome is None for outcome in shown.values()),
    )
