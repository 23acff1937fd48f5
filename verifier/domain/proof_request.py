"""What the prover is asked: two versions of a program, and what they are compiled against."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.refactoring import MethodId


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitSources:
    """The tree of one commit (its full id), read from a repository's objects when it is needed."""

    repository: Path
    commit: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FolderSources:
    """The tree below a folder."""

    folder: Path


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceVersion:
    """One version of the sources: a tree and texts on top of it; None takes a file away."""

    root: CommitSources | FolderSources
    changes: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassVersion:
    """One version as a build has left it: folders of class files, the first that has a class decides."""

    folders: tuple[Path, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedFiles:
    """What differs between two trees.

    `sources` are the .java files, on either side. `other_before` and `other_after` map the other
    changed files to a hash of their content; a file that a side does not have is not in its map.
    """

    sources: frozenset[str] = frozenset()
    other_before: Mapping[str, str] = field(default_factory=dict)
    other_after: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodHint:
    """Somebody's belief that an old method became a new one. It is proved before it is used."""

    before: MethodId
    after: MethodId


@dataclass(frozen=True, kw_only=True, slots=True)
class ProofRequest:
    """Two versions of one kind, what differs, and the classes around them.

    Without `changed`, all `.java` files that differ between the trees are compared, and no other
    file. `class_path` holds jars and class folders, never the output of one of the versions. `java_home`
    is the subject's JDK; None is the analysis runtime. `refactored` are the methods, of either
    version, that the wanted refactorings lie in.
    """

    before: SourceVersion | ClassVersion
    after: SourceVersion | ClassVersion
    changed: ChangedFiles | None = None
    class_path: tuple[Path, ...] = ()
    java_home: Path | None = None
    hints: tuple[MethodHint, ...] = ()
    refactored: tuple[MethodId, ...] = ()
