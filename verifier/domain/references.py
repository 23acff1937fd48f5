"""Differences between the names that the compiled code of base and candidate uses."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from verifier.domain.test_frameworks import TEST_FRAMEWORKS


class ReferenceKind(StrEnum):
    """The kinds of differences between the class files of two versions."""

    REFERENCE = "reference"
    """A changed class names a class or member outside the project that the base's code did not
    name."""
    BINDING = "binding"
    """A name in an unchanged test means something else."""
    ANNOTATION = "annotation"
    """An annotation type of the project has an additional annotation."""
    SHADOW = "shadow"
    """A new class has the name of a library's class."""
    TWIN = "twin"
    """A new class in main code has the name of another module's class."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReferenceFinding:
    """One such difference.

    `group` is the power that a new reference gives (`files`, `threads` …); it is empty if it gives
    none, and for other kinds. `source` is the source file below its package's root. `line` counts
    from 1 and is 0 if unknown. `class_name` is a binary name. `method` is empty outside methods.
    """

    kind: ReferenceKind
    group: str
    what: str
    class_name: str
    method: str
    source: str
    line: int

    @property
    def is_refused(self) -> bool:
        """Whether the difference is refused, because no refactoring needs it.

        Other differences are only listed.
        """
        return self.kind is not ReferenceKind.REFERENCE or bool(self.group)


@dataclass(frozen=True, kw_only=True, slots=True)
class ReferenceRequest:
    """The class files of two versions. Each version has folders `main` and `test`.

    `changed` holds only class files that are new or different in the candidate. `gone` are main
    class files (paths below `main`) that the candidate lacks. `edited` are the test sources that
    the candidate may edit; their names may change meaning. `followed` is the old and the new name
    of a renamed or moved method, or empty. `followers` are the test sources that may follow that
    method and have no other difference. Both versions run with `class_path` and `java_home`.
    """

    before: Path
    changed: Path
    gone: Sequence[str] = ()
    edited: frozenset[str] = frozenset()
    followed: tuple[str, ...] = ()
    followers: frozenset[str] = frozenset()
    class_path: tuple[Path, ...] = ()
    java_home: Path | None = None
    frameworks: tuple[str, ...] = TEST_FRAMEWORKS
