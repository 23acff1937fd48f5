"""The gate's answer about a developer's change: two questions, and one report.

- Does the change behave as before? Proved, tested, refuted or open.
- Is the change only refactoring? Only, more or open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Literal

from verifier.domain.cause import CauseKind
from verifier.domain.described import Described
from verifier.domain.libraries import LibraryRecord
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.review import Review
from verifier.domain.split import Split


class Level(StrEnum):
    """How deep the gate looks, the cheapest level first. Each level includes all levels before it."""

    STATIC = "static"
    BUILD = "build"
    TESTS = "tests"
    BEHAVIOUR = "behaviour"


class Question(StrEnum):
    """The two questions about a change."""

    BEHAVIOUR = "behaviour"
    REFACTORING = "refactoring"


class BehaviourAnswer(StrEnum):
    """Whether a change behaves as before.

    Proved: every changed method is proved or identical. Tested: the tests pass and ran the changed
    code. Refuted: a run or the compiler showed a difference. Open: everything else.
    """

    PROVED = "proved"
    TESTED = "tested"
    OPEN = "open"
    REFUTED = "refuted"


class Extent(StrEnum):
    """Whether a change is only refactoring.

    Only: every edit belongs to a detected refactoring. More: some edits do not. Open: unknown.
    """

    ONLY = "only"
    OPEN = "open"
    MORE = "more"


class Decision(StrEnum):
    """The result of both answers under the given demand."""

    PASSED = "passed"
    FAILED = "failed"
    OPEN = "open"
    NOTHING_TO_CHECK = "nothing_to_check"

    @property
    def passes(self) -> bool:
        """Whether nothing speaks against the change under this demand."""
        return self in {Decision.PASSED, Decision.NOTHING_TO_CHECK}


class ClaimOutcome(StrEnum):
    """Whether the claim of a commit's message holds."""

    UPHELD = "upheld"
    REFUTED = "refuted"
    OPEN = "open"


class NextStep(StrEnum):
    """What the author of the change should do about a finding: a closed set."""

    FIX_AS_ADVISED = "fix_as_advised"
    REVERT_LINES = "revert_lines"
    SPLIT_COMMIT = "split_commit"
    MOVE_EDIT_TO_OWN_COMMIT = "move_edit_to_own_commit"
    FIX_COMPILE = "fix_compile"
    FIX_BEHAVIOUR = "fix_behaviour"
    NOT_YOUR_FAULT_RETRY = "not_your_fault_retry"
    ASK_HUMAN = "ask_human"


