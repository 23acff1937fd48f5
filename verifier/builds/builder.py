"""The builder protocol, and the measurement of a base commit that verdicts compare against."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from verifier.builds.judged_runs import JudgedRuns
from verifier.builds.options import StrategyName
from verifier.domain.coverage import Recording
from verifier.domain.declared import NEUTRAL
from verifier.domain.pass_counts import TestCounts
from verifier.domain.reach import ChangedFiles, ReachMap
from verifier.domain.source import Analysis, Candidate
from verifier.domain.testrun import BuildRun
from verifier.tools.jdk import Jdk
from verifier.tools.worktree_layout import StandingFiles, lay_out


@dataclass(frozen=True, kw_only=True, slots=True)
class ModulesBuilt:
    """Which modules are built for a change of a multi-module project, by folder.

    `compiled` are the modules that contain the change and the modules that depend on them.
    `untested` are compiled modules whose tests do not run; `uncompiled` are modules that depend on
    the change and are not even compiled; both map the folder to the reason. A module without tests
    is in neither.
    """

    compiled: tuple[str, ...]
    untested: Mapping[str, str] = field(default_factory=dict)
    uncompiled: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Toolchain:
    """What compiles the trees of a base, and why; `modules` is None if the project has one module."""

    strategy: StrategyName
    strategy_reason: str
    jdk: str
    compiler: str
    modules: ModulesBuilt | None = None
    jdk_reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class BaseMeasurement:
    """The suite on the base commit, run once or several times exactly as a candidate's suite will
    run.

    `stable_pass` are the tests that a candidate must pass too; after a single run, all tests that
    passed. `strategy_reason` says why the strategy was chosen; `notes` what was neutralised or
    looked odd; `runs` has the counts of each run; `touched` are the files of its own tests and test
    data that the suite writes to.
    """

    stable_pass: frozenset[str]
    stable_fail: frozenset[str]
    skipped: frozenset[str]
    flaky: frozenset[str]
    strategy: StrategyName
    strategy_reason: str
    jdk: str
    compiler: str
    seconds: float
    notes: tuple[str, ...] = ()
    runs: tuple[TestCounts | None, ...] = ()
    touched: frozenset[str] = frozenset()
    modules: ModulesBuilt | None = None
    jdk_reason: str = ""

    @property
    def toolchain(self) -> Toolchain:
        """The toolchain that measured the suite."""
        return Toolchain(
            strategy=self.strategy,
            strategy_reason=self.strategy_reason,
            jdk=self.jdk,
            compiler=self.compiler,
            modules=self.modules,
            jdk_reason=self.jdk_reason,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassFiles:
    """The class files of one tree, by path.

    Resources are included if the project's own build copied them; otherwise they are on the class
    path of the surroundings. If several modules have a file at one path, `main` and `test` hold the
    first module's file. `sets` holds all files by source set; it is empty if only one module has
    code. `standing` are folders that already hold some of these files.
    """

    main: Mapping[str, bytes]
    test: Mapping[str, bytes]
    sets: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    standing: tuple[StandingFiles, ...] = ()

    def write_to(self, folder: Path) -> tuple[Path, Path]:
        """Write `main` and `test` into a folder, for a process that only reads the class files there."""
        main, test = folder / "main", folder / "test"
        lay_out(main, self.main, self.standing)
        lay_out(test, self.test, self.standing)
        return main, test


@dataclass(frozen=True, kw_only=True, slots=True)
class RuntimeEnvironment:
    """What the classes of a base run with: its JDK, and libraries and resource folders in class
    path order.

    `has_junit5` says whether the project's tests use JUnit 5. `junit` are the entries of
    `class_path` that a generated test is compiled and run with; empty if the project has no JUnit.
    """

    jdk: Jdk
    class_path: tuple[Path, ...]
    has_junit5: bool
    junit: tuple[Path, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class JavaAgent:
    """A Java agent that observes a run of the base's tests.

    `files` are written into a separate folder, which `options` calls `{place}`; the agent writes
    `result` there. `methods` (`pkg.Class#name(I)V`) are the observed methods. Only tests known to
    reach one of them run; if none is known, the tests that name one of their classes. After
    `seconds` the run is stopped, and the result is what the agent has written until then. The
    location of the jar is neutral, its content is not.
    """

    jar: Path = field(metadata=NEUTRAL)
    options: str
    files: Mapping[str, bytes]
    result: str
    methods: frozenset[str] = frozenset()
    seconds: float = 120.0

    @property
    def classes(self) -> frozenset[str]:
        """The qualified names of the classes that declare its methods."""
        return frozenset(method.partition("#")[0] for method in self.methods)


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """Which tests to break: a sample of at most `most` of the tests in `among`; the seed determines it."""

    among: frozenset[str]
    seed: str
    word: str
    most: int = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class PlantedRun:
    """A run of the whole suite with some tests broken on purpose; each must fail with the agreed
    word.

    `left_out` are stable tests that such a run leaves out, because only the project's own build
    runs them.
    """

    run: BuildRun
    tests: tuple[str, ...]
    left_out: frozenset[str] = frozenset()


class TestRuns(Protocol):
    """Runs the tests of candidates and of the base, on a measured base; safe for several threads.

    `judged` holds the runs of candidates that were judged on this base.
    """

    judged: JudgedRuns

    def measure(self) -> BaseMeasurement:
        """Prepare and measure the base, or read the cached measurement.

        One run is enough if the options postpone the others until there is doubt: a candidate that
        passes all tests that passed in one run also passes all tests that more runs would call
        stable.

        Raises:
            BaseInvalidError: it cannot be prepared, built, or has too few stable tests.
            SandboxError, MissingToolError: the environment is at fault.
        """
        ...

    def measure_whole(self) -> BaseMeasurement:
        """Measure with as many runs as the options ask for; together they decide which tests are
        stable.

        Raises:
            BaseInvalidError: a further run is incomplete, or leaves too few stable tests.
            SandboxError, MissingToolError: the environment is at fault.
        """
        ...

    def build(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """Compile and test the base with the candidate's changes applied, in the sandbox.

        Tests, test resources and build files come from the base, even if the candidate changes
        them; only the test files in `editable` (those of the instance) come from the candidate.
        """
        ...

    def changed_classes(
        self, candidate: Candidate, editable: frozenset[str] = frozenset()
    ) -> ChangedFiles:
        """Compile like `build`, and return the class files of main code that differ from the base's.

        Empty if nothing differs, if the candidate does not compile, or if `first_failure` would run
        no test.
        """
        ...

    def first_failure(
        self,
        candidate: Candidate,
        editable: frozenset[str] = frozenset(),
        *,
        reach: ReachMap | None = None,
        changed: frozenset[str] = frozenset(),
    ) -> BuildRun | None:
        """Compile like `build`, and run the tests near the change until one fails.

        A test is near if it reaches one of the `changed` methods according to `reach`, or, if
        `reach` knows none, if it names a changed class. The class of a failing test then runs
        alone, on the base and on the candidate in turn (`BuildRun.rounds`).

        Returns None if no test fails, if the near tests cannot be determined, or if the whole run
        could end in something other than a failure: with several modules, modules that depend on
        the changed ones may not compile.
        """
        ...

    def rerun(
        self,
        candidate: Candidate | None,
        tests: tuple[str, ...],
        editable: frozenset[str] = frozenset(),
    ) -> BuildRun:
        """Run some tests alone on the candidate, or on the base (None), to distinguish flaky from failed tests."""
        ...

    def base_round(self, tests: tuple[str, ...], number: int) -> BuildRun:
        """Run some tests of the base alone (all if none are named), as one of several rounds.

        The same tests and number return the same run, so a second candidate with the same failing
        tests costs half.
        """
        ...

    def plant(
        self,
        candidate: Candidate | None,
        faults: Faults,
        editable: frozenset[str] = frozenset(),
    ) -> PlantedRun | None:
        """Run all tests on the candidate, or on the base (None), with some of them broken in byte
        code.

        Returns None if the strategy cannot do this, or if no test can be broken.
        """
        ...


class Compiling(Protocol):
    """Compiles candidates and the base without running a test; the base need not be measured."""

    def toolchain(self) -> Toolchain:
        """Return the measured toolchain if the base was measured, otherwise the one that compiles
        the base.

        Raises:
            BaseInvalidError: the base cannot be prepared.
        """
        ...

    def compile(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """Compile the candidate like `build` and run no test; the base need not be measured.

        Raises:
            BaseInvalidError: the base cannot be compiled without its tests.
        """
        ...

    def classes(
        self, candidate: Candidate | None, editable: frozenset[str] = frozenset()
    ) -> ClassFiles:
        """Return the class files of the candidate, or of the base (None), without running a test.

        Raises:
            BaseInvalidError: the base cannot be compiled without its tests, or the tree no longer
                compiles.
        """
        ...

    def surroundings(self) -> RuntimeEnvironment:
        """The JDK and the class path that the class files run with."""
        ...

    def encoding(self, path: str) -> str:
        """Return the encoding in which a source is compiled, wherever it is declared."""
        ...

    def versions(self) -> Mapping[str, str]:
        """Return the versions of everything that influences the result of a build."""
        ...


class Observing(Protocol):
    """Observes the base's tests while they run: what they execute, and what an agent sees."""

    def recording(self) -> Recording:
        """Return what the base's tests executed in the first run; it is cached with the
        measurement.

        Raises:
            BaseInvalidError: as `measure`.
        """
        ...

    def reach(self, analysis: Analysis) -> ReachMap | None:
        """Return which base methods its tests reach; computed once from the recording, then cached.

        Returns None if nothing was recorded, if the recording does not distinguish tests, or if it
        cannot be read. The map only selects tests, so a missing map changes no verdict.
        """
        ...

    def observe(self, java_agent: JavaAgent, reach: ReachMap | None = None) -> bytes:
        """Return what an agent wrote during one run of the base's tests; cached per agent and
        question.

        If `reach` knows tests that reach the agent's methods, only these run. Returns empty bytes
        if the agent wrote nothing or the strategy cannot load an agent.
        """
        ...


class Builder(TestRuns, Compiling, Observing, Protocol):
    """Builds candidates on one prepared base commit; safe for several threads."""

    def begin(self, *, tested: bool) -> None:
        """Start the work that the first candidate would wait for.

        If candidates are `tested`, measure the base and start the compiler that stays alive during
        its tests. Does nothing if everything is cached.

        Raises:
            VerifierError: as the method that needs the result would raise.
        """
        ...
