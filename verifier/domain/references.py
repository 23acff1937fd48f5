"""What compiled code names: the differences between a base and a candidate."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from verifier.domain.test_frameworks import TEST_FRAMEWORKS


class ReferenceKind(StrEnum):
    """What differs in the class files of two versions."""

    REFERENCE = "reference"
    """A changed class names a class or member outside of the project that none named before."""
    BINDING = "binding"
    """A name in an unchanged test means something else."""
    ANNOTATION = "annotation"
    """An annotation type of the project wears a further annotation."""
    SHADOW = "shadow"
    """A new class takes the name of a library's class."""
    TWIN = "twin"
    """A new class of main code takes the name of another module's class."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReferenceFinding:
    """One such difference.

    `group` says which power a new reference gives (`files`, `threads` …); empty where it gives
    none, and for the other kinds. `source` is the source file by its package's folder; `line`
    counts from 1 and is 0 where none is known. `class_name` is binary, `method` empty outside of
    methods.
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
        """Whether no refactoring needs it; else it is only listed."""
        return self.kind is not ReferenceKind.REFERENCE or bool(self.group)


@dataclass(frozen=True, kw_only=True, slots=True)
class ReferenceRequest:
    """Two versions as class files, each below `main` and `test` of a folder.

    `changed` holds only what is new in the candidate or differs; `gone` are the class files of main
    code (paths below `main`) that it lacks. `edited` are the test sources that it may edit: these
    may be bound anew. `followed` is the old and the new name of a method that was renamed or moved,
    empty for none; `followers` are the test sources that may follow it and differ in nothing else.
    `class_path` and `java_home` are what both versions run with.
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
