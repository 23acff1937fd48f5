"""The question to the analysis about members that were put into an older version, and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from verifier.domain.proof_request import SourceVersion


@dataclass(frozen=True, kw_only=True, slots=True)
class Declared:
    """A declaration in a source tree.

    `kind` is the kind of the member (`method`, `field` …), or `header` for a type without its body.
    `class_name` is the enclosing class; for a type, it is the type itself.
    """

    kind: str
    file: str
    class_name: str
    name: str
    parameter_types: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ClosurePart:
    """A member as the commit declares it, and as the version declares it that it was put into."""

    after: Declared
    now: Declared


@dataclass(frozen=True, kw_only=True, slots=True)
class ClosureRequest:
    """Members of `after` in a version `now`, which otherwise equals `before`.

    `changed` are the files that differ between `before` and `now`. Files that use one of `names`
    are compiled too. `renamed` maps internal names of the commit's classes to the base's names.
    `near` is a folder: if several source roots declare a type, the nearest one to this folder is
    used.
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
    """How a version lacks a declaration that a part uses."""

    MISSING = "missing"
    """The use does not resolve, or resolves to something else."""
    CHANGED = "changed"
    """The declaration exists with another type, or only one of both is static."""
    HEADER = "header"
    """The declaration differs otherwise. Most code is not affected by that."""
    UNSET = "unset"
    """The part is a new field that nothing sets; in the commit, the declaration sets it."""
    UNREAD = "unread"
    """The part is a new field that nothing reads; in the commit, the declaration reads it."""
    OVERRIDDEN = "overridden"
    """The part is a new method, which the declaration overrides in the commit."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Need:
    """One declaration that a part needs and the version lacks.

    `by` is the index of the part in the request. `declared` is None for a declaration of a library.
    A new field or method also needs declarations that its own code does not use.
    """

    by: int
    how: Lack
    key: str
    declared: Declared | None


class BreakKind(StrEnum):
    """How existing code breaks."""

    ERROR = "error"
    """It no longer compiles."""
    UNIMPLEMENTED = "unimplemented"
    """A class does not implement a required method: `member` of the class `owner`, written with
    dots."""
    UNINITIALISED = "uninitialised"
    """A final field is never set; `member` is its name."""
    REBOUND = "rebound"
    """Unchanged code uses another declaration."""
    UNSET = "unset"
    """It reads a field that nothing sets any more. The commit removed this code."""
    UNUSED = "unused"
    """A private member is no longer used. The commit removed it; some builds reject unused members."""
    HIDING = "hiding"
    """A member hides or overrides a member of a new supertype. The commit removed it or declares it
    differently."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Break:
    """One place that no longer compiles, or no longer means the same.

    `at` is the enclosing member; None if there is none.
    """

    kind: BreakKind
    file: str
    line: int
    message: str
    member: str
    owner: str
    at: Declared | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ClosureAnswer:
    """The needs of the parts and the code that they break. All fields are empty if the parts fit.

    `unknown` holds the indices of requested parts that `after` does not have. Their needs are
    unknown.
    """

    needs: tuple[Need, ...] = ()
    breaks: tuple[Break, ...] = ()
    unknown: tuple[int, ...] = ()
