"""The builder protocol and the measurement of a base commit that verdicts rest on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Protocol

from verifier.builds.judged_runs import JudgedRuns
from verifier.builds.module_graph import ROOT
from verifier.builds.speedups import Speedup
from verifier.domain.coverage import Recording
from verifier.domain.declared import NEUTRAL
from verifier.domain.pass_counts import TestCounts
from verifier.domain.reach import ReachMap
from verifier.domain.source import Analysis, Candidate
from verifier.domain.testrun import BuildRun
from verifier.errors import UsageError
from verifier.printable import printable
from verifier.sandbox.base import Limits
from verifier.tools.jdk import Jdk
from verifier.tools.laid_out import StandingFiles, lay_out


class StrategyName(StrEnum):
    """How a tree is built: by the project's own Maven or Gradle, or by our own javac and launcher."""

    MAVEN = "maven"
    GRADLE = "gradle"
    DIRECT = "direct"


class StrategyChoice(StrEnum):
    """`auto` takes `direct` where its ids equal the project's own build, or where only it runs."""

    AUTO = "auto"
    MAVEN = "maven"
    GRADLE = "gradle"
    DIRECT = "direct"


class ModuleReach(StrEnum):
    """What of a project with several modules is built and tested for a change."""

    CHANGED = "changed"
    """The tests of the modules that hold it; those that need them are compiled and not tested."""
    DEPENDANTS = "dependants"
    """The tests of those that need them too, by themselves or through others."""
    ALL = "all"
    """Every module of the project."""


class PrepareOn(StrEnum):
    """Where a preparation runs the base commit's build: in the sandbox, or with the user's rights."""

    SANDBOX = "sandbox"
    HOST = "host"


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildOptions:
    """What the user decides about builds.

    Neutral are the homes of JDK, Maven and Gradle (their versions count), the cache's folder, where a base
    is prepared, and whether it may still be: an unprepared base has no verdict.

    `without` names the speedups that are turned off.
    `modules` are the folders of the modules to build and test; what they need is compiled. Empty: all of them, or
    where somebody knows a change's files, those that hold these and what `reach` adds. With `recorded`
    every run of tests has JaCoCo's agent, on the base and on candidates alike. With `dependants` the
    modules are what needs others that somebody else builds: only their tests count, with ids that begin
    with their module, and what the base itself does not have in its build is left out. `root` is the folder in
    which the build stands; neutral, since the base and a change's files decide it: nobody says it.
    """

    strategy: StrategyChoice = StrategyChoice.AUTO
    jdk: Path | None = field(default=None, metadata=NEUTRAL)
    maven: Path | None = field(default=None, metadata=NEUTRAL)
    gradle: Path | None = field(default=None, metadata=NEUTRAL)
    cache: Path = field(
        default_factory=lambda: Path.home() / ".cache" / "refverify", metadata=NEUTRAL
    )
    base_runs: int = 3
    without: frozenset[Speedup] = frozenset()
    minimum_tests: int = 1
    limits: Limits = field(default_factory=Limits)
    offline: bool = field(default=False, metadata=NEUTRAL)
    root: str = field(default=ROOT, metadata=NEUTRAL)
    modules: tuple[str, ...] = ()
    reach: ModuleReach = ModuleReach.DEPENDANTS
    recorded: bool = False
    dependants: bool = False
    prepare_on: PrepareOn = field(default=PrepareOn.SANDBOX, metadata=NEUTRAL)

    def uses(self, speedup: Speedup) -> bool:
        """Whether a speedup is on."""
        return speedup not in self.without

    def name_of(self, commit: str) -> str:
        """A base to a person who waits for it: the commit, and its modules where not all are built."""
        if not self.modules:
            return commit[:10]
        more = len(self.modules) - _MOST_NAMED
        named = ", ".join(map(printable, self.modules[:_MOST_NAMED]))
        return f"{commit[:10]} ({named}{f' and {more} more' if more > 0 else ''})"


_MOST_NAMED = 3
"""How many modules are named."""


