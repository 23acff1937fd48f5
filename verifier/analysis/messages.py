"""What the pool and a worker process say to each other."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.domain.closure_request import ClosureRequest
from verifier.domain.context import SurroundingsRequest
from verifier.domain.coverage import CoverageRequest
from verifier.domain.libraries import LibraryRequest
from verifier.domain.proof_request import ProofRequest
from verifier.domain.refactoring import RefactoringType
from verifier.domain.references import ReferenceRequest
from verifier.domain.source import EncodingOf, SourceTrees, undeclared


@dataclass(frozen=True, kw_only=True, slots=True)
class Configure:
    """The first message: how to start the JVM; `archive` holds classes for it."""

    jars: tuple[Path, ...]
    java_home: Path | None
    max_heap: str
    archive: Path | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Detect:
    """Find the refactorings between two trees."""

    trees: SourceTrees


@dataclass(frozen=True, kw_only=True, slots=True)
class DetectCommit:
    """Find the refactorings of a commit, its contents read from the object database.

    Sources are read in the encodings that `encoding_of` tells of each side. With `pass_same_methods`
    nothing is compared where both sides have the same methods. With `prove_against` those of `types`
    that are pure are proved, too, against this class path.
    """

    repository: Path
    commit: str
    parent: str
    types: frozenset[RefactoringType]
    pass_same_methods: bool = False
    prove_against: tuple[Path, ...] | None = None
    encoding_of: EncodingOf = undeclared


@dataclass(frozen=True, kw_only=True, slots=True)
class Parse:
    """Tell the declarations of one source text."""

    source: str
    module_info: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Prove:
    """Prove that two source trees, or two sets of class files, behave alike."""

    request: ProofRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class Cover:
    """Read a recording of tests with the class files that ran."""

    request: CoverageRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class CompareReferences:
    """Tell what the class files of two versions name otherwise."""

    request: ReferenceRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class Surround:
    """Tell what stands around methods of a tree."""

    request: SurroundingsRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class Close:
    """Tell what parts of a commit need on its base."""

    request: ClosureRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class FindLibraries:
    """Find the jars that the build files of a tree ask for."""

    request: LibraryRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class Versions:
    """Tell what runs."""


Request = (
    Detect
    | DetectCommit
    | Parse
    | Prove
    | Close
    | CompareReferences
    | Cover
    | Surround
    | FindLibraries
    | Versions
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ready:
    """The JVM is up."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Started:
    """The request was read: the deadline counts from here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The result of a request."""

    value: Any = field(repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """The request failed and the worker lives on.

    `repository` says that git's objects are why, `given` that a file is that was given.
    """

    message: str
    repository: bool = False
    given: bool = False
    hint: str = ""
    tool: bool = False
