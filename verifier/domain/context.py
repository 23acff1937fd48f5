"""The code around an instance's methods on the base: callers, callees, hierarchy and fields.

Eclipse JDT reads it with bindings, from the base commit's sources and, if there is one, from the
class path of the prepared base. Only code that the repository declares has a text. Lists and texts
have limits, and every cut is counted.
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
    """What names were resolved against, in addition to the JDK's classes."""

    FULL = "full"
    """The base's sources and a class path: from the prepared base, from the build files, or given
    by the user."""
    SOURCES = "sources"
    """Only the base's sources."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeContext(Described):
    """A type and the file that declares it."""

    name: str
    """The erased type: a binary name (nested classes joined with `$`), `int`, `java.lang.String[]`."""
    file: str | None
    """The file that declares the type, or an array's element type; null outside the repository."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ParameterContext(TypeContext):
    """A parameter and its type."""

    parameter: str
    """The parameter's name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodContext(Described):
    """A method, constructor or initialiser, with its text if the repository declares it."""

    class_name: str
    """The binary name of its class; nested classes are joined with `$`."""
    name: str
    """Its name; `<init>` for a constructor or the initialisation of instance fields, `<clinit>` for
    that of static fields."""
    descriptor: str
    """Its JVM descriptor; empty for an initialiser of fields, or if the return type is unknown."""
    file: str | None
    """The file that declares it; null outside the repository."""
    start_line: int | None
    """Its first line, from 1, including comment and annotations; null if it has no text."""
    end_line: int | None
    """Its last line, inclusive; null if it has no text."""
    source: str
    """Its text, cut at the end to the limits; may be empty."""
    source_left_out: int
    """Number of characters (UTF-16 code units) that were cut from the text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CallContext(MethodContext):
    """A caller or callee. A method reference counts as a call."""

    lines: tuple[int, ...]
    """The lines of the calls in the calling file, each once."""
    through: str
    """The class whose method the calls name, if the method overrides that one; empty if they name
    the method directly."""


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
    """The lines that use it, each once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodSurroundings(Described):
    """One method of the instance and the code around it.

    The method itself is never listed as its own caller or callee.
    """

    method: MethodContext
    """The method itself."""
    parameters: tuple[ParameterContext, ...]
    """Its parameters, in order."""
    returns: TypeContext
    """Its return type; `void` for a constructor."""
    declared_exceptions: tuple[TypeContext, ...]
    """The types in its `throws` clause."""
    thrown: tuple[TypeContext, ...]
    """The types that its `throw` statements throw."""
    caught: tuple[TypeContext, ...]
    """The types in its `catch` clauses."""
    callers: tuple[CallContext, ...]
    """Its callers. A call in a lambda, anonymous or local class counts for the enclosing method."""
    callees: tuple[CallContext, ...]
    """The repository's methods that it calls."""
    overridden: tuple[MethodContext, ...]
    """The methods of supertypes that it overrides or implements, including methods of libraries."""
    overriding: tuple[MethodContext, ...]
    """The methods of subtypes that override or implement it."""
    fields_read: tuple[FieldContext, ...]
    """The repository's fields that it reads."""
    fields_written: tuple[FieldContext, ...]
    """The repository's fields that it writes. `x++` both reads and writes."""
    supertypes: tuple[TypeContext, ...]
    """All supertypes of its class, the nearest first, without `java.lang.Object`."""
    subtypes: tuple[TypeContext, ...]
    """All subtypes of its class in the repository, the nearest first."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Number of entries cut from each list, by the list's name. A list without an entry here is
    complete."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProjectStructure(Described):
    """The Java files of the base commit."""

    files: int
    """Number of Java files."""
    folders: Mapping[str, tuple[str, ...]]
    """File names by folder."""
    left_out: int
    """Number of files missing from `folders`; the files farthest from the instance's file are left
    out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InstanceContext(Described):
    """The code around an instance on its base."""

    bindings: Bindings
    """Whether names were resolved with a class path too, or with sources alone."""
    names_asked: int
    """Number of names of types, methods and fields in the files that were read completely."""
    names_unresolved: int
    """Number of these names that do not resolve."""
    unresolved_share: float | None
    """Share of names that do not resolve, in [0, 1]; null without any names."""
    files_read: int
    """Number of files that were read completely."""
    files_not_read: int
    """Number of files that mention a relevant name but were not read. Callers or subtypes may be
    missing."""
    unparsed: tuple[str, ...]
    """Files with syntax errors. Only the code that the compiler recovered was read."""
    methods: tuple[MethodSurroundings, ...]
    """The requested methods that were found."""
    missing: tuple[str, ...]
    """The requested methods that are not in their file."""
    structure: ProjectStructure
    """The project's Java files."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    def without_texts(self) -> "InstanceContext":
        """Return a copy without source texts, for licences that permit no copy.

        Removed texts count as cut.
        """
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
    """Upper limits for what is read and reported.

    `entries` limits each list, `characters` the text of one method, `all_characters` all texts of
    an instance, `files` the files that are read completely (nearest first), and `paths` the listed
    paths.
    """

    entries: int = 20
    characters: int = 4_000
    all_characters: int = 60_000
    files: int = 200
    paths: int = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class LookedFor:
    """A requested method in a file.

    If several methods fit, the one that contains `line` is chosen; 0 means the first one.
    """

    file: str
    method: MethodId
    line: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class SurroundingsRequest:
    """The requested methods of one tree. `class_path` and `java_home` are None if unknown."""

    root: CommitSources | FolderSources
    methods: tuple[LookedFor, ...]
    class_path: tuple[Path, ...] | None = None
    java_home: Path | None = None
    limits: ContextLimits = field(default_factory=ContextLimits)
