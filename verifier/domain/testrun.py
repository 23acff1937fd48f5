"""The results of a build and a test run: test ids with outcomes, never only an exit code."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.coverage import Recording
from verifier.printable import shorten

UNKNOWN = "?"
_LONGEST = 500
ROUNDS = 3
"""How often doubtful tests run alone, on the base and on the candidate in turn."""


class TestOutcome(StrEnum):
    """The outcome of one test id in one run."""

    __test__ = False

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


EVENT_CHAIN = "event-chain"
SUREFIRE_XML = "surefire-xml"
GRADLE_XML = "gradle-xml"


class EvidenceStrength(StrEnum):
    """The strength of test evidence. Code in the tests' process can forge `weak` evidence."""

    STRONG = "strong"
    WEAK = "weak"


class EvidenceLevel(StrEnum):
    """How strictly the tests' outcomes are checked.

    `planted` also breaks some tests, which must then fail.
    """

    BASIC = "basic"
    PLANTED = "planted"


class TestsUntil(StrEnum):
    """How much of the suite runs for a candidate: all of it, or only enough to show a failure."""

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
    """One compiler message, with a path relative to the repository; `file` is empty if it has no place."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        """Return the place and the message on one printable line of at most 500 characters."""
        place = f"{self.file}:{self.line}: " if self.file else ""
        lines = f"{place}{self.message}".split("\n")
        return shorten(" | ".join(map(str.strip, lines)), _LONGEST)


class TamperSign(StrEnum):
    """The ways in which a run can contradict its own evidence."""

    CANARY = "canary"
    """A test of ours did not have its expected outcome."""
    UNFINISHED = "unfinished"
    """The runner did not start, stopped early, or did not report its end."""
    EXIT_STATUS = "exit-status"
    """The exit status does not fit a complete run."""
    REPORT = "report"
    """A report is damaged, missing or duplicated, or two reports of the tests differ."""
    ASSERTIONS = "assertions"
    """The code under test disabled a way in which its tests can fail."""
    CHANGED_FILE = "changed-file"
    """A test or build file changed during the run, or this cannot be determined."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tamper:
    """One contradiction: its kind, and a description."""

    sign: TamperSign
    detail: str

    def __str__(self) -> str:
        return self.detail


@dataclass(frozen=True, kw_only=True, slots=True)
class CanaryPlace:
    """The place of a canary, which is a test class of ours.

    It is a folder of test sources, and the annotation of the tests there.
    """

    folder: str
    annotation: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TestRun:
    """One run of a test suite.

    `outcomes` maps a test id to its outcome. An id is `pkg.Class#method`. It has the prefix
    `module:` if several modules have a class of that name, and the suffix `[n]` for the n-th
    invocation of a parameterised or dynamic test. `conflicts` are ids that were seen twice: such a
    test is not stable on the base; if the base shows it once, the candidate's evidence is false.

    `complete` means that the evidence is whole: the end was seen and both canaries behaved.
    `tamper` lists contradictions. `evidence` names the source of the outcomes: `event-chain` (our
    launcher), or the weaker `surefire-xml` and `gradle-xml`. `touched` are files and folders of the
    tests and their data that the run wrote to, even if it restored them; `?` means that no list was
    received. `rewritten` are the tests and build files that a run of the project's own build
    changed, each with its SHA-256 after the run (empty if deleted). `canaries` are the places where
    such a run showed both outcomes of our canaries; our launcher has canaries of its own and leaves
    this empty.
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
        """Strong if each outcome is authenticated."""
        return EvidenceStrength.STRONG if self.evidence == EVENT_CHAIN else EvidenceStrength.WEAK

    @property
    def only_canaries_failed(self) -> bool:
        """Whether our canaries are the only contradiction. The project may not run them at all."""
        return {each.sign for each in self.tamper} == {TamperSign.CANARY}


@dataclass(frozen=True, kw_only=True, slots=True)
class Round:
    """A run of a failing test's class alone: on the base, and then on the candidate."""

    base: TestRun
    candidate: TestRun


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildRun:
    """The compilation of one tree in the sandbox and, if it succeeded, the test run.

    `compiled` is False if the compiler rejected the tree; `errors` then has files and lines.
    `tests` is None if compilation failed, or if the run ended before any evidence. `restored` are
    changes of the candidate that were not used: tests and build files stay as in the base. `built`
    maps each changed Java file to its SHA-256 as the compiler found it, or to None if it was
    deleted; a file that was not compiled is missing. `starved` means that the tests were refused a
    process or thread.

    `test_seconds` is the tests' part of `seconds`, and 0 without tests; if one program compiles and
    tests, it is the time that the program reports. `rounds` is set if the run stopped at the first
    failure: `tests` then contains only the tests up to it, and its class ran again alone, once per
    round. `same_as` names the owner of `tests` if they were taken from the base or from an
    identical candidate. `suite_members` are top-level classes that ran alone here, although only
    other classes name them in the whole suite. `recording` is the coverage recording, if it was
    requested.
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
        """The time, in seconds, that was not spent on tests."""
        return self.seconds - self.test_seconds
