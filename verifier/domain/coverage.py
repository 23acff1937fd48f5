"""What tests executed: the agent's recording, and the coverage that JaCoCo's library reads from it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from verifier.domain.parameter_type import canonical_type
from verifier.domain.refactoring import MethodId


@dataclass(frozen=True, kw_only=True, slots=True)
class Recording:
    """JaCoCo's recording of one test run.

    The tested code ran in the same process and may have forged it.

    `data` is an execution data file. If it is empty, `trouble` explains why, for people. `forged`
    is true if the data is missing or altered although other runs of the same tests leave it.
    `by_test` is true if each session is one test and has the test's id.
    """

    data: bytes = b""
    trouble: str = ""
    forged: bool = False
    by_test: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverageRequest:
    """Which class files a recording is read with.

    `sources` limits the answer to these source files (`pkg/File.java`, as class files name them);
    empty means all. `expected` are binary names of classes that must have run.
    """

    recording: Path
    folders: tuple[Path, ...]
    sources: frozenset[str] = frozenset()
    expected: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class Counter:
    """The number of lines or branches, and how many of them ran."""

    covered: int = 0
    total: int = 0

    def __add__(self, other: Self) -> "Counter":
        return Counter(covered=self.covered + other.covered, total=self.total + other.total)


@dataclass(frozen=True, kw_only=True, slots=True)
class LineCoverage:
    """One line of a method that has byte code, with counts of its instructions and branches."""

    number: int
    instructions: Counter
    branches: Counter

    @property
    def ran(self) -> bool:
        """Whether any instruction of the line was executed."""
        return self.instructions.covered > 0


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodCoverage:
    """One method of a class file: binary class name, name and descriptor.

    `file` is the source file's name in the class file. `within` holds the keys of the enclosing
    methods, innermost first, if this is code of a lambda or of a local or anonymous class. `tests`
    are indices into `Coverage.tests`.
    """

    class_name: str
    name: str
    descriptor: str
    file: str
    lines: tuple[LineCoverage, ...] = ()
    within: tuple[str, ...] = ()
    tests: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The method as `pkg.Class#name(I)V`."""
        return f"{self.class_name}#{self.name}{self.descriptor}"

    def is_part_of(self, method: MethodId, *, variables: bool = False) -> bool:
        """Whether this is the given method, or code inside it; for `variables` see `names`."""
        keys = (self.key, *self.within)
        return any(names(key, method, variables=variables) for key in keys)


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """The content of a recording.

    `silent` are expected classes that did not run at all. `unmatched` are classes that ran with
    other class files than the given ones. `forged` says why no agent can have written the
    recording, empty if it is plausible; a forged recording gives no other data.
    """

    methods: tuple[MethodCoverage, ...]
    tests: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    forged: str = ""

    @cached_property
    def files(self) -> frozenset[str]:
        """The source files of all methods."""
        return frozenset(method.file for method in self.methods)

    def tests_of(self, methods: Iterable[MethodCoverage]) -> tuple[str, ...]:
        """Return the tests that executed any of these methods, in the order of the run."""
        return tuple(self.tests[at] for at in sorted({t for m in methods for t in m.tests}))


def names(key: str, method: MethodId, *, variables: bool = False) -> bool:
    """Whether `pkg.Class#name(descriptor)` is this method.

    The compiler may add parameters in front of a constructor's own. With `variables`, any type name
    may be a type variable, which is Object in a descriptor.
    """
    owner, _, rest = key.partition("#")
    name, _, parameters = rest.partition("(")
    if name != method.name or owner.replace("$", ".") != method.class_name.replace("$", "."):
        return False
    found = tuple(map(canonical_type, parameters_of(parameters)))
    wanted = tuple(map(canonical_type, method.parameter_types))
    if name == "<init>" and len(found) > len(wanted):
        found = found[len(found) - len(wanted) :]
    return len(found) == len(wanted) and all(
        one == other or (variables and one == _erase_variable(other))
        for one, other in zip(found, wanted, strict=True)
    )


def _erase_variable(name: str) -> str:
    plain, dimensions, rest = name.partition("[")
    return name if plain in _PRIMITIVES.values() else f"Object{dimensions}{rest}"


_PRIMITIVES = {
    "Z": "boolean", "B": "byte", "C": "char", "S": "short",
    "I": "int", "J": "long", "F": "float", "D": "double",
}  # fmt: skip


def parameters_of(descriptor: str) -> list[str]:
    """Return the parameter types of a descriptor as source names.

    A descriptor is, for example, `(ILjava/lang/String;[J)V`. The opening bracket may be missing.
    """
    text, found, at = descriptor.removeprefix("("), [], 0
    while at < len(text) and text[at] != ")":
        start = at
        while text[at : at + 1] == "[":
            at += 1
        dimensions = "[]" * (at - start)
        if text[at : at + 1] == "L":
            end = text.index(";", at)
            found.append(text[at + 1 : end].replace("/", ".") + dimensions)
            at = end + 1
        else:
            found.append(_PRIMITIVES[text[at]] + dimensions)
            at += 1
    return found
