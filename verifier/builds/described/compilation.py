"""The result of compiling a tree."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.domain.testrun import CompileError, RunEnd
from verifier.sandbox.base import JobResult
from verifier.tools.worktree_layout import StandingFiles


@dataclass(frozen=True, kw_only=True, slots=True)
class Compilation:
    """The class files by path, by source set; `compiled` is False if the compiler refused the tree.

    `built` are the candidate's sources as the compiler received them; see BuildRun. If `replaced`
    has an entry for a source set, its class files replace those of the named top-level classes
    (paths without suffix) and the base provides the rest; without an entry they are all class
    files. `standing` are folders that already hold some of these files, unchanged. The source sets
    are `main` and `test`; `PreparedBase.set_name` names those of further modules.
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
        """Return the class files of all modules; the first module wins if two have a file of the same name."""
        return of_side(self.classes, side)


def of_side(sets: Mapping[str, Mapping[str, bytes]], side: str) -> Mapping[str, bytes]:
    """Merge the files of all sets of one side, `main` or `test`; the first set wins for equal names."""
    found: dict[str, bytes] = {}
    for name, files in sets.items():
        if side_of(name) == side:
            found = {**files, **found}
    return found


def side_of(name: str) -> str:
    """Return the side of a source set: `main` or `test`."""
    return name.partition("-")[0]
