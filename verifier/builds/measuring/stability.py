"""Classify the tests of several runs of the base's suite as stable or flaky, and compare two runners."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.testrun import TestOutcome, TestRun

_IDENTIFIER = re.compile(r"[\w$.]+")
_CLASS = "<class>"
_WHOLE_CLASS = {"classMethod": _CLASS}
"""Gradle's name for our `<class>`: a class that failed before or after its tests."""
_INVOCATION = re.compile(r"\[\d+\].*$", re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Classes:
    """Each id is in exactly one class; an id that is missing from a run is flaky."""

    stable_pass: frozenset[str]
    stable_fail: frozenset[str]
    skipped: frozenset[str]
    flaky: frozenset[str]


def classify(runs: Sequence[TestRun]) -> Classes:
    """Split the ids of all runs by their outcomes; without runs all classes are empty.

    The invocations of one parameterised or repeated test share their code: if one is flaky, all
    passing and skipped ones count as flaky. If a test has a thousand invocations and skips each of
    them now and then, a few runs would otherwise call most of them stable.
    """
    ids = {test for run in runs for test in run.outcomes}
    conflicts = {test for run in runs for test in run.conflicts}
    found: dict[TestOutcome | None, set[str]] = {None: set(), **{o: set() for o in TestOutcome}}
    for test in ids:
        outcomes = {run.outcomes.get(test) for run in runs}
        only = next(iter(outcomes)) if len(outcomes) == 1 and test not in conflicts else None
        found[only].add(test)
    # A report may leave the first invocation without a number.
    doubtful = {_INVOCATION.sub("", test) for test in found[None]}
    fickle = {
        test
        for test in found[TestOutcome.PASSED] | found[TestOutcome.SKIPPED]
        if _INVOCATION.sub("", test) in doubtful
    }
    return Classes(
        stable_pass=frozenset(found[TestOutcome.PASSED] - fickle),
        stable_fail=frozenset(found[TestOutcome.FAILED]),
        skipped=frozenset(found[TestOutcome.SKIPPED] - fickle),
        flaky=frozenset(found[None] | fickle),
    )


def difference(ours: TestRun, theirs: TestRun) -> str:
    """Describe how two runners' results for one tree differ, class by class; empty if they agree.

    Runners name parameterised tests differently. So the comparison counts, per class, how often
    each method had each outcome; if names are display names and not methods, how often the class
    had each outcome. For a class that is skipped entirely, one runner reports one entry and another
    an entry per method: they agree if nothing of the class ran.
    """
    left, right = _by_class(ours.outcomes), _by_class(theirs.outcomes)
    whole = _find_skipped_classes(ours.outcomes) | _find_skipped_classes(theirs.outcomes)
    for name in sorted(left.keys() | right.keys()):
        mine, other = left.get(name, Counter()), right.get(name, Counter())
        ran_nothing = all(outcome is TestOutcome.SKIPPED for _, outcome in mine + other)
        if mine == other or (name in whole and ran_nothing):
            continue
        display = any(not _IDENTIFIER.fullmatch(method) for method, _ in other)
        if display and _outcomes(mine) == _outcomes(other):
            continue
        return f"{name}: {_say(mine - other)} against {_say(other - mine)}"
    return ""


def _by_class(outcomes: Mapping[str, TestOutcome]) -> dict[str, Counter[tuple[str, TestOutcome]]]:
    found: dict[str, Counter[tuple[str, TestOutcome]]] = {}
    for test, outcome in outcomes.items():
        if _is_skipped_class(test, outcome):
            continue
        owner, _, method = test.partition("#")
        # Runners name invocations differently, but all begin with the method's name.
        plain = re.split(r"[(\[{]", method, maxsplit=1)[0].strip()
        found.setdefault(owner, Counter())[_WHOLE_CLASS.get(plain, plain), outcome] += 1
    return found


def _find_skipped_classes(outcomes: Mapping[str, TestOutcome]) -> frozenset[str]:
    """Find the classes with an entry which says that the whole class was skipped."""
    skipped = (test.partition("#") for test in outcomes if _is_skipped_class(test, outcomes[test]))
    return frozenset(owner for owner, _, _ in skipped)


def _is_skipped_class(test: str, outcome: TestOutcome) -> bool:
    return outcome is TestOutcome.SKIPPED and test.partition("#")[2].startswith(_CLASS)


def _outcomes(methods: Counter[tuple[str, TestOutcome]]) -> Counter[TestOutcome]:
    total: Counter[TestOutcome] = Counter()
    for (_, outcome), count in methods.items():
        total[outcome] += count
    return total


def _say(methods: Counter[tuple[str, TestOutcome]]) -> str:
    parts = [f"{count} x {method} {outcome}" for (method, outcome), count in methods.items()]
    return ", ".join(sorted(parts)[:3]) or "nothing"
