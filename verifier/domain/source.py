"""Trees and Java declarations as data: what the analysis reads and what it finds."""

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
from verifier.domain.refactoring import MethodId, Refactoring
from verifier.domain.references import ReferenceFinding, ReferenceRequest


class Tree(Protocol):
    """A read-only tree of files, keyed by path relative to the repository with `/`."""

    @property
    def id(self) -> str:
        """The commit (40 hex digits) whose tree this is."""
        ...

    def paths(self) -> frozenset[str]:
        """All file paths."""
        ...

    def read(self, path: str) -> bytes | None:
        """The bytes of one file; None where the tree has no such file."""
        ...


@runtime_checkable
class LinkingTree(Tree, Protocol):
    """A tree that also knows what in it is no file of its own: links and submodules."""

    def leads_to(self) -> Mapping[str, str]:
        """By path, what tells where each leads to from any other place."""
        ...


def leads_to(tree: Tree) -> Mapping[str, str]:
    """What of a tree is no file of its own; the text of a link says nothing of what it leads to."""
    return tree.leads_to() if isinstance(tree, LinkingTree) else {}


class JavaTree(Tree, Protocol):
    """A tree whose Java sources can be read, since it says how its build reads them."""

    def encoding(self, path: str) -> str:
        """The encoding that the build declares for a source, by its Java name; empty: none."""
        ...


EncodingOf = Callable[[Tree, str], str]
"""What `JavaTree.encoding` answers, of any tree; a worker process gets it by its name."""


class DeclaredEncodings:
    """The encodings that a tree's build files declare, asked once for each folder that holds sources."""

    def __init__(self, tree: Tree, encoding_of: EncodingOf) -> None:
        self._tree, self._encoding_of = tree, encoding_of
        self._known: dict[str, str] = {}

    def of(self, path: str) -> str:
        """That of a source, by its Java name; empty: none."""
        folder = path.rpartition("/")[0]
        if folder not in self._known:
            self._known[folder] = self._encoding_of(self._tree, path)
        return self._known[folder]


def undeclared(tree: Tree, path: str) -> str:
    """No encoding: of trees that nothing builds."""
    del tree, path
    return ""


PLAIN_MODE, EXECUTABLE_MODE = "100644", "100755"
SYMBOLIC_LINK, SUBMODULE = "120000", "160000"
LINK_MODES = frozenset({SYMBOLIC_LINK, SUBMODULE})
"""Git's modes of what is no file but leads elsewhere."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FileChange:
    """New content of one path; None deletes it. `mode` is git's."""

    path: str
    content: bytes | None
    mode: str = PLAIN_MODE


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A prediction that could be applied: the base tree with `changes` on top.

    `patch` is our own unified diff of the changes; `reading` says how an LLM answer was read;
    `alternatives` names the readings that were not taken.
    """

    changes: tuple[FileChange, ...]
    patch: str
    reading: str = ""
    alternatives: tuple[str, ...] = ()
    renames: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rejection:
    """A prediction that could not become a candidate, and why."""

    reason: Reason
    details: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceTrees:
    """The changed .java files of both sides and the directories of both whole trees.

    Texts come from `java_text.encoding.comparable`, directories from `source_directories`. `renames` maps an old
    path to its new one. RefactoringMiner needs the directories of the whole trees to give the same
    answer as on a commit.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    directories_before: frozenset[str]
    directories_after: frozenset[str]
    renames: Mapping[str, str] = field(default_factory=dict)


SOURCE_SUFFIXES = (".java", ".py", ".kt", ".ts")
"""Files whose directories count as directories of the tree, as RefactoringMiner has it."""


def source_directories(paths: Iterable[str]) -> frozenset[str]:
    """The directories of `SourceTrees`, from all paths of a tree: of sources, with their parents."""
    parents = {
        path.rpartition("/")[0] for path in paths if path.endswith(SOURCE_SUFFIXES) and "/" in path
    }
    ancestors = {str(a) for p in parents for a in PurePosixPath(p).parents if str(a) != "."}
    return frozenset(parents | ancestors)


