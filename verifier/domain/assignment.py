"""An assignment: a task that is not one mined refactoring, but a whole commit or one method."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from verifier.domain.declared import NEUTRAL
from verifier.domain.described import FORM, Described, Form
from verifier.domain.instance import Instance, year_of
from verifier.domain.refactoring import MethodId


class Goal(StrEnum):
    """What a rewritten method should become (Eq@DFuzz, section 3)."""

    SIMPLIFY = "simplify"
    OPTIMISE = "optimise"


class AssignmentType(StrEnum):
    """What an assignment asks for. Reports show it in place of a refactoring's type."""

    SIMPLIFY = "simplify"
    OPTIMISE = "optimise"
    COMMIT = "commit"


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
    committed: str = field(default="", metadata=NEUTRAL)
    """The time of the base commit: ISO 8601, UTC; empty if it is not recorded."""
    schema: Form = field(default=FORM, metadata=NEUTRAL)
    """The version of this record's format; see docs/json.md."""

    @property
    def type(self) -> AssignmentType:
        """The goal."""
        return AssignmentType(self.goal)

    @property
    def year(self) -> int | None:
        """The year of the base commit; None if the record has no date."""
        return year_of(self.committed)

    @property
    def method_id(self) -> MethodId:
        """The method with its class.

        Raises:
            ValueError: `method` is not a name with parameter types.
        """
        return MethodId.parse(f"{self.class_name}#{self.method}")


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
    committed: str = field(default="", metadata=NEUTRAL)
    """The time of the developers' commit: ISO 8601, UTC; empty if it is not recorded."""
    schema: Form = field(default=FORM, metadata=NEUTRAL)
    """The version of this record's format; see docs/json.md."""

    @property
    def type(self) -> AssignmentType:
        """Always `commit`."""
        return AssignmentType.COMMIT

    @property
    def year(self) -> int | None:
        """The year of the developers' commit; None if the record has no date."""
        return year_of(self.committed)


Assignment = MethodAssignment | CommitAssignment

TaskRecord = Instance | Assignment
"""A record that states a task. Files of tasks have one on each line."""