class FindingLevel(StrEnum):
    """The severity of a finding.

    An error fails the change, a warning leaves something open, a note informs.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class AsideWhy(StrEnum):
    """Why a changed file was not judged."""

    DOCUMENTATION = "documentation"
    ALLOWED = "allowed"
    NOT_JUDGED = "not_judged"


@dataclass(frozen=True, kw_only=True, slots=True)
class Answers(Described):
    """The answers to both questions. Both are null if no code changed."""

    behaviour: BehaviourAnswer | None
    """Whether the change behaves as before; null if no code changed."""
    behaviour_by: tuple[str, ...] = ()
    """What this answer rests on, in words; if it is open, what would settle it."""
    refactoring: Extent | None
    """Whether the change is only refactoring; null if no code changed."""
    refactoring_by: tuple[str, ...] = ()
    """What this answer rests on, in words; if there is more than refactoring, the edits with their
    places."""

    @property
    def answer_fields(self) -> dict[str, Any]:
        """The fields of `Answers` alone, to fill another record that has them."""
        return {each.name: getattr(self, each.name) for each in fields(Answers)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Demand(Described):
    """What a change must show to pass."""

    require: tuple[Question, ...] = (Question.BEHAVIOUR,)
    """The questions that must have a good answer."""
    accept: BehaviourAnswer = BehaviourAnswer.TESTED
    """The weakest good answer about behaviour: `proved`, `tested`, or `open`, which accepts
    anything that is not refuted."""

    def decision(self, answers: Answers) -> Decision:
        """Decide whether the answers meet the demand.

        A change fails if its behaviour is refuted, or if only refactoring is required and it does
        more.
        """
        behaviour, extent = answers.behaviour, answers.refactoring
        if behaviour is None and extent is None:
            return Decision.NOTHING_TO_CHECK
        asks_extent = Question.REFACTORING in self.require
        if behaviour is BehaviourAnswer.REFUTED or (asks_extent and extent is Extent.MORE):
            return Decision.FAILED
        order = list(BehaviourAnswer)
        left_open = [
            Question.BEHAVIOUR in self.require
            and (behaviour is None or order.index(behaviour) > order.index(self.accept)),
            asks_extent and extent is not Extent.ONLY and self.accept is not BehaviourAnswer.OPEN,
        ]
        return Decision.OPEN if any(left_open) else Decision.PASSED


@dataclass(frozen=True, kw_only=True, slots=True)
class GateFinding(Described):
    """One finding against the change, or one open point, with its place."""

    rule_id: str
    """A check's reason, or the id of a policy rule."""
    question: Question = Question.BEHAVIOUR
    """The question that the finding concerns."""
    level: FindingLevel
    """The severity."""
    message: str
    """The finding in words."""
    file: str = ""
    """The file, relative to the repository; empty if there is no place."""
    line: int = 0
    """The first line, from 1; 0 for the whole file."""
    end_line: int = 0
    """The last line, inclusive; 0 for the whole file."""
    side: Literal["base", "head"] = "head"
    """The version that the line numbers refer to."""
    before: str = ""
    """The old source lines, or the old tokens if there are no lines; empty if code was only added,
    or if unknown."""
    after: str = ""
    """The new source lines, or the new tokens if there are no lines; empty if code was only
    removed, or if unknown."""
    next_step: NextStep = NextStep.ASK_HUMAN
    """The recommended action."""
    cause: CauseKind | None = None
    """What differs, as far as the text shows it; null if unknown."""
    advice: str = ""
    """The edit that removes the difference, to be applied literally; empty if no edit is certain."""
    refactorings: tuple[str, ...] = ()
    """RefactoringMiner's descriptions of the refactorings that contain the finding; empty if there
    are none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckLine(Described):
    """One check of a unit."""

    name: CheckName
    """The check."""
    status: Status
    """Its outcome."""
    reason: Reason | None
    """Why it did not pass; null if it passed."""
    summary: str
    """The result in words."""
    seconds: float
    """Wall time in seconds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoringAnswer(Described):
    """One detected refactoring, and whether its code behaves as before."""

    type: str
    """RefactoringMiner's display name of the type."""
    description: str
    """RefactoringMiner's description."""
    behaviour: BehaviourAnswer
    """Whether its code behaves as before; `open` if the whole change is refuted and no
    split proves this part."""
    reason: str
    """The reason for that answer."""
    purity: str
    """PurityChecker's verdict; `not_applicable` if it does not cover the type."""
    before_file: str
    """The old file; empty if unknown."""
    before_line: int
    """The line in the old file, from 1; 0 if unknown."""
    file: str
    """The new file; empty if unknown."""
    line: int
    """The line in the new file, from 1; 0 if unknown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim(Described):
    """A claim that a commit's message makes about the commit, or a wanted refactoring."""

    text: str
    """The claim's words: the subject, the value of the trailer, or the wanted refactoring."""
    outcome: ClaimOutcome
    """Whether the claim holds."""
    reason: str
    """The reason for that outcome."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GateUnit(Answers):
    """The whole change, or one commit of it."""

    decision: Decision
    """The result of both answers."""
    refactorings: tuple[RefactoringAnswer, ...]
    """The detected refactorings; at most fifty."""
    checks: tuple[CheckLine, ...]
    """The requested checks."""
    findings: tuple[GateFinding, ...]
    """The findings against it, and the open points."""
    commit: str | None = None
    """The commit; null for the whole change."""
    subject: str = ""
    """The first line of the commit's message; empty for the whole change."""
    claims: tuple[Claim, ...] = ()
    """The claims of the commit's message; may be empty."""
    assumptions: tuple[str, ...] = ()
    """The assumptions of the proof; empty if behaviour is not proved by one."""
    jdk: str | None = None
    """The JDK that compiled it; null if it was not compiled by its build."""
    strategy: str | None = None
    """How it was built: `direct`, `maven` or `gradle`; null if it was not built."""
    class_path: LibraryRecord | None = None
    """The jars that its sources were compiled against, and the missing ones; null if no jars were
    searched."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AsideFile(Described):
    """A changed file that was not judged."""

    path: str
    """The file."""
    why: AsideWhy
    """The reason."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Residual(Described):
    """What a reviewer still has to read, as whole files."""

    files: tuple[str, ...]
    """The files, sorted."""
    added: int
    """Number of lines added in these files."""
    removed: int
    """Number of lines removed in these files."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Counterexample(Described):
    """An input on which the two versions differ."""

    inputs: str
    """The input as Java source."""
    expected: str
    """What the base does with this input."""
    actual: str
    """What the change does with this input."""
    test_class: str
    """The class of the failing test; empty if there is no test."""
    test_source: str
    """The source of the failing test; empty if there is no test."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GateSandbox(Described):
    """Where the change was built and run."""

    name: str
    """`docker`, `local`, or `none` if nothing was built or run."""
    isolated: bool
    """Whether it isolates."""
    engine: str
    """The container engine and its version; empty without one."""
    image: str | None
    """The digest of the container image; null without one."""
    runtime: str | None = None
    """The engine's name of the container's runtime; null without containers."""
    unenforced: tuple[str, ...] = ()
    """Limits that the sandbox does not enforce."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GateReport(Answers):
    """The complete answer of `refverify check`."""

    decision: Decision
    """The result for the whole change; if the commits make claims, the result for the claims."""
    demand: Demand = field(default_factory=Demand)
    """What was required, and the weakest answer that was accepted."""
    repository: str
    """The absolute path of the repository."""
    base: str
    """The commit that the change is compared with."""
    head: str
    """The changed side: a commit, `worktree`, `staged`, `patch` or `answer`."""
    base_tree: str
    """The id of the base's tree."""
    head_tree: str
    """The id of the changed side's tree; the base's tree if a patch does not apply."""
    level: Level
    """How deep the gate looked."""
    units: tuple[GateUnit, ...]
    """The judged units: the whole change first, then single commits."""
    files: tuple[str, ...] = ()
    """The changed Java files, sorted."""
    aside: tuple[AsideFile, ...] = ()
    """Changed files that were not judged."""
    residual: Residual | None = None
    """What a reviewer still has to read; null if this was not requested."""
    split: Split | None = None
    """The two patches of `--split`; null if they were not requested."""
    review: Review | None = None
    """Which hunks a reviewer must read; null if single commits were judged, or nothing applied."""
    counterexample: Counterexample | None = None
    """An input on which the versions differ; null if none was found."""
    notes: tuple[str, ...] = ()
    """Further remarks on how the answer was found."""
    cached: bool = False
    """Whether the answer comes from an earlier run on the same trees."""
    tool_versions: Mapping[str, str] | None = None
    """Versions of the tools that decide the answer; null if there was nothing to judge."""
    sandbox: GateSandbox | None = None
    """Where the change was built and run; null if there was nothing to judge."""
    schema: Literal[2] = 2
    """The version of this record's format; see docs/json.md."""

    @property
    def findings(self) -> tuple[GateFinding, ...]:
        """The findings of all units, in order, each once."""
        return tuple(dict.fromkeys(f for unit in self.units for f in unit.findings))

    @property
    def class_paths(self) -> tuple[LibraryRecord, ...]:
        """The class paths of all units that have one."""
        return tuple(u.class_path for u in self.units if u.class_path is not None)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of all units."""
        return tuple(claim for unit in self.units for claim in unit.claims)
