"""The messages between the pool and a worker process."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.domain.closure_request import ClosureRequest
from verifier.domain.context import SurroundingsRequest
from verifier.domain.coverage import CoverageRequest
from verifier.domain.libraries import LibraryRequest
from verifier.domain.proof_request import ProofRequest
from verifier.domain.reach import ChangedFiles
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.references import ReferenceRequest
from verifier.domain.source import EncodingOf, SourceTrees, no_encoding


@dataclass(frozen=True, kw_only=True, slots=True)
class Configure:
    """The first message: how to start the JVM. `archive` is a file of preloaded classes."""

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
    """Find the refactorings of a commit; its contents come from the object database.

    `encoding_of` gives the encoding of the sources on each side. With `pass_same_methods`, sides
    with the same methods are not compared. With `prove_against`, the pure refactorings of `types`
    are proved against this class path.
    """

    repository: Path
    commit: str
    parent: str
    types: frozenset[RefactoringType]
    pass_same_methods: bool = False
    prove_against: tuple[Path, ...] | None = None
    encoding_of: EncodingOf = no_encoding


@dataclass(frozen=True, kw_only=True, slots=True)
class Parse:
    """List the declarations of one source text."""

    source: str
    module_info: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Prove:
    """Prove that two source trees, or two sets of class files, behave the same."""

    request: ProofRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class Cover:
    """Read a recording of tests, with the class files that ran."""

    request: CoverageRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class CompareReferences:
    """Find the names that class files of two versions refer to differently."""

    request: ReferenceRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class CompareMethods:
    """Find the methods that differ between two versions of class files."""

    files: ChangedFiles


@dataclass(frozen=True, kw_only=True, slots=True)
class Surround:
    """Describe the context of methods in a tree."""

    request: SurroundingsRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class Close:
    """Find what parts of a commit need on its base."""

    request: ClosureRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class FindLibraries:
    """Find the jars that the build files of a tree ask for."""

    request: LibraryRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class AskVersions:
    """Ask for the versions of the tools."""


Request = (
    Detect
    | DetectCommit
    | Parse
    | Prove
    | Close
    | CompareReferences
    | CompareMethods
    | Cover
    | Surround
    | FindLibraries
    | AskVersions
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ready:
    """The JVM has started."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Started:
    """The worker has read the request. The deadline counts from here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerAnswer:
    """The result of a request."""

    value: Any = field(repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerRefusal:
    """The request failed, but the worker still works.

    `repository` says that git objects caused it, `given` that an input file did.
    """

    message: str
    repository: bool = False
    given: bool = False
    hint: str = ""
    tool: bool = False
