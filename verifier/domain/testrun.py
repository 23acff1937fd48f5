"""What a build and a test run showed: ids and outcomes, never an exit code alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class TestOutcome(StrEnum):
    """Outcome of one test id in one run."""

    __test__ = False

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


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


@dataclass(frozen=True, kw_only=True, slots=True)
class TestRun:
    """One run of a suite.

    `outcomes` maps a test id (`pkg.Class#method`, with `[n]` for the n-th invocation of a
    parameterised or dynamic test) to its outcome; an id seen twice with different outcomes is in
    `conflicts`. `complete` says that the evidence chain is whole: the end was seen and both
    canaries behaved; `tamper` says what contradicts it, empty where nothing does. `evidence` names
    what the outcomes rest on: `event-chain` (our launcher) or `surefire-xml` (weaker).
    """

    __test__ = False

    outcomes: Mapping[str, TestOutcome]
    failures: Mapping[str, str]
    conflicts: tuple[str, ...] = ()
    complete: bool = False
    tamper: tuple[str, ...] = ()
    evidence: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildRun:
    """Compilation and, where that went well, tests of one tree in the sandbox.

    `compiled` is False where the compiler refused the tree (`errors` has file and line).
    `tests` is absent where compilation failed or the run ended before any evidence. `restored`
    are the candidate's changes that were not taken: tests and build files stay as the base's.
    `built` has the SHA-256 of each of its Java files as the compiler found it in the tree that was
    built, None for one that was deleted from there. What a build did not compile is not in it.
    `test_seconds` are those of `seconds` that the tests took, 0 where none ran; where one program
    does both, they are what it reports.
    """

    end: RunEnd
    compiled: bool
    errors: tuple[CompileError, ...]
    tests: TestRun | None
    log: str
    seconds: float
    restored: tuple[str, ...] = ()
    test_seconds: float = 0.0
    built: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def compile_seconds(self) -> float:
        """What the tests did not take."""
        return self.seconds - self.test_seconds
