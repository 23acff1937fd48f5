"""What a part of a commit needs of the rest of it to stand on the base alone."""

from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import Described


class BroughtKind(StrEnum):
    """What was brought along."""

    METHOD = "method"
    """A method that the base does not have."""
    CONSTRUCTOR = "constructor"
    """A constructor that the base does not have."""
    FIELD = "field"
    """A field or constant that the base does not have."""
    ENUM_CONSTANT = "enum-constant"
    """A constant of an enum that the base does not have."""
    TYPE = "type"
    """A nested type, or a further type of a file, that the base does not have."""
    FILE = "file"
    """A whole new file, for one of its types."""
    IMPORT = "import"
    """An import that the base's file does not have."""
    SIGNATURE = "signature"
    """A member that the base has, declared otherwise: type, modifiers, exceptions."""
    HEADER = "header"
    """A type's declaration without its body: supertypes, type parameters, modifiers."""
    CALLER = "caller"
    """A member of the base that does not compile, means something else, or misses a new field, without the commit's version."""
    REMOVED = "removed"
    """A member of the base that the commit took away, and that does not compile any more; a private one that nothing uses; one that hides another."""


class OpenReason(StrEnum):
    """Why a part of a commit does not stand on the base, whatever is brought along."""

    NOT_FOUND = "not-found"
    """The commit's tree does not have the refactored method where the instance says."""
    NAME_TAKEN = "name-taken"
    """A simple name means another declaration in the base's file."""
    CODE_GONE = "code-gone"
    """Code of the base breaks that the commit does not have in any form."""
    TESTS_BREAK = "tests-break"
    """Tests of the base break, or are brought along, that the refactoring itself does not touch."""
    MEANS_OTHERWISE = "means-otherwise"
    """Names lead to other declarations than in the commit."""
    NOT_COMPILED = "not-compiled"
    """Errors stay that no declaration of the commit mends."""
    TOO_MUCH = "too-much"
    """It needs more pieces, or more rounds of looking, than the bound allows."""
    NOT_ANALYSED = "not-analysed"
    """The analysis failed, ran out of time, or does not find the code where it should stand."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Brought(Described):
    """One declaration of the commit that came along."""

    kind: BroughtKind
    """What it is."""
    name: str
    """Its name: class, member and parameter types, or the import."""
    file: str
    """The file that it was put into."""
    why: str
    """Who needs it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenEdit(Described):
    """One member that the golden refactoring adds, changes or removes."""

    member: str
    """What it is: kind, class and name; or an order, or a name that imports bind."""
    content: str
    """The SHA-256 of its tokens afterwards; empty where it is removed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenEnd(Described):
    """One thing that keeps the part from standing alone."""

    reason: OpenReason
    """Why."""
    what: str
    """The declaration, the place or the compiler's message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Closure(Described):
    """What was brought along with a part of a commit; closed where nothing stays open."""

    brought: tuple[Brought, ...] = ()
    """Each piece, by file."""
    open: tuple[OpenEnd, ...] = ()
    """What no piece could close; the first twenty."""
    edits: tuple[GoldenEdit, ...] | None = None
    """Every member that differs from the base, the refactored methods among them; null where nobody listed them."""

    @property
    def is_closed(self) -> bool:
        """Whether the part stands on the base, as far as the compiler's front end sees."""
        return not self.open
