"""The declarations that a part of a commit needs from the rest of it to work on the base alone."""

from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import Described


class BroughtKind(StrEnum):
    """The kinds of declarations that are added to a part of a commit."""

    METHOD = "method"
    """A method that the base does not have."""
    CONSTRUCTOR = "constructor"
    """A constructor that the base does not have."""
    FIELD = "field"
    """A field or constant that the base does not have."""
    ENUM_CONSTANT = "enum-constant"
    """A constant of an enum that the base does not have."""
    TYPE = "type"
    """A type that the base does not have: a nested type, or a further type in a file."""
    FILE = "file"
    """A whole new file, needed for one of its types."""
    IMPORT = "import"
    """An import that the base's file does not have."""
    SIGNATURE = "signature"
    """A member of the base that the commit declares differently: type, modifiers or exceptions."""
    HEADER = "header"
    """A type's declaration without its body: supertypes, type parameters and modifiers."""
    CALLER = "caller"
    """A member of the base that needs the commit's version. Otherwise it does not compile, means
    something else, or does not set a new field."""
    REMOVED = "removed"
    """A member that the commit removed, and that no longer compiles, hides another member, or is
    private and unused."""


class OpenReason(StrEnum):
    """Why a part of a commit does not work on the base, no matter what is added to it."""

    NOT_FOUND = "not-found"
    """The commit does not have the refactored method where the instance says."""
    NAME_TAKEN = "name-taken"
    """A simple name means another declaration in the base's file."""
    CODE_GONE = "code-gone"
    """Code of the base breaks, and the commit has no version of that code."""
    TESTS_BREAK = "tests-break"
    """The part breaks tests, or needs changes to tests, that the refactoring itself does not edit."""
    MEANS_OTHERWISE = "means-otherwise"
    """Names resolve to other declarations than in the commit."""
    NOT_COMPILED = "not-compiled"
    """Compile errors remain that no declaration of the commit fixes."""
    TOO_MUCH = "too-much"
    """The part needs more declarations, or more rounds of analysis, than the limit allows."""
    NOT_ANALYSED = "not-analysed"
    """The analysis failed, timed out, or did not find the code where it should be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Brought(Described):
    """One declaration of the commit that was added."""

    kind: BroughtKind
    """The kind of declaration."""
    name: str
    """Its name: class, member and parameter types; or the import."""
    file: str
    """The file that it was added to."""
    why: str
    """The code that needs it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenEdit(Described):
    """One member that the golden refactoring adds, changes or removes."""

    member: str
    """The member's kind, class and name; or an order of members; or a name that imports bind."""
    content: str
    """The SHA-256 of its tokens after the edit; empty if it is removed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenEnd(Described):
    """One obstacle that keeps the part from working on the base alone."""

    reason: OpenReason
    """The kind of obstacle."""
    what: str
    """The declaration, the place, or the compiler's message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Closure(Described):
    """The declarations that were added to a part of a commit.

    The closure is complete if nothing stays open.
    """

    brought: tuple[Brought, ...] = ()
    """The added declarations, by file."""
    open: tuple[OpenEnd, ...] = ()
    """The obstacles that no declaration removes; at most twenty."""
    edits: tuple[GoldenEdit, ...] | None = None
    """Every member that differs from the base, refactored methods included; null if they were not
    listed."""

    @property
    def is_closed(self) -> bool:
        """Whether the part works on the base, as far as the compiler's front end can see."""
        return not self.open
