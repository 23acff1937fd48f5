"""What tests executed: what an agent recorded, and what JaCoCo's library reads out of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from verifier.domain.parameter_type import canonical_type
from verifier.domain.refactoring import MethodId


@dataclass(frozen=True, kw_only=True, slots=True)
class Recording:
    """What JaCoCo's agent left of one test run. Code under test ran beside it: it may be forged.

    `data` is an execution data file, empty where there is none; `trouble` says then why, for
    people. `forged` holds where data is missing, or is not what was written, though other runs of
    the same tests leave it. `by_test` says that
    each of its sessions is one test and has the test's id.
    """

    data: bytes = b""
    trouble: str = ""
    forged: bool = False
    by_test: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverageRequest:
    """Which class files a recording is read with.

    `sources` are the source files to tell about (`pkg/File.java`, as class files name them), all
    where empty. `expected` are classes that must have run: binary names.
    """

    recording: Path
    folders: tuple[Path, ...]
    sources: frozenset[str] = frozenset()
    expected: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class Counter:
    """Lines or branches: how many there are, and how many of them ran."""

    covered: int = 0
    total: int = 0

    def __add__(self, other: Self) -> "Counter":
        return Counter(covered=self.covered + other.covered, total=self.total + other.total)


@dataclass(frozen=True, kw_only=True, slots=True)
class LineCoverage:
    """One line of a method that has byte code: its instructions and its branches."""

    number: int
    instructions: Counter
    branches: Counter

    @property
    def ran(self) -> bool:
        """Whether any of it was executed."""
        return self.instructions.covered > 0


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodCoverage:
    """One method of a class file: binary class name, name and descriptor.

    `file` is its source file as the class file names it. `within` are the methods whose body it
    is a part of, innermost first, as `key` writes them: those of a lambda, or of a local or
    anonymous class. `tests` are places in `Coverage.tests`.
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
        """`pkg.Class#name(I)V`."""
        return f"{self.class_name}#{self.name}{self.descriptor}"

    def is_part_of(self, method: MethodId, *, variables: bool = False) -> bool:
        """Whether it is this method, or code within it; for `variables` see `names`."""
        keys = (self.key, *self.within)
        return any(names(key, method, variables=variables) for key in keys)


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """A recording, read. `silent` are expected classes of which nothing ran, `unmatched` classes
    of which other class files ran than the ones that it was read with. `forged` says why no agent
    can have written it so, empty where it can; then nothing else is told.
    """

    methods: tuple[MethodCoverage, ...]
    tests: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    forged: str = ""

    @cached_property
    def files(self) -> frozenset[str]:
        """The source files of its methods."""
        return frozenset(method.file for method in self.methods)

    def tests_of(self, methods: Iterable[MethodCoverage]) -> tuple[str, ...]:
        """The tests that executed any of these methods, in the order of the run."""
        return tuple(self.tests[at] for at in sorted({t for m in methods for t in m.tests}))


def names(key: str, method: MethodId, *, variables: bool = False) -> bool:
    """Whether `pkg.Class#name(descriptor)` is this method.

    The compiler may put parameters of its own in front of a constructor's. With `variables` any name
    of a type may be that of a type variable, which is Object in a descriptor.
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
        one == other or (variables and one == _erased_variable(other))
        for one, other in zip(found, wanted, strict=True)
    )


def _erased_variable(name: str) -> str:
    plain, dimensions, rest = name.partition("[")
    return name if plain in _PRIMITIVES.values() else f"Object{dimensions}{rest}"


_PRIMITIVES = {
    "Z": "boolean", "B": "byte", "C": "char", "S": "short",
    "I": "int", "J": "long", "F": "float", "D": "double",
}  # fmt: skip


def parameters_of(descriptor: str) -> list[str]:
    """The types of `(ILjava/lang/String;[J)V`, with or without its first bracket, as source names."""
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
