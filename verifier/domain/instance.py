"""An instance: one mined refactoring of one commit, with all that a task or a check needs."""

import hashlib
from dataclasses import dataclass, field
from typing import Self

from verifier.domain.context import InstanceContext
from verifier.domain.declared import NEUTRAL
from verifier.domain.described import FORM, Described, Form
from verifier.domain.outcome import Status
from verifier.domain.paths import is_test_path
from verifier.domain.purity import Purity, PurityTier
from verifier.domain.refactoring import (
    Refactoring,
    RefactoringClass,
    RefactoringSide,
    RefactoringType,
    WantedRefactoring,
)
from verifier.domain.validation import GoldenResult, InstanceBuild, InstanceCoverage, Validation


@dataclass(frozen=True, kw_only=True, slots=True)
class SideSources(Described):
    """Source text of one side; the empty string where the side has no such element."""

    method: str
    """The text of the method; empty where the side has none."""
    partner: str
    """The text of the partner; empty where there is none."""
    class_: str
    """The text of the class around the method. The name ends in `_` because `class` is a word
    of Python."""
    file_sha256: str
    """The SHA-256 of the method's file."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Provenance(Described):
    """What made the record: versions and options that decide its content."""

    refverify: str
    """The version of refverify."""
    refactoring_miner: str
    """The version of RefactoringMiner."""
    java: str
    """The version of the JVM that ran it."""
    options: tuple[str, ...] = ()
    """Options that decide the record's content."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Instance(Described):
    """One pure (or, on request, impure) method-level refactoring.

    `repo` names the repository as the user gave it (URL, or the folder's name: never a path of
    this machine). `parent` is the base commit. `group` is shared by instances that are one act of
    the developer (the same method extracted from several source methods). `patch` is the whole
    commit as a unified diff. Paths are relative to the repository, with `/`. What validation says of an
    instance, and its context, is neutral: it does not change what is asked of a prediction.
    """

    id: str
    """A short id that depends on the content alone."""
    group: str
    """Shared by instances that are one act of the developer, such as one method extracted from
    several."""
    repo: str
    """The repository's name, as it was mined; never a path."""
    commit: str
    """The developers' commit."""
    parent: str
    """The base commit: the one before it."""
    committed: str = field(default="", metadata=NEUTRAL)
    """When the developers' commit was made, by its committer: ISO 8601, UTC; empty in records made before
    this property was."""
    type: RefactoringType
    """The type of the refactoring."""
    description: str
    """RefactoringMiner's sentence."""
    before: RefactoringSide
    """Where it is on the base."""
    after: RefactoringSide
    """Where it is on the developers' commit."""
    before_sources: SideSources
    """The texts on the base."""
    after_sources: SideSources
    """The texts on the developers' commit."""
    purity: Purity
    """What is said of its purity."""
    patch: str
    """The whole commit as a unified diff."""
    others: tuple[Refactoring, ...]
    """What else was detected in the commit."""
    provenance: Provenance = field(metadata=NEUTRAL)
    """What made the record."""
    edited_around: tuple[str, ...] | None = field(default=None, metadata=NEUTRAL)
    """The methods that the commit also edits around the code that was extracted or inlined: with these edits the
    golden refactoring can be no strict success. Null where nobody looked."""
    build: InstanceBuild | None = field(default=None, metadata=NEUTRAL)
    """Both sides, built and tested; null where it was not validated."""
    coverage: InstanceCoverage | None = field(default=None, metadata=NEUTRAL)
    """The refactored code under the tests of both sides; null likewise."""
    golden: GoldenResult | None = field(default=None, metadata=NEUTRAL)
    """The developers' refactoring alone on the base; null where nobody asked."""
    context: InstanceContext | None = field(default=None, metadata=NEUTRAL)
    """What stands around its methods on the base; null where nobody asked."""
    schema: Form = field(default=FORM, metadata=NEUTRAL)
    """The number of this record's form; see docs/json.md."""

    @property
    def year(self) -> int | None:
        """The year in which the developers' commit was made; None where the record does not say."""
        year = self.committed.partition("-")[0]
        return int(year) if year.isdecimal() else None

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
        return edited_files(self.before, self.after)

    @property
    def validation(self) -> Validation | None:
        """All that validation says; None where nobody asked it."""
        if self.build is None or self.coverage is None:
            return None
        return Validation(build=self.build, coverage=self.coverage, golden=self.golden)

    @property
    def golden_purity(self) -> Status | None:
        """Whether the golden refactoring is pure, as far as the record says; None where it does not."""
        if self.golden is not None and self.golden.purity is not None:
            return self.golden.purity.status
        if self.purity.tier is PurityTier.PROVED:
            return None
        if self.edited_around:
            return Status.FAILED
        unproved = self.purity.unproved
        return Status.INCONCLUSIVE if unproved is not None and unproved.differs else None

    @property
    def edits_tests(self) -> bool:
        """Whether one of them is test code, by its path."""
        return any(map(is_test_path, self.files))


def edited_files(*sides: RefactoringSide) -> frozenset[str]:
    """The files that a refactoring edits on these sides."""
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
