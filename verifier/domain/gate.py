"""What the gate on a developer's own change answers: one report for the whole change."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from verifier.domain.described import FORM, Described, Form
from verifier.domain.libraries import LibraryRecord
from verifier.domain.outcome import CheckName, Reason, Status


class Level(StrEnum):
    """How much is looked at, the cheapest first; each level has all of those before it."""

    STATIC = "static"
    BUILD = "build"
    TESTS = "tests"
    BEHAVIOUR = "behaviour"


class GateOutcome(StrEnum):
    """The answer on a change or on one refactoring. `unproven` blames nobody."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNPROVEN = "unproven"
    NOTHING_TO_CHECK = "nothing_to_check"


class ClaimOutcome(StrEnum):
    """What became of what a commit's message says of the commit."""

    UPHELD = "upheld"
    REFUTED = "refuted"
    UNPROVEN = "unproven"


class NextStep(StrEnum):
    """What whoever made the change should do about a finding: a closed set."""

    REVERT_LINES = "revert_lines"
    SPLIT_COMMIT = "split_commit"
    MOVE_EDIT_TO_OWN_COMMIT = "move_edit_to_own_commit"
    FIX_COMPILE = "fix_compile"
    FIX_BEHAVIOUR = "fix_behaviour"
    NOT_YOUR_FAULT_RETRY = "not_your_fault_retry"
    ASK_HUMAN = "ask_human"


class FindingLevel(StrEnum):
    """How grave a finding is: it refutes, it leaves something open, or it informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class AsideWhy(StrEnum):
    """Why a changed file was not judged."""

    DOCUMENTATION = "documentation"
    ALLOWED = "allowed"
    NOT_JUDGED = "not_judged"


@dataclass(frozen=True, kw_only=True, slots=True)
class GateFinding(Described):
    """One thing that stands against the change, or that is left open, with its place."""

    rule_id: str
    """A reason of the checks, or the id of a policy rule."""
    level: FindingLevel
    """How grave it is."""
    message: str
    """What was found, in words."""
    file: str = ""
    """The file, from the repository's top; empty without a place."""
    line: int = 0
    """The line, from 1; 0 for the whole file."""
    end_line: int = 0
    """The last line, from 1; 0 for the whole file."""
    side: Literal["base", "head"] = "head"
    """Which version the line counts in."""
    before: str = ""
    """The source lines that were there, tokens where it has no lines; empty where something was
    added, or nothing is known."""
    after: str = ""
    """The source lines that are there now, tokens where it has no lines; empty where something was
    removed, or nothing is known."""
    next_step: NextStep = NextStep.ASK_HUMAN
    """What to do about it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckLine(Described):
    """One check of a unit."""

    name: CheckName
    """Which check."""
    status: Status
    """Its outcome."""
    reason: Reason | None
    """Why it did not pass; null where it did."""
    summary: str
    """What it found, in words."""
    seconds: float
    """Wall time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoringAnswer(Described):
    """One refactoring that was found, and whether it is one."""

    type: str
    """The type by RefactoringMiner's display name."""
    description: str
    """RefactoringMiner's sentence."""
    outcome: GateOutcome
    """Whether this refactoring is proved."""
    reason: str
    """Why it is not, or what it is proved by."""
    purity: str
    """PurityChecker's verdict; `not_applicable` where it does not cover the type."""
    before_file: str
    """The old file; empty where it is not known."""
    before_line: int
    """The line there, from 1; 0 where it is not known."""
    file: str
    """The new file; empty where it is not known."""
    line: int
    """The line there, from 1; 0 where it is not known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim(Described):
    """What a commit's message says of the commit."""

    text: str
    """The words: the subject, or the trailer's value."""
    outcome: ClaimOutcome
    """What became of it."""
    reason: str
    """Why."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GateUnit(Described):
    """The whole change, or one commit of it."""

    outcome: GateOutcome
    """The answer on this unit."""
    proved_by: tuple[str, ...]
    """What stands behind `proved`, in words; empty otherwise."""
    refactorings: tuple[RefactoringAnswer, ...]
    """What RefactoringMiner found, the first fifty."""
    checks: tuple[CheckLine, ...]
    """The checks that were asked for."""
    findings: tuple[GateFinding, ...]
    """What stands against it or is left open."""
    commit: str | None = None
    """The commit; null for the whole change."""
    subject: str = ""
    """The first line of the commit's message; empty for the whole change."""
    claims: tuple[Claim, ...] = ()
    """What the commit claims; empty where it claims nothing."""
    class_path: LibraryRecord | None = None
    """The jars that its sources were compiled against, and what is missing; null where none were looked for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AsideFile(Described):
    """A changed file that was not judged."""

    path: str
    """The file."""
    why: AsideWhy
    """Why not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Residual(Described):
    """What a reviewer still has to read, by whole files."""

    files: tuple[str, ...]
    """The files, sorted."""
    added: int
    """Lines that were added in them."""
    removed: int
    """Lines that were removed in them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Counterexample(Described):
    """An input on which the two versions differ."""

    inputs: str
    """The input as Java source."""
    expected: str
    """What the base does."""
    actual: str
    """What the change does."""
    test_class: str
    """The failing test's class; empty without a test."""
    test_source: str
    """The failing test's source; empty without one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GateReport(Described):
    """The whole answer of `refverify check`."""

    outcome: GateOutcome
    """The answer on the whole change."""
    repository: str
    """The repository's folder, absolute."""
    base: str
    """The commit that the change is compared with."""
    head: str
    """The changed side: a commit, `worktree` or `staged`."""
    base_tree: str
    """The tree of the base."""
    head_tree: str
    """The tree of the changed side."""
    level: Level
    """How much was looked at."""
    units: tuple[GateUnit, ...]
    """The whole change first, where it was judged; then the commits that were."""
    proved_by: Literal["range", "commits"] | None = None
    """Whether the whole change or its commits one by one are proved; null where neither is."""
    files: tuple[str, ...] = ()
    """The changed Java files, sorted."""
    aside: tuple[AsideFile, ...] = ()
    """Changed files that were not judged."""
    residual: Residual | None = None
    """What is left to read; null where nobody asked."""
    counterexample: Counterexample | None = None
    """An input on which the versions differ; null where none was found."""
    notes: tuple[str, ...] = ()
    """What else is to be known of how this came about."""
    cached: bool = False
    """Whether an earlier run's answer on the same trees was taken."""
    tool_versions: Mapping[str, str] | None = None
    """Versions of what decided; null where nothing had to be judged."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""

    @property
    def findings(self) -> tuple[GateFinding, ...]:
        """The findings of all units, each once, in order."""
        return tuple(dict.fromkeys(f for unit in self.units for f in unit.findings))

    @property
    def class_paths(self) -> tuple[LibraryRecord, ...]:
        """The class paths of all units that have one."""
        return tuple(u.class_path for u in self.units if u.class_path is not None)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of all units."""
        return tuple(claim for unit in self.units for claim in unit.claims)
