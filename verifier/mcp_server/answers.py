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
from verifier.domain.refactoring import RefactoringType


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
    """The last thing that it said; empty while it said nothing."""
    done: int | None = None
    """Steps that are done; null where none are counted."""
    total: int | None = None
    """All steps; null where none are counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JobTrouble(Described):
    """Why there is no result."""

    kind: str
    """The class of the error, as docs/exit-codes.md has it."""
    message: str
    """What happened."""
    hint: str = ""
    """What to do about it; empty where nobody knows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply(Described):
    """What every tool that works on a repository answers."""

    state: JobState
    """Whether there is a result, or how far it is."""
    job: str
    """The name by which `job` asks for it, also of another server."""
    poll_after_s: int | None = None
    """Seconds after which to call `job`; null where nothing is to be awaited."""
    progress: JobProgress | None = None
    """What is being done; null once it has ended."""
    next_step: NextStep | None = None
    """What to do now, by the gravest finding; null where there is nothing to do."""
    trouble: JobTrouble | None = None
    """Why there is no result; null where nothing failed."""
    result: Mapping[str, Any] | None = None
    """The answer; null while there is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitAnswer(Described):
    """One commit of a range."""

    commit: str
    """The commit."""
    subject: str
    """The first line of its message."""
    decision: Decision
    """What the answers on it come to."""
    behaviour: BehaviourAnswer | None
    """Whether it behaves as before."""
    refactoring: Extent | None
    """Whether it is only refactoring."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeAnswer(Answers):
    """The answers on a change: docs/check.md says what each means."""

    decision: Decision
    """What they come to, by what was required."""
    repository: str
    """The repository's folder that was judged."""
    base: str
    """The commit that it is compared with."""
    head: str
    """The changed side: a commit, `worktree`, `staged` or `patch`."""
    head_tree: str
    """The tree of the changed side: it names exactly what was judged."""
    level: Level
    """How much was looked at."""
    refactorings: tuple[RefactoringAnswer, ...]
    """The first twenty that were found."""
    findings: tuple[GateFinding, ...]
    """The twenty gravest, each with its place and its next step."""
    more_findings: int
    """How many more there are, in the evidence."""
    commits: tuple[CommitAnswer, ...]
    """The commits that were judged one by one; empty where the whole was enough."""
    claims: tuple[Claim, ...]
    """What became of what was wanted or claimed."""
    counterexample: Counterexample | None
    """An input on which the versions differ, with a test; null where none was found."""
    aside: tuple[AsideFile, ...]
    """The first twenty changed files that were not judged."""
    notes: tuple[str, ...]
    """What else is to be known."""
    cached: bool
    """Whether these trees were judged before."""
    evidence: str
    """The address of the whole report, a resource of this server."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CounterexampleAnswer(Described):
    """What a search for an input that tells two versions apart came to."""

    found: bool
    """Whether the versions differ on an input."""
    repository: str
    """The repository's folder."""
    base: str
    """The commit that is compared with."""
    head_tree: str
    """The tree of the changed side."""
    verdict: str
    """The search's own word; empty where it could not begin. None of them says `equivalent`."""
    summary: str
    """What was done, in a line."""
    method: str = ""
    """The method that was called, as `pkg.Class#name(descriptor)`; empty where nothing was found."""
    is_the_method_asked_for: bool | None = None
    """Whether it is; all that changed was searched. Null where none was named or nothing found."""
    inputs: str = ""
    """The input as Java source; empty where nothing was found."""
    before: str = ""
    """What the base does with it."""
    after: str = ""
    """What the change does with it."""
    junit_source: str = ""
    """A test that passes on the base and fails on the change; empty where none can be written."""
    suggested_path: str = ""
    """Where such a test would go; empty without one."""
    next_step: NextStep | None = None
    """What to do now; null where nothing was found."""
    evidence: str = ""
    """The address of all that the search recorded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MinedInstance(Described):
    """One refactoring of a history."""

    id: str
    """Its short id."""
    type: RefactoringType
    """Its type."""
    commit: str
    """The commit that did it."""
    description: str
    """RefactoringMiner's sentence."""
    method: str
    """The method that it acts on, as the commit's parent has it."""
    file: str
    """The file of that method."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MineAnswer(Described):
    """The pure refactorings of a history."""

    repository: str
    """The repository's folder."""
    range: str
    """The revisions that were read."""
    count: int
    """How many there are."""
    instances: tuple[MinedInstance, ...]
    """The first of them."""
    evidence: str
    """The address of all of them, a record a line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Precondition(Described):
    """Something that must hold before the edit."""

    what: str
    """What must hold."""
    met: bool | None
    """Whether it does; null where reading alone does not tell."""
    why: str = ""
    """What was seen."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanAnswer(Described):
    """What a refactoring needs, and what a check will ask of it."""

    repository: str
    """The repository's folder."""
    type: RefactoringType
    """The type."""
    method: str
    """The method as the files on disk declare it."""
    file: str
    """Its file; empty where it was not found."""
    line: int
    """Its first line, from 1; 0 where it was not found."""
    end_line: int
    """Its last line, from 1; 0 where it was not found."""
    want: str
    """What to pass as `want` to verify_change."""
    trailer: str
    """The line for the commit message that claims it."""
    preconditions: tuple[Precondition, ...]
    """What must hold."""
    detection_asks: tuple[str, ...]
    """What must be seen so that it counts as this refactoring."""
    allowed: tuple[str, ...]
    """Edits that may come with it."""
    impure: tuple[str, ...]
    """Edits that break purity: make them in a commit of their own."""
    callers: tuple[str, ...]
    """The first twenty files that may call the method, by its name alone."""
    tests: tuple[str, ...]
    """The first twenty test files that name the method or its class, by their text alone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation(Described):
    """What a word of an answer means."""

    key: str
    """The word."""
    meaning: str
    """What it means."""
    causes: tuple[str, ...]
    """The commonest causes, the commonest first."""
    try_this: tuple[str, ...]
    """What to try."""
    next_step: NextStep | None = None
    """The step that a finding of this kind names; null where it names none."""


Result = ChangeAnswer | CounterexampleAnswer | MineAnswer | PlanAnswer
"""The possible results of a worker."""
