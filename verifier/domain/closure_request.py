"""What the analysis is asked of members that were put into an older version, and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from verifier.domain.proof_request import SourceVersion


@dataclass(frozen=True, kw_only=True, slots=True)
class Declared:
    """A declaration of a source tree; `class_name` is that of the class around it, of a type its own.

    `kind` is that of a member (`method`, `field` …), or `header`: a type without its body.
    """

    kind: str
    file: str
    class_name: str
    name: str
    parameter_types: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ClosurePart:
    """A member of the commit, where it stands there, and where it was put."""

    after: Declared
    now: Declared


@dataclass(frozen=True, kw_only=True, slots=True)
class ClosureRequest:
    """Members of `after` in a version `now` that is otherwise `before`.

    `changed` are the files that differ between `before` and `now`, `names` the words whose users are
    compiled beside them, `renamed` maps classes of the commit to the base's names for them (internal
    names). `near` is a folder: the source root nearest to it answers where several declare a type.
    """

    before: SourceVersion
    now: SourceVersion
    after: SourceVersion
    parts: tuple[ClosurePart, ...]
    changed: frozenset[str]
    names: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    near: str = ""
    class_path: tuple[Path, ...] = ()


class Lack(StrEnum):
    """How a version lacks what a part uses."""

    MISSING = "missing"
    """The use leads nowhere, or elsewhere."""
    CHANGED = "changed"
    """The declaration is there with another type, or is static on one side alone."""
    HEADER = "header"
    """Something else of its declaration differs, which code mostly does not notice."""
    UNSET = "unset"
    """Nothing gives the part, a new field, its value; the declaration does in the commit."""
    UNREAD = "unread"
    """Nothing takes the value of the part, a new field; the declaration does in the commit."""
    OVERRIDDEN = "overridden"
    """The declaration overrides the part, a new method, in the commit."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Need:
    """One declaration that a part uses and the version lacks; `declared` is None for a library's.

    `by` is the part's place in the request. A new field or method needs some that its code does not use.
    """

    by: int
    how: Lack
    key: str
    declared: Declared | None


class BreakKind(StrEnum):
    """How code breaks."""

    ERROR = "error"
    """It does not compile any more."""
    UNIMPLEMENTED = "unimplemented"
    """A class lacks a method that it must implement: `member` of the class `owner`, with dots."""
    UNINITIALISED = "uninitialised"
    """A final field has no value; `member` is its name."""
    REBOUND = "rebound"
    """Code that nobody touched uses another declaration."""
    UNSET = "unset"
    """It reads a field that nothing gives a value any more, and that the commit took away."""
    UNUSED = "unused"
    """A private member is left without a use, and the commit took it away; some builds refuse such."""
    HIDING = "hiding"
    """A member hides or overrides what a new supertype of its class has; the commit took it away, or has it otherwise."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Break:
    """One place that compiled or meant the same before; `at` is the member around it, if there is one."""

    kind: BreakKind
    file: str
    line: int
    message: str
    member: str
    owner: str
    at: Declared | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ClosureAnswer:
    """What the parts lack and what they break; all empty where they stand.

    `unknown` are the places in the request of parts that `after` does not have: nobody can tell what they need.
    """

    needs: tuple[Need, ...] = ()
    breaks: tuple[Break, ...] = ()
    unknown: tuple[int, ...] = ()
