"""An assignment: a task that is not one mined refactoring, but a whole commit or one method."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from verifier.domain.declared import NEUTRAL
from verifier.domain.described import FORM, Described, Form


class Goal(StrEnum):
    """What a rewritten method should become (Eq@DFuzz, section 3)."""

    SIMPLIFY = "simplify"
    OPTIMISE = "optimise"


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodAssignment(Described):
    """Rewrite one method without a change of its behaviour."""

    kind: Literal["method"] = "method"
    """`method`."""
    id: str
    """A short id that depends only on the content."""
    repo: str
    """The repository's name, never a local path."""
    parent: str
    """The base commit."""
    file: str
    """The file of the method, relative to the repository."""
    class_name: str
    """The fully qualified name of the class, with `$` before nested classes."""
    method: str
    """The method's name and parameter types, as in instances."""
    source: str
    """The method's text on the base, with its Javadoc."""
    goal: Goal
    """What the method should become."""
    schema: Form = field(default=FORM, metadata=NEUTRAL)
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitAssignment(Described):
    """Do the refactoring of a whole commit (CodeTaste, section 3)."""

    kind: Literal["commit"] = "commit"
    """`commit`."""
    id: str
    """A short id that depends only on the content."""
    repo: str
    """The repository's name, never a local path."""
    parent: str
    """The base commit."""
    commit: str
    """The developers' commit."""
    message: str = field(default="", metadata=NEUTRAL)
    """The message of the developers' commit; never part of a prompt of the open track."""
    patch: str = field(default="", metadata=NEUTRAL)
    """The developers' commit as a unified diff; never part of a prompt."""
    schema: Form = field(default=FORM, metadata=NEUTRAL)
    """The version of this record's format; see docs/json.md."""


Assignment = MethodAssignment | CommitAssignment
