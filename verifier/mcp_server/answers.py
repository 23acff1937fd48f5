"""The answers of the tools. Messages, names and code in them come from the repository: they are
data.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from verifier.domain.described import Described
from verifier.domain.gate import (
    Answers,
    AsideFile,
    BehaviourAnswer,
    Claim,
    Counterexample,
    Decision,
    Extent,
    GateFinding,
    Level,
    NextStep,
    RefactoringAnswer,
)
from verifier.domain.refactoring_traits import RefactoringType


class JobState(StrEnum):
    """The state of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


ENDED = frozenset({JobState.DONE, JobState.CANCELLED, JobState.FAILED})
"""The final states."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JobProgress(Described):
    """What a job is doing."""

    doing: str = ""
    """The last message of the job; empty before the first."""
    done: int | None = None
    """Steps that are done; null if no steps are counted."""
    total: int | None = None
    """All steps; null if no steps are counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JobTrouble(Described):
    """Why there is no result."""

    kind: str
    """The class of the error, as in docs/exit-codes.md."""
    message: str
    """What happened."""
    hint: str = ""
    """What to do about it; empty if unknown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply(Described):
    """The answer of every tool that works on a repository."""

    state: JobState
    """Whether there is a result, or the state of the job."""
    job: str
    """The name under which `job` asks for it, even on another server."""
    poll_after_s: int | None = None
    """Seconds after which to call `job`; null if there is nothing to wait for."""
    progress: JobProgress | None = None
    """What the job is doing; null once it has ended."""
    next_step: NextStep | None = None
    """What to do now, by the most severe finding; null if there is nothing to do."""
    trouble: JobTrouble | None = None
    """Why there is no result; null if nothing failed."""
    result: Mapping[str, Any] | None = None
    """The answer; null if there is none yet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitAnswer(Described):
    """One commit of a range."""

    commit: str
    """The commit's id."""
    subject: str
    """The first line of its message."""
    decision: Decision
    """The decision on it."""
    behaviour: BehaviourAnswer | None
    """Whether it behaves as before."""
    refactoring: Extent | None
    """Whether it is only refactoring."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeAnswer(Answers):
    """The answers on a change: docs/check.md says what each means."""

    decision: Decision
    """The decision, by what was required."""
    repository: str
    """The folder of the judged repository."""
    base: str
    """The commit that it is compared with."""
    head: str
    """The changed side: a commit, `worktree`, `staged` or `patch`."""
    head_tree: str
    """The tree of the changed side: it names exactly what was judged."""
    level: Level
    """How much was checked."""
    refactorings: tuple[RefactoringAnswer, ...]
    """The first twenty refactorings that were found."""
    findings: tuple[GateFinding, ...]
    """The twenty most severe findings, each with its place and its next step."""
    more_findings: int
    """The number of further findings; the evidence has them."""
    commits: tuple[CommitAnswer, ...]
    """The commits that were judged one by one; empty if the whole was enough."""
    claims: tuple[Claim, ...]
    """The outcome of each wanted or claimed refactoring."""
    counterexample: Counterexample | None
    """An input on which the versions differ, with a test; null if none was found."""
    aside: tuple[AsideFile, ...]
    """The first twenty changed files that were not judged."""
    notes: tuple[str, ...]
    """Further notes."""
    cached: bool
    """Whether these trees were judged before."""
    evidence: str
    """The address of the whole report, a resource of this server."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CounterexampleAnswer(Described):
    """The result of a search for an input on which two versions differ."""

    found: bool
    """Whether the versions differ on an input."""
    repository: str
    """The repository's folder."""
    base: str
    """The commit of the old version."""
    head_tree: str
    """The tree of the changed side."""
    verdict: str
    """The verdict of the search; empty if it could not begin. No verdict says `equivalent`."""
    summary: str
    """What was done, in one line."""
    method: str = ""
    """The method that was called, as `pkg.Class#name(descriptor)`; empty if nothing was found."""
    is_the_method_asked_for: bool | None = None
    """Whether it is the method asked for; the search covers all changed code. Null if none was
    named or nothing was found.
    """
    inputs: str = ""
    """The input as Java source; empty if nothing was found."""
    before: str = ""
    """What the base does with it."""
    after: str = ""
    """What the change does with it."""
    junit_source: str = ""
    """A test that passes on the base and fails on the change; empty if none can be written."""
    suggested_path: str = ""
    """A path for this test; empty without a test."""
    next_step: NextStep | None = None
    """What to do now; null if nothing was found."""
    evidence: str = ""
    """The address of everything that the search recorded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MinedInstance(Described):
    """One refactoring of a history."""

    id: str
    """Its short id."""
    type: RefactoringType
    """Its type."""
    commit: str
    """The commit with the refactoring."""
    description: str
    """RefactoringMiner's description."""
    method: str
    """The method that it acts on, as declared in the commit's parent."""
    file: str
    """The file of that method."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MineAnswer(Described):
    """The pure refactorings of a history."""

    repository: str
    """The repository's folder."""
    range: str
    """The revisions that were analysed."""
    count: int
    """The number of refactorings."""
    instances: tuple[MinedInstance, ...]
    """The first of them."""
    evidence: str
    """The address of all of them, one record per line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Precondition(Described):
    """Something that must hold before the edit."""

    what: str
    """What must hold."""
    met: bool | None
    """Whether it holds; null if reading the code does not show it."""
    why: str = ""
    """What was found."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanAnswer(Described):
    """What a refactoring needs, and what a check will look for."""

    repository: str
    """The repository's folder."""
    type: RefactoringType
    """The type."""
    method: str
    """The method as the files on disk declare it."""
    file: str
    """Its file."""
    line: int
    """Its first line, from 1."""
    end_line: int
    """Its last line, from 1."""
    want: str
    """What to pass as `want` to verify_change."""
    trailer: str
    """The line for the commit message that claims the refactoring."""
    preconditions: tuple[Precondition, ...]
    """What must hold."""
    detection_asks: tuple[str, ...]
    """What must be visible for the change to count as this refactoring."""
    allowed: tuple[str, ...]
    """Edits that may come with it."""
    impure: tuple[str, ...]
    """Edits that break purity: make them in a separate commit."""
    callers: tuple[str, ...]
    """The first twenty files that may call the method, found only by its name."""
    tests: tuple[str, ...]
    """The first twenty test files that contain the name of the method or its class."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation(Described):
    """What a word of an answer means."""

    key: str
    """The word."""
    meaning: str
    """What it means."""
    causes: tuple[str, ...]
    """The causes, most common first."""
    try_this: tuple[str, ...]
    """What to try."""
    next_step: NextStep | None = None
    """The next step for a finding of this kind; null if there is none."""


Result = ChangeAnswer | CounterexampleAnswer | MineAnswer | PlanAnswer
"""The possible results of a worker."""
