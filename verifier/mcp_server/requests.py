"""The arguments of each tool. Unknown arguments are refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.gate import Level, Question
from verifier.domain.refactoring import RefactoringType

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
    """The range, or the commit; for these two alone."""
    base: str = "HEAD"
    """What worktree, staged and patch are compared with."""
    patch: str = ""
    """The unified diff; for `patch` alone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyChange(Arguments):
    """Does a change behave as before, and is it only refactoring?"""

    repository: str
    """The repository's folder, absolute."""
    source: ChangeSource = field(default_factory=ChangeSource)
    """Which change."""
    level: Level = Level.TESTS
    """How much is looked at: `static` takes seconds and builds nothing."""
    require: tuple[Question, ...] = (Question.BEHAVIOUR,)
    """The questions that must have a good answer: `behaviour`, `refactoring` or both."""
    want: tuple[str, ...] = ()
    """Refactorings that must be there, as `Extract Method: pkg.Class#method(int)`."""
    claims: bool = False
    """Of a range or commit: judge the commits that claim to be refactorings, and no other."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AskJob(Arguments):
    """How far is a job?"""

    job: str
    """The job, as an earlier answer named it."""
    wait_s: float = 20
    """Seconds to wait for its end, 45 at most."""
    cancel: bool = False
    """End it: its processes and containers are killed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AskPlan(Arguments):
    """What does a refactoring need, before anything is edited?"""

    repository: str
    """The repository's folder, absolute."""
    type: RefactoringType
    """The type of the refactoring."""
    method: str
    """The method as it is now: `pkg.Class#method(int, String)`; the package, and the parameters, may be
    left out where one class, and one method, has the name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FindCounterexample(Arguments):
    """Is there an input on which the two versions differ?"""

    repository: str
    """The repository's folder, absolute."""
    source: ChangeSource = field(default_factory=ChangeSource)
    """Which change."""
    method: str = ""
    """The method that matters most, as `pkg.Class#method(int)`; empty for all that changed."""
    seconds: float = 60
    """How long to search, 600 at most."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AskMine(Arguments):
    """Which pure refactorings are in a history?"""

    repository: str
    """The repository's folder, absolute."""
    range: str = "HEAD"
    """Revisions in git's words: `main`, `A..B`."""
    types: tuple[RefactoringType, ...] = ()
    """The types; empty for the six usual ones."""
    max: int = MOST_INSTANCES
    """Instances in the answer, 20 at most."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AskExplain(Arguments):
    """What does a word of an answer mean?"""

    key: str
    """A `rule_id` or reason of a finding, or the key of evidence."""


ARGUMENTS: Mapping[ToolName, type[Arguments]] = {
    ToolName.VERIFY_CHANGE: VerifyChange,
    ToolName.JOB: AskJob,
    ToolName.PLAN: AskPlan,
    ToolName.FIND_COUNTEREXAMPLE: FindCounterexample,
    ToolName.MINE: AskMine,
    ToolName.EXPLAIN: AskExplain,
}
"""The record for the arguments of each tool."""
