"""An instance: one mined refactoring of one commit, with all data that a task or a check needs."""

import hashlib
from dataclasses import dataclass, field
from typing import Self

from verifier.domain.context import InstanceContext
from verifier.domain.declared import NEUTRAL
from verifier.domain.described import FORM, Described, Form
from verifier.domain.outcome import Status
from verifier.domain.paths import is_test_path
from verifier.domain.purity import Purity, PurityTier
from verifier.domain.refactoring import Refactoring, RefactoringSide, WantedRefactoring
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.domain.validation import GoldenResult, InstanceBuild, InstanceCoverage, Validation


def year_of(committed: str) -> int | None:
    """Return the year of an ISO 8601 date; None if it is empty."""
    year = committed.partition("-")[0]
    return int(year) if year.isdecimal() else None


@dataclass(frozen=True, kw_only=True, slots=True)
class SideSources(Described):
    """Source texts of one side. A text is empty if the side has no such element."""

    method: str
    """The text of the method; empty if the side has none."""
    partner: str
    """The text of the partner method; empty if there is none."""
    class_: str
    """The text of the enclosing class. The name ends in `_` because `class` is a Python keyword."""
    file_sha256: str
    """The SHA-256 of the file that declares the method."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Provenance(Described):
    """The versions and options that decide the record's content."""

    refverify: str
    """The version of refverify."""
    refactoring_miner: str
    """The version of RefactoringMiner."""
    java: str
    """The version of the JVM that ran RefactoringMiner."""
    options: tuple[str, ...] = ()
    """The options that decide the record's content."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Instance(Described):
    """One method-level refactoring: pure, or impure if requested.

    Paths are relative to the repository and use `/`. The results of validation and the context are
    neutral: they do not change the task of a prediction.
    """

    id: str
    """A short id that depends only on the content."""
    group: str
    """Shared by all instances of one action of the developer, such as one method extracted from
    several methods."""
    repo: str
    """The repository's name as given to mining: a URL or the folder's name, never a local path."""
    commit: str
    """The developers' commit."""
    parent: str
    """The base commit: the parent of the developers' commit."""
    committed: str = field(default="", metadata=NEUTRAL)
    """The committer date of the developers' commit: ISO 8601, UTC; empty in older records."""
    type: RefactoringType
    """The type of the refactoring."""
    description: str
    """RefactoringMiner's description."""
    before: RefactoringSide
    """The refactoring's code on the base."""
    after: RefactoringSide
    """The refactoring's code in the developers' commit."""
    before_sources: SideSources
    """The source texts on the base."""
    after_sources: SideSources
    """The source texts in the developers' commit."""
    purity: Purity
    """The purity of the refactoring."""
    patch: str
    """The whole commit as a unified diff."""
    others: tuple[Refactoring, ...]
    """The other refactorings detected in the commit."""
    provenance: Provenance = field(metadata=NEUTRAL)
    """The versions and options that produced the record."""
    edited_around: tuple[str, ...] | None = field(default=None, metadata=NEUTRAL)
    """The methods that the commit also edits around the extracted or inlined code. With such edits
    the golden refactoring cannot be a strict success. Null if this was not examined."""
    build: InstanceBuild | None = field(default=None, metadata=NEUTRAL)
    """Builds and tests of both sides; null if the instance was not validated."""
    coverage: InstanceCoverage | None = field(default=None, metadata=NEUTRAL)
    """Coverage of the refactored code by the tests of both sides; null if the instance was not
    validated."""
    golden: GoldenResult | None = field(default=None, metadata=NEUTRAL)
    """The result of the developers' refactoring alone on the base; null if this was not requested."""
    context: InstanceContext | None = field(default=None, metadata=NEUTRAL)
    """The code around its methods on the base; null if this was not requested."""
    schema: Form = field(default=FORM, metadata=NEUTRAL)
    """The version of this record's format; see docs/json.md."""

    @property
    def year(self) -> int | None:
        """The year of the developers' commit; None if the record has no date."""
        return year_of(self.committed)

    @property
    def refactoring_class(self) -> RefactoringClass:
        """Whether the type is atomic or compound."""
        return self.type.refactoring_class

    @property
    def wanted(self) -> WantedRefactoring:
        """The task of a prediction for this instance."""
        return WantedRefactoring.of_sides(self.type, self.before, self.after)

    @property
    def files(self) -> frozenset[str]:
        """The files that the refactoring itself edits, on both sides."""
        return list_edited_files(self.before, self.after)

    @property
    def validation(self) -> Validation | None:
        """All results of validation; None if the instance was not validated."""
        if self.build is None or self.coverage is None:
            return None
        return Validation(build=self.build, coverage=self.coverage, golden=self.golden)

    @property
    def golden_purity(self) -> Status | None:
        """Whether the golden refactoring is pure; None if the record does not show it."""
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
        """Whether one of `files` is test code, by its path."""
        return any(map(is_test_path, self.files))


def list_edited_files(*sides: RefactoringSide) -> frozenset[str]:
    """Return the files that a refactoring edits on these sides."""
    return frozenset(f for side in sides for f in (side.file, side.partner_file) if f)


@dataclass(frozen=True, slots=True)
class StableId:
    """A short id that depends only on content: the first 16 hex digits of a SHA-256."""

    text: str

    @classmethod
    def of(cls, *parts: str) -> Self:
        """Hash the parts. They are separated, so that different lists give different ids."""
        digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass"))
        return cls(digest.hexdigest()[:16])

    def __str__(self) -> str:
        return self.text
