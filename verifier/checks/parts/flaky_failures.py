"""What runs of some tests alone show: the tests fail, are flaky, or depend on the suite's order."""

import itertools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from verifier.builds.builder import BaseMeasurement
from verifier.builds.described.strategy import top_class
from verifier.domain.testrun import TestOutcome, TestRun

WHOLE_CLASS = "<class>"


def count(passed: dict[str, int], run: TestRun | None) -> None:
    """Count the tests that a round showed passed. A round that cannot be trusted shows none."""
    if run is None or not run.complete:
        return
    for test in passed:
        passed[test] += run.outcomes.get(test) is TestOutcome.PASSED


def unlike_their_suite(
    base: BaseMeasurement, run: TestRun | None, members: frozenset[str]
) -> frozenset[str]:
    """Return the members of suites that behave differently alone than in the base's whole suite.

    A round says nothing about these classes. A suite may run a class twice or in part, or run tests
    that are skipped elsewhere; the number of a test then means another test. Differences in flaky
    tests are ignored.
    """
    every = {
        **dict.fromkeys(base.stable_pass, TestOutcome.PASSED),
        **dict.fromkeys(base.stable_fail, TestOutcome.FAILED),
        **dict.fromkeys(base.skipped, TestOutcome.SKIPPED),
    }
    shown = {} if run is None or not run.complete else run.outcomes
    differ = {test for test, _ in every.items() ^ shown.items()} - base.flaky
    return members & set(map(top_class, differ))


@dataclass(kw_only=True)
class ByThemselves:
    """The results of running some tests alone, on the measured base and on a candidate in turn.

    There are at most `most` rounds. `base` and `candidate` count the rounds in which each test
    passed. `members` are the classes that only suites name.
    """

    tests: tuple[str, ...]
    measurement: BaseMeasurement
    most: int
    rounds: int = 0
    base: dict[str, int] = field(default_factory=dict)
    candidate: dict[str, int] = field(default_factory=dict)
    members: frozenset[str] = frozenset()
    _unlike: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.base, self.candidate = dict.fromkeys(self.tests, 0), dict.fromkeys(self.tests, 0)

    def add(self, base: TestRun | None, candidate: TestRun | None, members: frozenset[str]) -> None:
        """Add one round. Pass None for a run that cannot be trusted."""
        self.rounds += 1
        count(self.base, base)
        count(self.candidate, candidate)
        self.members |= members
        self._unlike |= unlike_their_suite(self.measurement, base, self.members)

    @property
    def undecided(self) -> bool:
        """Whether more rounds may show that a test really failed."""
        return any(
            self.base[t] in {0, self.rounds} and self.candidate[t] == 0 for t in self._speaking()
        )

    def real(self) -> set[str]:
        """Return the tests that pass in every round of the base and in none of the candidate."""
        return {t for t in self._speaking() if self.base[t] == self.most and self.candidate[t] == 0}

    def of_the_suite(self) -> set[str]:
        """Return the tests that only the whole suite can decide.

        They never pass alone, or are members of suites without a real failure.
        """
        never = {t for t in self.tests if self.base[t] == 0 == self.candidate[t]}
        return never | {t for t in self.tests if top_class(t) in self.members} - self.real()

    def _speaking(self) -> list[str]:
        return [t for t in self.tests if top_class(t) not in self._unlike]


def select_outcomes(
    passing: Iterable[str], outcomes: Mapping[str, TestOutcome]
) -> dict[str, TestOutcome | None]:
    """Return the outcome of each of these tests in a run, sorted by id.

    The outcome is None for a test that was not seen.
    """
    broken = {t.split("#")[0] for t in outcomes if _is_failed_class(t, outcomes)}
    return {t: outcomes.get(t) or _of_class(t, broken) for t in sorted(passing)}


def _of_class(test: str, broken: Collection[str]) -> TestOutcome | None:
    """Return the outcome of a test that was not seen.

    It is failed if the test's class or an enclosing class failed, otherwise None.
    """
    name = test.split("#", maxsplit=1)[0]
    around = itertools.accumulate(name.split("$"), "{}${}".format)
    return TestOutcome.FAILED if any(each in broken for each in around) else None


def _is_failed_class(test: str, outcomes: Mapping[str, TestOutcome]) -> bool:
    name = test.partition("#")[2]
    return name.startswith(WHOLE_CLASS) and outcomes[test] is TestOutcome.FAILED
