"""What came of compiling a tree, whoever compiled it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from verifier.builds.strategy import Request
from verifier.domain.testrun import CompileError, RunEnd
from verifier.sandbox.base import JobResult
from verifier.tools.laid_out import StandingFiles


@dataclass(frozen=True, kw_only=True, slots=True)
class Compilation:
    """What the compiler made: class files by path, by source set. `compiled` False: it refused.

    `built` are the candidate's sources as the compiler was given them; see BuildRun.
    Where `replaced` has an entry for a source set, its class files take the place of those of the
    named top-level classes (paths without suffix) and the rest is the base's; else they are all.
    `standing` are folders that hold some of these files already, as they are.
    Source sets are called `main` and `test`; those of further modules as `PreparedBase.set_name` says.
    """

    end: RunEnd
    compiled: bool
    errors: tuple[CompileError, ...]
    classes: Mapping[str, Mapping[str, bytes]]
    result: JobResult
    replaced: Mapping[str, frozenset[str]] = field(default_factory=dict)
    built: Mapping[str, str | None] = field(default_factory=dict)
    standing: tuple[StandingFiles, ...] = ()

    def of_side(self, side: str) -> Mapping[str, bytes]:
        """The class files of all modules; of two with one name the first module's."""
        return of_side(self.classes, side)


def of_side(sets: Mapping[str, Mapping[str, bytes]], side: str) -> Mapping[str, bytes]:
    """The files of all sets of one side, `main` or `test`; of two with one name those of the first set."""
    found: dict[str, bytes] = {}
    for name, files in sets.items():
        if side_of(name) == side:
            found = {**files, **found}
    return found


def side_of(name: str) -> str:
    """Whether a source set is one of main code or of tests."""
    return name.partition("-")[0]


class TreeCompiler(Protocol):
    """Compiles trees of one base and runs no test."""

    @property
    def compiler(self) -> str:
        """The compiler and its source level, for the record."""
        ...

    def compiled(self, request: Request) -> Compilation:
        """Compile main and test code.

        Raises:
            SandboxError: the environment failed.
        """
        ...
