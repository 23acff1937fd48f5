"""The prover's input: two versions of a program, and the classes that they are compiled against."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.refactoring import MethodId


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitSources:
    """The tree of one commit (full id), read from the repository's objects when needed."""

    repository: Path
    commit: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FolderSources:
    """The tree in a folder."""

    folder: Path


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceVersion:
    """One version of the sources: a tree and texts that replace files in it. None removes a file."""

    root: CommitSources | FolderSources
    changes: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassVersion:
    """One version as a build produced it: folders of class files.

    The first folder that has a class wins.
    """

    folders: tuple[Path, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedFiles:
    """The differences between two trees.

    `sources` are the .java files that changed on either side. `other_before` and `other_after` map
    other changed files to a hash of their content. A file that a side lacks is not in that side's
    map.
    """

    sources: frozenset[str] = frozenset()
    other_before: Mapping[str, str] = field(default_factory=dict)
    other_after: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodHint:
    """A belief that an old method became a new one. It is proved before it is used."""

    before: MethodId
    after: MethodId


@dataclass(frozen=True, kw_only=True, slots=True)
class ProofRequest:
    """Two versions of the same kind, their differences, and the classes around them.

    Without `changed`, all `.java` files that differ between the trees are compared, and no other
    files. `class_path` holds jars and class folders, but never the output of either version.
    `java_home` is the subject's JDK; None means the JVM of the analysis. `refactored` are the
    methods of the wanted refactorings, in either version.
    """

    before: SourceVersion | ClassVersion
    after: SourceVersion | ClassVersion
    changed: ChangedFiles | None = None
    class_path: tuple[Path, ...] = ()
    java_home: Path | None = None
    hints: tuple[MethodHint, ...] = ()
    refactored: tuple[MethodId, ...] = ()
