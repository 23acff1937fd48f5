"""The methods of a base that each of its tests reaches."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from verifier.domain.coverage import Coverage, names
from verifier.domain.refactoring import MethodId

ChangedFiles = Mapping[str, tuple[bytes, bytes | None]]
"""Class files of a base by path (`pkg/Outer$Inner.class`), each with the candidate's version; None if it is gone."""
OF_CLASS = "#"
"""The suffix of a class name that means all methods of the class."""


@dataclass(frozen=True, kw_only=True)
class ReachMap:
    """The methods of a base that each test executed, from one run.

    `tests` are ids in the order of the run. `methods` maps each method with code
    (`pkg.Class#name(I)V`) to the indices of its tests, as ranges: `0-3 7`, empty if no test
    executed it. Code of a lambda, or of a local or anonymous class, also counts for the enclosing
    method. The base's own code ran in the recorded process and could have forged the data. The map
    therefore only orders tests and decides nothing.
    """

    tests: tuple[str, ...]
    methods: Mapping[str, str]

    @classmethod
    def of(cls, coverage: Coverage) -> Self:
        """Build the map from a recording whose sessions are tests.

        The data of a session without a name is ignored.
        """
        places: dict[str, set[int]] = {}
        for method in coverage.methods:
            reached = {place for place in method.tests if coverage.tests[place]}
            for key in (method.key, *method.within):
                places.setdefault(key, set()).update(reached)
        return cls(
            tests=coverage.tests, methods={key: _ranges(found) for key, found in places.items()}
        )

    def keys_of(self, method: MethodId) -> tuple[str, ...]:
        """Return the class files' methods that match a method of the source.

        There are several if the descriptor is ambiguous.
        """
        found = tuple(key for key in self.methods if names(key, method))
        # A type variable without a bound has a name in the source but is Object in a descriptor.
        return found or tuple(key for key in self.methods if names(key, method, variables=True))

    def tests_of(self, methods: Iterable[str]) -> tuple[str, ...]:
        """Return the tests that reach any of these methods, in the order of the run.

        `Class#` means all methods of a class.
        """
        places = {
            place for key in self._find_known(methods) for place in _places(self.methods[key])
        }
        return tuple(self.tests[place] for place in sorted(places))

    def classes_of(self, methods: Iterable[str]) -> Mapping[str, int]:
        """Count, for each test class (as ids name it), how many of these methods it reaches.

        Classes that reach none are left out.
        """
        return Counter(name for key in self._find_known(methods) for name in self._classes(key))

    @cached_property
    def breadth(self) -> Mapping[str, int]:
        """Number of methods that each test class reaches in total."""
        return Counter(name for key in self.methods for name in self._classes(key))

    def _find_known(self, methods: Iterable[str]) -> set[str]:
        wanted = frozenset(methods)
        owners = tuple(key for key in wanted if key.endswith(OF_CLASS))
        inside = {key for key in self.methods if key.startswith(owners)} if owners else set()
        return inside | (wanted & self.methods.keys())

    def _classes(self, key: str) -> set[str]:
        return {self.tests[place].partition("#")[0] for place in _places(self.methods[key])}


def _ranges(places: Iterable[int]) -> str:
    found: list[list[int]] = []
    for place in sorted(places):
        if found and found[-1][1] == place - 1:
            found[-1][1] = place
        else:
            found.append([place, place])
    return " ".join(str(one) if one == last else f"{one}-{last}" for one, last in found)


def _places(ranges: str) -> Iterator[int]:
    for part in ranges.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
