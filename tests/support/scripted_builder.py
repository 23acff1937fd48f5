"""A builder with prepared runs, for tests of the checks that use it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from verifier.builds.builder import (
    BaseMeasurement,
    ClassFiles,
    Faults,
    JavaAgent,
    PlantedRun,
    RuntimeEnvironment,
    Toolchain,
)
from verifier.builds.judged_runs import JudgedRuns
from verifier.builds.options import StrategyName
from verifier.domain.coverage import Recording
from verifier.domain.reach import ChangedFiles, ReachMap
from verifier.domain.source import Analysis, Candidate
from verifier.domain.testrun import (
    BuildRun,
    CompileError,
    RunEnd,
    Tamper,
    TamperSign,
    TestOutcome,
    TestRun,
)
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk

P, F, S = TestOutcome.PASSED, TestOutcome.FAILED, TestOutcome.SKIPPED


def make_measurement(*stable_pass: str, flaky: Sequence[str] = ()) -> BaseMeasurement:
    return BaseMeasurement(
        stable_pass=frozenset(stable_pass),
        stable_fail=frozenset({"p.T#red"}),
        skipped=frozenset({"p.T#off"}),
        flaky=frozenset(flaky),
        strategy=StrategyName.DIRECT,
        strategy_reason="it was asked for",
        jdk="17.0.1",
        compiler="javac 17.0.1, level 8",
        seconds=1.0,
    )


def ran(
    outcomes: Mapping[str, TestOutcome],
    *,
    end: RunEnd = RunEnd.EXITED,
    tamper: str = "",
) -> BuildRun:
    """A run that compiled. It has no evidence if it was stopped from outside."""
    tests = TestRun(
        outcomes=outcomes,
        failures={t: "boom" for t, o in outcomes.items() if o is F},
        complete=not tamper,
        tamper=(Tamper(sign=TamperSign.UNFINISHED, detail=tamper),) if tamper else (),
        evidence="event-chain",
    )
    return BuildRun(
        end=end,
        compiled=True,
        errors=(),
        tests=tests if end is RunEnd.EXITED else None,
        log="",
        seconds=1.0,
    )


def make_refused_run(*errors: CompileError, end: RunEnd = RunEnd.EXITED) -> BuildRun:
    """A run that the compiler refused."""
    return BuildRun(end=end, compiled=False, errors=errors, tests=None, log="", seconds=1.0)


@dataclass(kw_only=True)
class ScriptedBuilder:
    """Returns the prepared runs in turn, and the last one repeatedly after that.

    It compiles every given Java file except those in `passes_over`.
    """

    base: BaseMeasurement
    run: BuildRun
    early: BuildRun | None = None
    judged: JudgedRuns = field(default_factory=JudgedRuns)
    whole: BaseMeasurement | None = None
    base_reruns: list[BuildRun] = field(default_factory=list)
    candidate_reruns: list[BuildRun] = field(default_factory=list)
    base_planted: list[PlantedRun] = field(default_factory=list)
    candidate_planted: list[PlantedRun] = field(default_factory=list)
    asked: list[tuple[object, ...]] = field(default_factory=list)
    base_classes: ClassFiles | None = None
    candidate_classes: ClassFiles | None = None
    observed: bytes = b""
    known_reach: ReachMap | None = None
    changed_files: ChangedFiles = field(default_factory=dict)
    recorded: Recording = field(default_factory=lambda: Recording(trouble="nothing was asked"))
    passes_over: frozenset[str] = frozenset()
    reads_as: str = "UTF-8"

    def begin(self, *, tested: bool) -> None:
        del tested

    def measure(self) -> BaseMeasurement:
        return self.base

    def measure_whole(self) -> BaseMeasurement:
        """The measurement of all runs. By default it equals the first one."""
        if self.whole is not None:
            self.asked.append(("whole",))
        return self.whole or self.base

    def build(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        del editable
        return self._compiled(candidate)

    def changed_classes(
        self, candidate: Candidate, editable: frozenset[str] = frozenset()
    ) -> ChangedFiles:
        del candidate, editable
        self.asked.append(("changed classes",))
        return self.changed_files

    def first_failure(
        self,
        candidate: Candidate,
        editable: frozenset[str] = frozenset(),
        *,
        reach: ReachMap | None = None,
        changed: frozenset[str] = frozenset(),
    ) -> BuildRun | None:
        """The prepared run, as if every file that the candidate changed had been compiled."""
        del editable, reach
        self.asked.append(("first failure", *sorted(changed)))
        if self.early is None:
            return None
        return replace(self.early, built=self._compiled(candidate).built)

    def rerun(
        self,
        candidate: Candidate | None,
        tests: tuple[str, ...],
        editable: frozenset[str] = frozenset(),
    ) -> BuildRun:
        del editable
        self.asked.append(("base" if candidate is None else "candidate", *tests))
        script = self.base_reruns if candidate is None else self.candidate_reruns
        return script.pop(0) if len(script) > 1 else script[0]

    def base_round(self, tests: tuple[str, ...], number: int) -> BuildRun:
        del number
        return self.rerun(None, tests)

    def plant(
        self,
        candidate: Candidate | None,
        faults: Faults,
        editable: frozenset[str] = frozenset(),
    ) -> PlantedRun | None:
        """A prepared run. `?` is replaced by the word in the failures of the broken tests."""
        del editable
        script = self.base_planted if candidate is None else self.candidate_planted
        if not script:
            return None
        planted = script.pop(0) if len(script) > 1 else script[0]
        tests = planted.run.tests
        if tests is None:
            return planted
        said = {test: text.replace("?", faults.word) for test, text in tests.failures.items()}
        return replace(planted, run=replace(planted.run, tests=replace(tests, failures=said)))

    def toolchain(self) -> Toolchain:
        return self.base.toolchain

    def compile(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        del editable
        self.asked.append(("compile",))
        return replace(self._compiled(candidate), tests=None)

    def _compiled(self, candidate: Candidate) -> BuildRun:
        built = {
            change.path: None if change.content is None else sha256(change.content).hexdigest()
            for change in candidate.changes
            if change.path.endswith(".java") and change.path not in self.passes_over
        }
        return replace(self.run, built={**built, **self.run.built})

    def classes(
        self, candidate: Candidate | None, editable: frozenset[str] = frozenset()
    ) -> ClassFiles:
        del editable
        found = self.base_classes if candidate is None else self.candidate_classes
        if found is None:
            raise BaseInvalidError("the project's own build gives no class files")
        return found

    def recording(self) -> Recording:
        return self.recorded

    def reach(self, analysis: Analysis) -> ReachMap | None:
        del analysis
        return self.known_reach

    def surroundings(self) -> RuntimeEnvironment:
        home = Path("/jdk")
        jdk = Jdk(home=home, version="17.0.1", feature=17)
        return RuntimeEnvironment(jdk=jdk, class_path=(), has_junit5=False)

    def observe(self, java_agent: JavaAgent, reach: ReachMap | None = None) -> bytes:
        del java_agent, reach
        return self.observed

    def encoding(self, path: str) -> str:
        del path
        return self.reads_as

    def versions(self) -> Mapping[str, str]:
        return {"runner": "0123"}
