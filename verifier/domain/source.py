"""Source trees and Java declarations as data: the input and the output of the analysis."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Protocol, runtime_checkable

from verifier.domain.closure_request import ClosureAnswer, ClosureRequest
from verifier.domain.coverage import Coverage, CoverageRequest
from verifier.domain.described import Described
from verifier.domain.libraries import LibraryAnswer, LibraryRequest
from verifier.domain.outcome import Reason
from verifier.domain.proof import Proof
from verifier.domain.proof_request import ProofRequest
from verifier.domain.reach import ChangedFiles
from verifier.domain.refactoring import MethodId, Refactoring
from verifier.domain.references import ReferenceFinding, ReferenceRequest


class Tree(Protocol):
    """A read-only tree of files, keyed by path relative to the repository, with `/`."""

    @property
    def id(self) -> str:
        """The commit (40 hex digits) of this tree."""
        ...

    def paths(self) -> frozenset[str]:
        """All file paths."""
        ...

    def read(self, path: str) -> bytes | None:
        """The bytes of one file; None if the tree has no such file."""
        ...


@runtime_checkable
class LinkingTree(Tree, Protocol):
    """A tree that also knows its links and submodules, which are not files of their own."""

    def leads_to(self) -> Mapping[str, str]:
        """For each such path, a text that identifies its target from any other place."""
        ...


def leads_to(tree: Tree) -> Mapping[str, str]:
    """Return the targets of a tree's links and submodules; empty if the tree does not know them."""
    return tree.leads_to() if isinstance(tree, LinkingTree) else {}


class JavaTree(Tree, Protocol):
    """A tree that knows in which encoding its build reads Java sources."""

    def encoding(self, path: str) -> str:
        """The encoding that the build declares for a source, by its Java name; empty if none."""
        ...


EncodingOf = Callable[[Tree, str], str]
"""A function that answers `JavaTree.encoding` for any tree. It must be importable by name, for
worker processes."""


class DeclaredEncodings:
    """The encodings that a tree's build files declare, read once for each folder with sources."""

    def __init__(self, tree: Tree, encoding_of: EncodingOf) -> None:
        self._tree, self._encoding_of = tree, encoding_of
        self._known: dict[str, str] = {}

    def of(self, path: str) -> str:
        """Return the encoding of a source, by its Java name; empty if none is declared."""
        folder = path.rpartition("/")[0]
        if folder not in self._known:
            self._known[folder] = self._encoding_of(self._tree, path)
        return self._known[folder]


def no_encoding(tree: Tree, path: str) -> str:
    """Return no encoding. This is the `EncodingOf` for trees that are never built."""
    del tree, path
    return ""


PLAIN_MODE, EXECUTABLE_MODE = "100644", "100755"
SYMBOLIC_LINK, SUBMODULE = "120000", "160000"
LINK_MODES = frozenset({SYMBOLIC_LINK, SUBMODULE})
"""Git's modes of entries that are not files but point elsewhere."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FileChange:
    """The new content of one path; None deletes it. `mode` is git's file mode."""

    path: str
    content: bytes | None
    mode: str = PLAIN_MODE


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A prediction that could be applied: the base tree with `changes` on top.

    `patch` is our own unified diff of the changes. `reading` says how a raw model answer was read,
    and `alternatives` lists the readings that were not chosen.
    """

    changes: tuple[FileChange, ...]
    patch: str
    reading: str = ""
    alternatives: tuple[str, ...] = ()
    renames: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rejection:
    """The reason why a prediction could not become a candidate."""

    reason: Reason
    details: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceTrees:
    """The changed .java files of both sides, and the directories of both whole trees.

    The texts come from `java_text.encoding.comparable` and the directories from
    `source_directories`. `renames` maps old paths to new ones. RefactoringMiner needs the
    directories of the whole trees to give the same answer as for a commit.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    directories_before: frozenset[str]
    directories_after: frozenset[str]
    renames: Mapping[str, str] = field(default_factory=dict)


SOURCE_SUFFIXES = (".java", ".py", ".kt", ".ts")
"""Suffixes of the files whose directories count as source directories, as in RefactoringMiner."""


def source_directories(paths: Iterable[str]) -> frozenset[str]:
    """Return the directories for `SourceTrees`: those that contain sources, and their parents."""
    parents = {
        path.rpartition("/")[0] for path in paths if path.endswith(SOURCE_SUFFIXES) and "/" in path
    }
    ancestors = {str(a) for p in parents for a in PurePosixPath(p).parents if str(a) != "."}
    return frozenset(parents | ancestors)


