"""The arguments of each tool. Unknown arguments are refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.gate import Level, Question
from verifier.domain.refactoring_traits import RefactoringType

LONGEST_WAIT = 45
"""Seconds within which each call answers; hosts allow a call sixty."""
LONGEST_SEARCH = 600
"""Most seconds for a search for a counterexample."""
MOST_INSTANCES = 20
"""Most instances in one answer; the evidence has all of them."""


class ToolName(StrEnum):
    """The tools by the names that agents call."""

    VERIFY_CHANGE = "verify_change"
    JOB = "job"
    PLAN = "plan"
    FIND_COUNTEREXAMPLE = "find_counterexample"
    MINE = "mine"
    EXPLAIN = "explain"


class ChangeKind(StrEnum):
    """Where the changed side comes from."""

    WORKTREE = "worktree"
    STAGED = "staged"
    RANGE = "range"
    COMMIT = "commit"
    PATCH = "patch"


class Arguments(Described):
    """Arguments of a tool."""

    __slots__ = ()
    __pydantic_config__: ClassVar[Mapping[str, bool | str]] = {
        "use_attribute_docstrings": True,
        "extra": "forbid",
    }


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeSource(Arguments):
    """Which change is meant."""

    type: ChangeKind = ChangeKind.WORKTREE
    """`worktree`: the files on disk; `staged`: the index; `range`: A..B or A...B; `commit`: one
    commit against its parent; `patch`: a unified diff on top of `base`."""
    revision: str = ""
    """The range or the commit; only for these two types."""
    base: str = "HEAD"
    """The revision to compare worktree, staged and patch with."""
    patch: str = ""
    """The unified diff; only for `patch`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyChange(Arguments):
    """Does a change behave as before, and is it only refactoring?"""

    repository: str
    """The absolute path of the repository's folder."""
    source: ChangeSource = field(default_factory=ChangeSource)
    """Which change."""
    level: Level = Level.TESTS
    """How much is checked: `static` takes seconds and builds nothing."""
    require: tuple[Question, ...] = (Question.BEHAVIOUR,)
    """The questions that must have an accepted answer: `behaviour`, `refactoring` or both."""
    want: tuple[str, ...] = ()
    """Refactorings that must be there, such as `Extract Method: pkg.Class#method(int)`."""
    claims: bool = False
    """For a range or commit: judge only the commits that claim to be refactorings."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AskJob(Arguments):
    """What is the state of a job?"""

    job: str
    """The job's name from an earlier answer."""
    wait_s: float = 20
    """Seconds to wait for its end, at most 45."""
    cancel: bool = False
    """Cancel it: its processes and containers are killed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AskPlan(Arguments):
    """What does a refactoring need, before anything is edited?"""

    repository: str
    """The absolute path of the repository's folder."""
    type: RefactoringType
    """The type of the refactoring."""
    method: str
    """The method as it is now: `pkg.Class#method(int, String)`. You may leave out the package if
    the class name is unique, and the parameters if the method name is unique in the class.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class FindCounterexample(Arguments):
    """Is there an input on which the two versions differ?"""

    repository: str
    """The absolute path of the repository's folder."""
    source: ChangeSource = field(default_factory=ChangeSource)
    """Which change."""
    method: str = ""
    """The method that matters most, as `pkg.Class#method(int)`; empty for all changed code."""
    seconds: float = 60
    """How long to search, at most 600."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AskMine(Arguments):
    """Which pure refactorings are in a history?"""

    repository: str
    """The absolute path of the repository's folder."""
    range: str = "HEAD"
    """Revisions in git's syntax: `main`, `A..B`."""
    types: tuple[RefactoringType, ...] = ()
    """The types; empty for the six default types."""
    max: int = MOST_INSTANCES
    """Most instances in the answer, up to 20."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AskExplain(Arguments):
    """What does a word of an answer mean?"""

    key: str
    """The `rule_id` or reason of a finding, or the key of evidence."""


ARGUMENTS: Mapping[ToolName, type[Arguments]] = {
    ToolName.VERIFY_CHANGE: VerifyChange,
    ToolName.JOB: AskJob,
    ToolName.PLAN: AskPlan,
    ToolName.FIND_COUNTEREXAMPLE: FindCounterexample,
    ToolName.MINE: AskMine,
    ToolName.EXPLAIN: AskExplain,
}
"""The record for the arguments of each tool."""