@dataclass(frozen=True, kw_only=True, slots=True)
class SkippedFile(Described):
    """A file that the analysis did not look at, and why."""

    path: str
    """The file."""
    reason: str
    """Why it was not looked at."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Detection:
    """All refactorings between two trees, each with its purity, and the files that were not seen."""

    refactorings: tuple[Refactoring, ...]
    skipped: tuple[SkippedFile, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """Half-open stretch `[start, end)` of a source text, in Python string offsets."""

    start: int
    end: int


class MemberKind(StrEnum):
    """What a member of a class is, by the names that the analysis gives."""

    METHOD = "method"
    CONSTRUCTOR = "constructor"
    FIELD = "field"
    INITIALIZER = "initializer"
    ENUM_CONSTANT = "enum_constant"
    TYPE = "type"


class TypeKind(StrEnum):
    """What declares a type, by the names that the analysis gives."""

    CLASS = "class"
    INTERFACE = "interface"
    ENUM = "enum"
    RECORD = "record"
    ANNOTATION = "annotation"
    ANONYMOUS = "anonymous"


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """A method, constructor, field, initialiser or nested type of a class.

    `span` covers Javadoc, annotations, modifiers and body; `body` the braces and what they hold.
    `method` is present for methods and constructors. `names` are the declared names (a field
    declaration can have several). `class_name` is the binary name of the owner. Lines count from 1.
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
    """A class, interface, enum, record or annotation, nested ones included, by binary name.

    `body` covers the braces. Anonymous and local classes are listed with the compiler-like names
    `Outer$1` and `Outer$1Local`.
    """

    kind: TypeKind
    class_name: str
    span: Span
    body: Span
    modifiers: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Import:
    """One import declaration; `name` without the keyword, `*` included."""

    name: str
    static: bool
    span: Span


@dataclass(frozen=True, kw_only=True, slots=True)
class Invocation:
    """A call, a creation (`<init>`) or a method reference (`arguments` is -1) of `name`."""

    name: str
    arguments: int
    span: Span


@dataclass(frozen=True, kw_only=True, slots=True)
class SyntaxProblem:
    """What the parser refused, at a line that counts from 1."""

    line: int
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CompilationUnit:
    """One parsed Java source file. With `problems`, declarations are what could be recovered."""

    package: str
    imports: tuple[Import, ...]
    types: tuple[TypeDeclaration, ...]
    problems: tuple[SyntaxProblem, ...] = ()
    invocations: tuple[Invocation, ...] = ()

    def method(self, wanted: MethodId) -> Member | None:
        """The declaration of a method, or None."""
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
    """What the analysis JVM answers; one call at a time, each with a deadline.

    Every method raises AnalysisTimeout or AnalysisError; neither is ever an empty answer.
    """

    def detect(self, trees: SourceTrees) -> Detection:
        """All refactorings between two trees, with purity (the whole list at once)."""
        ...

    def parse(self, source: str) -> CompilationUnit:
        """The declarations of one Java source text (Eclipse JDT)."""
        ...

    def prove(self, request: ProofRequest) -> Proof:
        """Whether two versions of a program provably behave alike; nothing is executed."""
        ...

    def coverage(self, request: CoverageRequest) -> Coverage:
        """What a recording of tests says of class files (JaCoCo); nothing is executed."""
        ...

    def closure(self, request: ClosureRequest) -> ClosureAnswer:
        """What members of a commit lack on its base, and what they break there."""
        ...

    def compare_references(self, request: ReferenceRequest) -> tuple[ReferenceFinding, ...]:
        """What the class files of two versions name otherwise; nothing is executed."""
        ...

    def libraries(self, request: LibraryRequest) -> LibraryAnswer:
        """The jars that the build files of a tree ask for."""
        ...

    def versions(self) -> Mapping[str, str]:
        """Versions of RefactoringMiner, JDT and the JVM, for provenance."""
        ...