@dataclass(frozen=True, kw_only=True, slots=True)
class SkippedFile(Described):
    """A file that the analysis did not read."""

    path: str
    """The file."""
    reason: str
    """Why it was not read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Detection:
    """All refactorings between two trees, each with its purity, and the files that were not read."""

    refactorings: tuple[Refactoring, ...]
    skipped: tuple[SkippedFile, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """A half-open range `[start, end)` of a source text, in Python string offsets."""

    start: int
    end: int


class MemberKind(StrEnum):
    """The kinds of class members. The names are those of the analysis."""

    METHOD = "method"
    CONSTRUCTOR = "constructor"
    FIELD = "field"
    INITIALIZER = "initializer"
    ENUM_CONSTANT = "enum_constant"
    TYPE = "type"


class TypeKind(StrEnum):
    """The kinds of type declarations. The names are those of the analysis."""

    CLASS = "class"
    INTERFACE = "interface"
    ENUM = "enum"
    RECORD = "record"
    ANNOTATION = "annotation"
    ANONYMOUS = "anonymous"


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """A method, constructor, field, initialiser or nested type of a class.

    `span` covers Javadoc, annotations, modifiers and body. `body` covers the braces and their
    content. Methods and constructors have `method`. `names` are the declared names; a field
    declaration can have several. `class_name` is the owner's binary name. Lines count from 1.
    """

    kind: MemberKind
    class_name: str
    names: tuple[str, ...]
    span: Span
    body: Span | None = None
    method: MethodId | None = None
    modifiers: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    start_line: int = 0
    end_line: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeDeclaration:
    """A class, interface, enum, record or annotation, including nested ones, by binary name.

    `body` covers the braces and their content. Anonymous and local classes have names like the
    compiler's: `Outer$1` and `Outer$1Local`.
    """

    kind: TypeKind
    class_name: str
    span: Span
    body: Span
    modifiers: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Import:
    """One import declaration. `name` has no keyword but includes `*`."""

    name: str
    static: bool
    span: Span


@dataclass(frozen=True, kw_only=True, slots=True)
class Invocation:
    """A call, an object creation (`<init>`) or a method reference (`arguments` is -1) of `name`."""

    name: str
    arguments: int
    span: Span


@dataclass(frozen=True, kw_only=True, slots=True)
class SyntaxProblem:
    """A syntax error that the parser reported; `line` counts from 1."""

    line: int
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CompilationUnit:
    """One parsed Java source file.

    With `problems`, it contains only the declarations that could be recovered.
    """

    package: str
    imports: tuple[Import, ...]
    types: tuple[TypeDeclaration, ...]
    problems: tuple[SyntaxProblem, ...] = ()
    invocations: tuple[Invocation, ...] = ()

    def method(self, wanted: MethodId) -> Member | None:
        """Return the declaration of a method; None if there is none."""
        return next(
            (
                member
                for declared in self.types
                for member in declared.members
                if member.method is not None and member.method.matches(wanted)
            ),
            None,
        )


class Analysis(Protocol):
    """The interface of the analysis JVM. Calls run one at a time, each with a deadline.

    Every method may raise AnalysisTimeout or AnalysisError. A failure is never an empty answer.
    """

    def detect(self, trees: SourceTrees) -> Detection:
        """Return all refactorings between two trees. Purity is computed for the whole list at once."""
        ...

    def parse(self, source: str) -> CompilationUnit:
        """Return the declarations of one Java source text (Eclipse JDT)."""
        ...

    def prove(self, request: ProofRequest) -> Proof:
        """Compare two versions of a program for equal behaviour. Nothing is executed."""
        ...

    def coverage(self, request: CoverageRequest) -> Coverage:
        """Return the coverage of class files in a test recording (JaCoCo). Nothing is executed."""
        ...

    def closure(self, request: ClosureRequest) -> ClosureAnswer:
        """Return what members of a commit lack on its base, and the code that they break there."""
        ...

    def compare_references(self, request: ReferenceRequest) -> tuple[ReferenceFinding, ...]:
        """Return the differences between the names that the class files of two versions use.

        Nothing is executed.
        """
        ...

    def changed_methods(self, files: ChangedFiles) -> frozenset[str]:
        """Return the methods (`pkg.Class#name(I)V`) that differ in what they do, or that are gone.

        An entry `pkg.Class#` means all methods of a class: if the class is gone, if its fields or
        supertypes differ, or if its file cannot be read. Nothing is executed.
        """
        ...

    def libraries(self, request: LibraryRequest) -> LibraryAnswer:
        """Return the jars that the build files of a tree require."""
        ...

    def versions(self) -> Mapping[str, str]:
        """Return the versions of RefactoringMiner, JDT and the JVM, for provenance."""
        ...
