"""What a build and a test run showed: ids and outcomes, never an exit code alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.coverage import Recording

UNKNOWN = "?"
ROUNDS = 3
"""How often doubtful tests run alone, on the base and on the candidate in turn."""


class TestOutcome(StrEnum):
    """Outcome of one test id in one run."""

    __test__ = False

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


EVENT_CHAIN = "event-chain"
SUREFIRE_XML = "surefire-xml"
GRADLE_XML = "gradle-xml"


class EvidenceStrength(StrEnum):
    """How much evidence can stand: `weak` is what code in the tests' process can write itself."""

    STRONG = "strong"
    WEAK = "weak"


class EvidenceLevel(StrEnum):
    """What the tests' outcomes must stand: `planted` also breaks some tests, which must then fail."""

    BASIC = "basic"
    PLANTED = "planted"


class TestsUntil(StrEnum):
    """How much of the suite runs for a candidate: all of it, or no more than shows a failure."""

    __test__ = False

    ALL = "all"
    FIRST_FAILURE = "first-failure"


class RunEnd(StrEnum):
    """How a sandboxed process ended."""

    EXITED = "exited"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    OUT_OF_DISK = "out_of_disk"
    OUT_OF_PROCESSES = "out_of_processes"


@dataclass(frozen=True, kw_only=True, slots=True)
class CompileError:
    """One compiler message, at a path relative to the repository."""

    file: str
    line: int
    message: str


class TamperSign(StrEnum):
    """What about a run contradicts its own evidence."""

    CANARY = "canary"
    """A test of ours did not end as it must."""
    UNFINISHED = "unfinished"
    """The runner never began, broke off, or did not report its end."""
    EXIT_STATUS = "exit-status"
    """The process ended as a whole run cannot end."""
    REPORT = "report"
    """A report is damaged, missing or there twice, or two accounts of the tests differ."""
    ASSERTIONS = "assertions"
    """The code under test took a way to fail from its tests."""
    CHANGED_FILE = "changed-file"
    """A test or a build file was another one after the run, or nobody can tell."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tamper:
    """One contradiction: which, and in words."""

    sign: TamperSign
    detail: str

    def __str__(self) -> str:
        return self.detail


@dataclass(frozen=True, kw_only=True, slots=True)
class CanaryPlace:
    """Where a canary, a test class of ours, stands: a folder of test sources, and the annotation of its tests."""

    folder: str
    annotation: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TestRun:
    """One run of a suite.

    `outcomes` maps a test id (`pkg.Class#method`, after `module:` where two modules have a class of
    that name, with `[n]` for the n-th invocation of a parameterised or dynamic test) to its outcome; an id seen twice is in
    `conflicts`: no stable test of a base, and a lie of a candidate where the base shows it once. `complete` says that the evidence chain is whole: the end was seen and both
    canaries behaved; `tamper` says what contradicts it, empty where nothing does. `evidence` names
    what the outcomes rest on: `event-chain` (our launcher) or `surefire-xml` (weaker). `touched` are
    files and folders of the tests and their data that the run wrote to, put back or not; `?` stands
    for a list that did not come. `rewritten` are the tests and build files that a run of the project's own build left
    as others, each with its SHA-256 then (empty: gone). `canaries` are the places where such a run showed both
    outcomes of ours; a run of our launcher has its own, and none here.
    """

    __test__ = False

    outcomes: Mapping[str, TestOutcome]
    failures: Mapping[str, str]
    conflicts: tuple[str, ...] = ()
    complete: bool = False
    tamper: tuple[Tamper, ...] = ()
    evidence: str = ""
    touched: frozenset[str] = frozenset()
    rewritten: Mapping[str, str] = field(default_factory=dict)
    canaries: tuple[CanaryPlace, ...] = ()

    @property
    def strength(self) -> EvidenceStrength:
        """Strong where each outcome is authenticated."""
        return EvidenceStrength.STRONG if self.evidence == EVENT_CHAIN else EvidenceStrength.WEAK

    @property
    def only_canaries_failed(self) -> bool:
        """Whether tests of ours are all that stands against it: the project may not run them."""
        return {each.sign for each in self.tamper} == {TamperSign.CANARY}


@dataclass(frozen=True, kw_only=True, slots=True)
class Round:
    """A failing test's class alone, on the base and on the candidate right after it."""

    base: TestRun
    candidate: TestRun


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildRun:
    """Compilation and, where that went well, tests of one tree in the sandbox.

    `compiled` is False where the compiler refused the tree (`errors` has file and line).
    `tests` is absent where compilation failed or the run ended before any evidence. `restored`
    are the candidate's changes that were not taken: tests and build files stay as the base's.
    `built` has the SHA-256 of each of its Java files as the compiler found it in the tree that was
    built, None for one that was deleted from there. What a build did not compile is not in it.
    `starved` says that a process or a thread was refused to the tests. `test_seconds` are those of
    `seconds` that the tests took, 0 where none ran; where one program does both, they are what it
    reports. With `rounds` no more ran than some tests up to the first that failed, and then its class
    alone so often: `tests` then shows what failed, and has no end. `same_as` names whose `tests` these are
    where they are not its own: the base, or another candidate of the same code. `suite_members` are top-level classes
    that ran by themselves here, though in the whole suite only other classes name them. `recording` is what the tests executed, where it was asked for and they ran.
    """

    end: RunEnd
    compiled: bool
    errors: tuple[CompileError, ...]
    tests: TestRun | None
    log: str
    seconds: float
    restored: tuple[str, ...] = ()
    test_seconds: float = 0.0
    starved: bool = False
    built: Mapping[str, str | None] = field(default_factory=dict)
    recording: Recording | None = None
    rounds: tuple[Round, ...] = ()
    same_as: str = ""
    suite_members: frozenset[str] = frozenset()

    @property
    def compile_seconds(self) -> float:
        """What the tests did not take."""
        return self.seconds - self.test_seconds
