"""What stands around the methods of an instance on its base: callers, callees, hierarchy, fields.

Read by Eclipse JDT with bindings, from the sources of the base commit alone, and the class path of its
preparation where there is one. Only what the repository declares has a text. Lists and texts are
bounded, and every cut is counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from verifier.domain.described import FORM, Described, Form
from verifier.domain.proof_request import CommitSources, FolderSources
from verifier.domain.refactoring import MethodId


class Bindings(StrEnum):
    """What the names were bound against, beside the JDK's own classes."""

    FULL = "full"
    """The sources of the base and a class path: that of its preparation or of its build files, or one that was given."""
    SOURCES = "sources"
    """The sources of the base alone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeContext(Described):
    """A type by its name, and where the repository declares it."""

    name: str
    """The erased type: a binary name (nested classes joined with `$`), `int`, `java.lang.String[]`."""
    file: str | None
    """The file that declares it, or its elements; null outside the repository."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ParameterContext(TypeContext):
    """A parameter and its type."""

    parameter: str
    """Its name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodContext(Described):
    """A method, a constructor or an initialiser, and its text where the repository declares it."""

    class_name: str
    """The binary name of its class: nested classes are joined with `$`."""
    name: str
    """Its name; `<init>` for a constructor or what fills fields of an object, `<clinit>` for what
    fills static ones."""
    descriptor: str
    """Its descriptor as the JVM writes it; empty for an initialiser of fields, and where nobody can tell
    what it returns."""
    file: str | None
    """The file that declares it; null outside the repository."""
    start_line: int | None
    """Its first line, from 1, with its comment and annotations; null where it has no text."""
    end_line: int | None
    """Its last line, inclusive."""
    source: str
    """Its text, cut at the end where it is longer than the bounds; may be empty."""
    source_left_out: int
    """How many characters (UTF-16 units) of the text were cut."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CallContext(MethodContext):
    """The other end of calls. A method reference is a call."""

    lines: tuple[int, ...]
    """The lines of the calls, each once, in the file that calls."""
    through: str
    """The class whose overridden method the calls name; empty where they name the method itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldContext(Described):
    """A field that the repository declares."""

    class_name: str
    """The binary name of its class."""
    name: str
    """Its name."""
    type: str
    """Its erased type."""
    file: str
    """The file that declares it."""
    lines: tuple[int, ...]
    """The lines of its uses, each once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodSurroundings(Described):
    """One method of the instance and what stands around it. The method itself is no caller or callee."""

    method: MethodContext
    """The method."""
    parameters: tuple[ParameterContext, ...]
    """Its parameters."""
    returns: TypeContext
    """What it returns; `void` for a constructor."""
    declared_exceptions: tuple[TypeContext, ...]
    """What its `throws` clause names."""
    thrown: tuple[TypeContext, ...]
    """The types of what its `throw` statements throw."""
    caught: tuple[TypeContext, ...]
    """The types that its `catch` clauses name."""
    callers: tuple[CallContext, ...]
    """Who calls it; code in lambdas, anonymous and local classes counts for the method around these."""
    callees: tuple[CallContext, ...]
    """The methods of the repository that it calls."""
    overridden: tuple[MethodContext, ...]
    """The methods of supertypes that it overrides or implements, those of libraries too."""
    overriding: tuple[MethodContext, ...]
    """The methods of subtypes that override or implement it."""
    fields_read: tuple[FieldContext, ...]
    """Fields of the repository that it reads."""
    fields_written: tuple[FieldContext, ...]
    """Fields of the repository that it writes; `x++` reads and writes."""
    supertypes: tuple[TypeContext, ...]
    """All classes and interfaces above its class, the nearest first, `java.lang.Object` left out."""
    subtypes: tuple[TypeContext, ...]
    """All classes and interfaces of the repository below its class, the nearest first."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many entries of a list were cut, by the list's name; a list that is not here is whole."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProjectStructure(Described):
    """The Java files of the base commit."""

    files: int
    """How many there are."""
    folders: Mapping[str, tuple[str, ...]]
    """Names of files by their folder."""
    left_out: int
    """How many files are not in `folders`: those that are farthest from the instance's file."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InstanceContext(Described):
    """What stands around an instance on its base."""

    bindings: Bindings
    """Whether names were bound against the class path of a preparation too, or sources alone."""
    names_asked: int
    """Names of types, methods and fields in the files that were read whole."""
    names_unresolved: int
    """How many of them lead nowhere."""
    unresolved_share: float | None
    """The share of these, in [0, 1]; null where no name was asked."""
    files_read: int
    """How many files were read whole."""
    files_not_read: int
    """Files that mention a name that was looked for and were not read: callers and subtypes may lack."""
    unparsed: tuple[str, ...]
    """Files of these with errors of syntax; what the compiler recovered was read."""
    methods: tuple[MethodSurroundings, ...]
    """The methods that were asked for and found."""
    missing: tuple[str, ...]
    """The methods that were asked for and are not in their file."""
    structure: ProjectStructure
    """The project's Java files."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""

    def without_texts(self) -> "InstanceContext":
        """The same where no text may be copied: each is cut to nothing, and counted as cut."""
        return replace(self, methods=tuple(map(_without_texts, self.methods)))


def _without_texts(around: MethodSurroundings) -> MethodSurroundings:
    return replace(
        around,
        method=_without_text(around.method),
        callers=tuple(map(_without_text, around.callers)),
        callees=tuple(map(_without_text, around.callees)),
        overridden=tuple(map(_without_text, around.overridden)),
        overriding=tuple(map(_without_text, around.overriding)),
    )


_Told = TypeVar("_Told", bound=MethodContext)


def _without_text(method: _Told) -> _Told:
    units = len(method.source.encode("utf-16-le", "surrogatepass")) // 2
    return replace(method, source="", source_left_out=method.source_left_out + units)


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextLimits:
    """How much is read and told at most.

    `entries` bounds each list, `characters` the text of one method and `all_characters` the texts of
    an instance together. `files` are read whole at most, nearest first; `paths` are listed at most.
    """

    entries: int = 20
    characters: int = 4_000
    all_characters: int = 60_000
    files: int = 200
    paths: int = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class LookedFor:
    """A method of a file; of several that fit, the one around `line` (0: the first)."""

    file: str
    method: MethodId
    line: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class SurroundingsRequest:
    """The methods of one tree. `class_path` is None where none is known; `java_home` likewise."""

    root: CommitSources | FolderSources
    methods: tuple[LookedFor, ...]
    class_path: tuple[Path, ...] | None = None
    java_home: Path | None = None
    limits: ContextLimits = field(default_factory=ContextLimits)
