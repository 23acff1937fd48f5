"""Test ids of the changed modules if one run also builds the modules that depend on them.

In such a run each id begins with its module. A run of the changed modules alone adds the module
only if several of them have a class with the same name, and the base was measured with these
shorter ids.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from verifier.builds.builder import BaseMeasurement
from verifier.builds.described.module import Module
from verifier.domain.testrun import BuildRun, TestRun


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedIds:
    """Distinguishes ids of the changed modules from ids of others by their prefix."""

    prefixes: frozenset[str]

    @classmethod
    def of(cls, changed: Iterable[Module]) -> "ChangedIds":
        """Create it from the modules whose tests run for a change."""
        return cls(prefixes=frozenset(module.label for module in changed))

    def of_all(self, run: BuildRun) -> BuildRun:
        """Return a run of all modules, with the tests of the changed modules renamed to their shorter ids."""
        return _rename(run, self.names)

    def of_others(self, run: BuildRun) -> BuildRun:
        """Return a run of all modules without the tests of the changed modules."""
        return _rename(run, self._without_changed)

    def shows(self, own: BaseMeasurement, known: BaseMeasurement) -> bool:
        """Whether every test of the changed modules that their own run shows also appears in the
        run of all modules, and passes there if it passes in their own run.
        """
        names = self.names(_all_ids(known))
        seen = {name: test for test, name in names.items() if self._is_one(test)}
        passed = {name for name, test in seen.items() if test in known.stable_pass}
        return own.stable_pass <= passed and _all_ids(own) <= seen.keys()

    def select_others(self, known: BaseMeasurement) -> BaseMeasurement:
        """Return the measurement of all modules with only the tests of the others; `runs` still counts all."""
        others = self._without_changed
        return replace(
            known,
            stable_pass=frozenset(others(known.stable_pass)),
            stable_fail=frozenset(others(known.stable_fail)),
            skipped=frozenset(others(known.skipped)),
            flaky=frozenset(others(known.flaky)),
        )

    def names(self, tests: Iterable[str]) -> dict[str, str]:
        """Map the ids of one run to the shorter ids; a class name that several changed modules
        share keeps its module.
        """
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


def _all_ids(known: BaseMeasurement) -> frozenset[str]:
    return known.stable_pass | known.stable_fail | known.skipped | known.flaky


def _rename(run: BuildRun, names_of: Callable[[Iterable[str]], Mapping[str, str]]) -> BuildRun:
    return run if run.tests is None else replace(run, tests=_tests(run.tests, names_of))


def _tests(tests: TestRun, names_of: Callable[[Iterable[str]], Mapping[str, str]]) -> TestRun:
    names = names_of(tests.outcomes)
    return replace(
        tests,
        outcomes={names[t]: outcome for t, outcome in tests.outcomes.items() if t in names},
        failures={names[t]: text for t, text in tests.failures.items() if t in names},
        conflicts=tuple(names[t] for t in tests.conflicts if t in names),
    )
