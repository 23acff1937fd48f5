"""What tests of the changed modules are called where one run builds the modules that need these, too.

There each id begins with its module. Alone the changed modules need that only where several of them have
a class of one name, and the base was measured by the names that they have alone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from verifier.builds.base import BaseMeasurement
from verifier.builds.module import Module
from verifier.domain.testrun import BuildRun, TestRun


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedIds:
    """Tells them from ids of other modules by what they begin with."""

    prefixes: frozenset[str]

    @classmethod
    def of(cls, changed: Iterable[Module]) -> "ChangedIds":
        """Those of the modules whose tests run for a change."""
        return cls(prefixes=frozenset(module.label for module in changed))

    def of_all(self, run: BuildRun) -> BuildRun:
        """A run of all modules; the changed ones' tests have the names that they have alone."""
        return _renamed(run, self.names)

    def of_others(self, run: BuildRun) -> BuildRun:
        """A run of all modules without the tests of the changed ones."""
        return _renamed(run, self._without_changed)

    def shows(self, own: BaseMeasurement, known: BaseMeasurement) -> bool:
        """Whether all that the changed modules show alone is seen of them among all modules too, and passes where it passes alone."""
        names = self.names(_seen(known))
        seen = {name: test for test, name in names.items() if self._is_one(test)}
        passed = {name for name, test in seen.items() if test in known.stable_pass}
        return own.stable_pass <= passed and _seen(own) <= seen.keys()

    def measured_others(self, known: BaseMeasurement) -> BaseMeasurement:
        """What was measured of all modules, of which only the others' tests are left; `runs` count all."""
        others = self._without_changed
        return replace(
            known,
            stable_pass=frozenset(others(known.stable_pass)),
            stable_fail=frozenset(others(known.stable_fail)),
            skipped=frozenset(others(known.skipped)),
            flaky=frozenset(others(known.flaky)),
        )

    def names(self, tests: Iterable[str]) -> dict[str, str]:
        """By ids of one run what they are called; a class of one name in several changed modules needs its module."""
        each = {test: test.partition(":") for test in tests}
        shared = Counter(
            owner
            for module, owner in {(m, t.partition("#")[0]) for m, _, t in each.values()}
            if module in self.prefixes
        )
        return {
            test: name if module in self.prefixes and shared[name.partition("#")[0]] == 1 else test
            for test, (module, _, name) in each.items()
        }

    def _without_changed(self, tests: Iterable[str]) -> dict[str, str]:
        return {test: test for test in tests if not self._is_one(test)}

    def _is_one(self, test: str) -> bool:
        return test.partition(":")[0] in self.prefixes


def _seen(known: BaseMeasurement) -> frozenset[str]:
    return known.stable_pass | known.stable_fail | known.skipped | known.flaky


def _renamed(run: BuildRun, names_of: Callable[[Iterable[str]], Mapping[str, str]]) -> BuildRun:
    return run if run.tests is None else replace(run, tests=_tests(run.tests, names_of))


def _tests(tests: TestRun, names_of: Callable[[Iterable[str]], Mapping[str, str]]) -> TestRun:
    names = names_of(tests.outcomes)
    return replace(
        tests,
        outcomes={names[t]: outcome for t, outcome in tests.outcomes.items() if t in names},
        failures={names[t]: text for t, text in tests.failures.items() if t in names},
        conflicts=tuple(names[t] for t in tests.conflicts if t in names),
    )