def modules_of_words(words: Iterable[str]) -> tuple[ModuleReach, tuple[str, ...]]:
    """What a command line says of modules: how far to reach, or folders, sorted, each once.

    Words are separated by commas. A folder that is called like a reach is written as `./all`.

    Raises:
        UsageError: a reach stands beside another word.
    """
    parts = [part.strip() for word in words for part in word.split(",") if part.strip()]
    reaches = [part for part in parts if part in set(ModuleReach)]
    if reaches and len(set(parts)) > 1:
        raise UsageError(
            f"--modules {reaches[0]} stands beside other modules",
            hint=f"Write one of {', '.join(ModuleReach)} alone, or only folders.",
        )
    if reaches:
        return ModuleReach(reaches[0]), ()
    return ModuleReach.DEPENDANTS, tuple(sorted({str(PurePosixPath(part)) for part in parts}))


@dataclass(frozen=True, kw_only=True, slots=True)
class ModulesBuilt:
    """What is built for a change of a project with several modules, by folder.

    `compiled` are the modules that hold the change and those that need them. `untested` are those of
    them whose tests do not run, `uncompiled` modules that need the change and are not even built; each with
    the reason. A module without tests is in neither.
    """

    compiled: tuple[str, ...]
    untested: Mapping[str, str] = field(default_factory=dict)
    uncompiled: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Toolchain:
    """By what trees of a base are compiled, and why by that; of one module there are no `modules`."""

    strategy: StrategyName
    strategy_reason: str
    jdk: str
    compiler: str
    modules: ModulesBuilt | None = None
    jdk_reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class BaseMeasurement:
    """The suite on the base commit, run once or several times exactly as a prediction's will run.

    `stable_pass` is what a prediction must repeat; of one run it is whatever passed. `strategy_reason` says why the strategy was
    chosen; `notes` what was neutralised or found odd; `runs` what each run counted;
    `touched` which files of its own tests and their data the suite writes to.
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
        """The one that the suite was measured with."""
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
    """The class files of one tree, by their path.

    Resources are among them where the project's own build made them; else they are in the
    surroundings' class path. Of a path that several modules have these are the first one's; `sets` are
    all of them by source set, empty where one module has code. `standing` are folders that hold some already.
    """

    main: Mapping[str, bytes]
    test: Mapping[str, bytes]
    sets: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    standing: tuple[StandingFiles, ...] = ()

    def laid_out(self, folder: Path) -> tuple[Path, Path]:
        """Make `main` and `test` in a folder, for a process that reads class files there and writes none."""
        main, test = folder / "main", folder / "test"
        lay_out(main, self.main, self.standing)
        lay_out(test, self.test, self.standing)
        return main, test


@dataclass(frozen=True, kw_only=True, slots=True)
class Surroundings:
    """What a base's classes run with: its JDK, and libraries and resource folders in order.

    `has_junit5` says in which JUnit a test of the project is written; `junit` are those entries of
    `class_path` that a test of it is compiled and run with, none where the project has no JUnit.
    """

    jdk: Jdk
    class_path: tuple[Path, ...]
    has_junit5: bool
    junit: tuple[Path, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Onlooker:
    """A Java agent that looks on while the base's tests run.

    `files` lie in a folder of their own, which `options` calls `{place}`; there it writes `result`.
    `methods` (`pkg.Class#name(I)V`) are those that it is about: only tests that are known to reach one of them
    run, else those that name one of their classes, where there are any. After `seconds` the run is ended, and what was written until then is the result.
    The jar's place is neutral, its content is not.
    """

    jar: Path = field(metadata=NEUTRAL)
    options: str
    files: Mapping[str, bytes]
    result: str
    methods: frozenset[str] = frozenset()
    seconds: float = 120.0

    @property
    def classes(self) -> frozenset[str]:
        """The classes of its methods: full names."""
        return frozenset(method.partition("#")[0] for method in self.methods)


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """Which tests to break: a sample that the seed decides, of at most `most` among some."""

    among: frozenset[str]
    seed: str
    word: str
    most: int = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class PlantedRun:
    """A run of the whole suite in which these tests were broken by us; each must fail with the word.

    `left_out` are stable tests that such a run does not run: those that only the project's own build runs.
    """

    run: BuildRun
    tests: tuple[str, ...]
    left_out: frozenset[str] = frozenset()


class Builder(Protocol):
    """Builds candidates on one prepared base commit; safe for several threads.

    Only what runs tests to judge by them needs the base to be measured first. `judged` are the runs
    of candidates that were judged on it.
    """

    judged: JudgedRuns

    def begin(self, *, tested: bool) -> None:
        """Do what the first candidate will wait for: measure the base, where candidates are `tested`, and start the
        compiler that stays beside its tests. Where all is kept there is nothing to do.

        Raises:
            VerifierError: as whoever asks for it then.
        """
        ...

    def measure(self) -> BaseMeasurement:
        """Prepare and measure the base, or read the cached measurement.

        Of one run where the options leave the others to doubt: a candidate that passes all that
        passed there passes whatever more runs would call stable.

        Raises:
            BaseInvalidError: it cannot be prepared, built, or has too few stable tests.
            SandboxError, MissingToolError: the environment is at fault.
        """
        ...

    def measure_whole(self) -> BaseMeasurement:
        """The same of as many runs as the options ask for: they decide what is stable.

        Raises:
            BaseInvalidError: a further run is not whole, or leaves too few stable tests.
            SandboxError, MissingToolError: the environment is at fault.
        """
        ...

    def build(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """Compile and test the base with the candidate's changes on top, in the sandbox.

        Tests, test resources and build files come from the base, whatever the candidate says of
        them; only the test files named in `editable` (the instance's own) are the candidate's.
        """
        ...

    def first_failure(
        self,
        candidate: Candidate,
        editable: frozenset[str] = frozenset(),
        *,
        reach: ReachMap | None = None,
    ) -> BuildRun | None:
        """Compile as `build` does, and run the tests near the change up to the first that fails.

        Near are those that reach a changed method, where `reach` knows some, else those that name a changed class.
        Its class then runs alone, on the base and on the candidate in turn (`BuildRun.rounds`). None where
        none fails, where the tests near cannot be told, and where anything but a failure may come of
        the whole run: of several modules those that need the changed ones may not compile.
        """
        ...

    def rerun(
        self,
        candidate: Candidate | None,
        tests: tuple[str, ...],
        editable: frozenset[str] = frozenset(),
    ) -> BuildRun:
        """Run some tests alone, on the candidate or (None) on the base: to tell flaky from failed."""
        ...

    def base_round(self, tests: tuple[str, ...], number: int) -> BuildRun:
        """The base's run of some tests alone (of all where none are named) in one of several rounds.

        The same question on the same base is answered by the same run, so that the next candidate
        with the same failing tests costs half.
        """
        ...

    def plant(
        self,
        candidate: Candidate | None,
        faults: Faults,
        editable: frozenset[str] = frozenset(),
    ) -> PlantedRun | None:
        """Run all tests on the candidate or (None) on the base, some of them broken in byte code.

        None where the strategy cannot, or where no test can be broken.
        """
        ...

    def toolchain(self) -> Toolchain:
        """The measured one where the base was measured, else that which takes the base as it is.

        Raises:
            BaseInvalidError: the base cannot be prepared.
        """
        ...

    def compile(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """Compile the candidate as `build` does, and run no test; the base need not be measured.

        Raises:
            BaseInvalidError: there is no way to compile the base alone.
        """
        ...

    def classes(
        self, candidate: Candidate | None, editable: frozenset[str] = frozenset()
    ) -> ClassFiles:
        """The class files of the candidate or (None) of the base, without running a test.

        Raises:
            BaseInvalidError: there is no way to compile the base alone, or the tree does not
                compile any more.
        """
        ...

    def recording(self) -> Recording:
        """What the base's tests executed in its first run; kept with the measurement.

        Raises:
            BaseInvalidError: as `measure`.
        """
        ...

    def reach(self, analysis: Analysis) -> ReachMap | None:
        """Which methods of the base its tests reach; read once of what was recorded, and kept.

        None where nothing was recorded, where tests were not told apart, and where it cannot be read: the map
        only chooses tests, so its absence says nothing.
        """
        ...

    def surroundings(self) -> Surroundings:
        """The JDK and the class path that the class files run with."""
        ...

    def observe(self, onlooker: Onlooker, reach: ReachMap | None = None) -> bytes:
        """What an agent wrote during one run of the base's tests; kept for the same question.

        Where `reach` knows tests that reach its methods, these run.
        Empty where it wrote nothing, or where the strategy has no way to load it.
        """
        ...

    def encoding(self, path: str) -> str:
        """In what encoding a source is compiled, whoever declared it."""
        ...

    def versions(self) -> Mapping[str, str]:
        """Versions of everything that decides a build's result."""
        ...
