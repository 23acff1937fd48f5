"""An instance: one mined refactoring of one commit, with all that a task or a check needs."""

import hashlib
from dataclasses import dataclass, field
from typing import Self

from verifier.domain.declared import NEUTRAL
from verifier.domain.purity import Purity
from verifier.domain.refactoring import (
    Refactoring,
    RefactoringClass,
    RefactoringSide,
    RefactoringType,
    WantedRefactoring,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class SideSources:
    """Source text of one side; the empty string where the side has no such element."""

    method: str
    partner: str
    class_: str
    file_sha256: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Provenance:
    """What made the record: versions and options that decide its content."""

    refverify: str
    refactoring_miner: str
    java: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Instance:
    """One pure (or, on request, impure) method-level refactoring.

    `repo` names the repository as the user gave it (URL, or the folder's name: never a path of
    this machine). `parent` is the base commit. `group` is shared by instances that are one act of
    the developer (the same method extracted from several source methods). `patch` is the whole
    commit as a unified diff. Paths are relative to the repository, with `/`.
    """

    id: str
    group: str
    repo: str
    commit: str
    parent: str
    type: RefactoringType
    description: str
    before: RefactoringSide
    after: RefactoringSide
    before_sources: SideSources
    after_sources: SideSources
    purity: Purity
    patch: str
    others: tuple[Refactoring, ...]
    provenance: Provenance = field(metadata=NEUTRAL)

    @property
    def refactoring_class(self) -> RefactoringClass:
        """Atomic or compound."""
        return self.type.refactoring_class

    @property
    def wanted(self) -> WantedRefactoring:
        """What a prediction for this instance is asked to do."""
        return WantedRefactoring(type=self.type, method=self.before.method)

    @property
    def files(self) -> frozenset[str]:
        """The files that the refactoring itself edits, on both sides."""
        sides = (self.before, self.after)
        return frozenset(f for side in sides for f in (side.file, side.partner_file) if f)


@dataclass(frozen=True, slots=True)
class StableId:
    """A short id that depends on content alone: the first 16 hex digits of a SHA-256."""

    text: str

    @classmethod
    def of(cls, *parts: str) -> Self:
        """Hash the parts, separated so that no two different lists collide."""
        digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass"))
        return cls(digest.hexdigest()[:16])

    def __str__(self) -> str:
        return self.text
