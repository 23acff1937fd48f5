"""Find the tests of the base that reach an instance's methods, from its measurement in the cache."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from verifier.builds.evidence.reach_maps import read_reach_maps
from verifier.domain.instance import Instance
from verifier.printable import pluralize, printable

CLASSES_SHOWN = 12
"""Number of test classes that the short form shows."""


def list_reaching(instance: Instance, cache: Path, *, in_full: bool = False) -> Iterator[str]:
    """Yield a line per method of the instance's base and its test classes, or with `in_full` its
    tests.

    A method without a record gives no line, for example one in another module. The whole method
    counts, not only its refactored part.
    """
    maps = list(read_reach_maps(cache, instance.parent))
    before = instance.before
    for method in dict.fromkeys(m for m in (before.method, before.partner) if m is not None):
        found = next((each for each in maps if each.keys_of(method)), None)
        if found is None:
            continue
        tests = found.tests_of(found.keys_of(method))
        yield f"{printable(str(method))}: {pluralize(len(tests), 'test')} of {sum(map(bool, found.tests))}"
        yield from (f"  {printable(line)}" for line in (tests if in_full else _classes(tests)))


def _classes(tests: tuple[str, ...]) -> Iterator[str]:
    """Test classes with their number of tests, in the order of the run."""
    found = Counter(test.partition("#")[0] for test in tests)
    yield from (f"{name} ({count})" for name, count in list(found.items())[:CLASSES_SHOWN])
    if len(found) > CLASSES_SHOWN:
        yield f"... and {pluralize(len(found) - CLASSES_SHOWN, 'more class', 'more classes')}"
