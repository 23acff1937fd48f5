"""Whether a run that its first failure ended shows a failed test, by the rules of a whole run.

It decides only what a whole run would decide in the same way: where anything else is odd about it, the
suite runs to its end and the usual rules judge that.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.builds.base import BaseMeasurement
from verifier.checks.rounds import ByThemselves, shown_outcomes
from verifier.domain.facts.tests import RerunFact
from verifier.domain.testrun import ROUNDS, BuildRun, TestOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class FailedEarly:
    """The stable tests that failed, those of them that failed alone too, and how many did not run."""

    failed: tuple[str, ...]
    real: tuple[str, ...]
    reruns: Mapping[str, RerunFact]
    not_run: int

    def failures(self, build: BuildRun, most: int) -> dict[str, str]:
        """The messages of the first of them."""
        known = {} if build.tests is None else build.tests.failures
        return {test: known.get(test, "") for test in self.failed[:most]}


def failed_early(measurement: BaseMeasurement, build: BuildRun) -> FailedEarly | None:
    """The failure that ended a run, confirmed in its rounds; None for any doubt.

    A doubt is a test that was seen twice or is newly skipped, a file of the tests that was written to,
    a process that was refused, a round without whole evidence, a test that only fails in company, a member of
    a suite that is not by itself what it is in there.
    """
    tests = build.tests
    if tests is None or len(build.rounds) != ROUNDS or build.starved:
        return None
    stable = measurement.stable_pass
    if not stable.isdisjoint(tests.conflicts) or not tests.touched <= measurement.touched:
        return None
    shown = shown_outcomes(stable, tests.outcomes)
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
