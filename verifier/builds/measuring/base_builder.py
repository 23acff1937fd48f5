"""The builder of one base: it prepares and measures the base once, then builds candidates on it."""

import threading
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from verifier.builds.builder import (
    BaseMeasurement,
    Builder,
    ClassFiles,
    Faults,
    JavaAgent,
    PlantedRun,
    RuntimeEnvironment,
    Toolchain,
)
from verifier.builds.described.overlay import overlay_of
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest, Strategy, top_class
from verifier.builds.evidence.reach_maps import KnownReach
from verifier.builds.judged_runs import JudgedRuns
from verifier.builds.measuring.class_files import ClassBuild
from verifier.builds.measuring.fitting import Fitting
from verifier.builds.measuring.key import observation_key
from verifier.builds.measuring.measurement_cache import Measured, Measuring
from verifier.builds.measuring.rounds import BaseRounds
from verifier.builds.measuring.time_limit import candidate_limits, is_short
from verifier.builds.measuring.unseen_changes import refuse_unseen
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.preparation import FORMAT, completion, prepare
from verifier.builds.speedups import Speedup
from verifier.domain.coverage import Recording
from verifier.domain.reach import ChangedFiles, ReachMap
from verifier.domain.source import Analysis, Candidate
from verifier.domain.testrun import ROUNDS, BuildRun, TestOutcome
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository
from verifier.tools.own_jar import JACOCO_AGENT, RUNNER
from verifier.tools.storage.cache_seal import cache_errors, read_or_set_aside, write_sealed
from verifier.tools.storage.locking import exclusive

"""Whose tests speak for a candidate that changes no code."""


def open_builder(
    repository: Repository, commit: str, options: BuildOptions, sandbox: Sandbox
) -> Builder:
    """Return the builder of one base commit; it does nothing before its first use."""
    return BaseBuilder(repository, commit, options, sandbox)


class BaseBuilder:
    """Prepares and measures its base once, under a lock, on first use."""

    def __init__(
        self, repository: Repository, commit: str, options: BuildOptions, sandbox: Sandbox
    ) -> None:
        self._repository, self._commit = repository, commit
        self._options, self._sandbox = options, sandbox
        self._measuring = Measuring(commit=commit, options=options, sandbox=sandbox)
        self._fitting = Fitting(repository=repository, measuring=self._measuring)
        self._other_jdk: Path | None = None
        self._lock = threading.RLock()
        # Other threads build and compile in the meantime.
        self._whole_lock = threading.Lock()
        self._rounds: BaseRounds | None = None
        self.judged = JudgedRuns()
        self._preparation: PreparedBase | BaseInvalidError | None = None
        self._opened: tuple[Measured, Strategy] | None = None
        self._whole: BaseMeasurement | None = None
        self._refusal: BaseInvalidError | None = None
        self._classes: ClassBuild | None = None
        self._reach = KnownReach(options.cache, commit)

    def begin(self, *, tested: bool) -> None:
        """See Builder."""
        if not tested:
            self.toolchain()
            return
        with self._lock:
            self._measuring = replace(self._measuring, followed=True)
            self._fitting = Fitting(repository=self._repository, measuring=self._measuring)
        # A base that is already measured needs no start, and the analysis JVM needs the cores.
        self._ready()

    def measure(self) -> BaseMeasurement:
        """See Builder; a base that was found invalid stays invalid for this builder."""
        return self._ready()[0].measurement

    def measure_whole(self) -> BaseMeasurement:
        """See Builder."""
        with self._whole_lock:
            if self._whole is None:
                measured, strategy = self._ready()
                self._whole = self._measuring.whole(self._prepare(), measured, strategy)
            return self._whole

    def build(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """See Builder."""
        return self._build(candidate, (), editable)

    def changed_classes(
        self, candidate: Candidate, editable: frozenset[str] = frozenset()
    ) -> ChangedFiles:
        """See Builder; only our own compiler gives the class files before any test runs."""
        return self._ready()[1].changed_classes(self._request(candidate, (), editable))

    def first_failure(
        self,
        candidate: Candidate,
        editable: frozenset[str] = frozenset(),
        *,
        reach: ReachMap | None = None,
        changed: frozenset[str] = frozenset(),
    ) -> BuildRun | None:
        """See Builder; only our own launcher stops at the first failure."""
        measured, strategy = self._ready()
        known = measured.measurement
        failing = known.stable_fail | known.flaky
        request = self._request(candidate, (), editable)
        if not self._options.uses(Speedup.FEWER_BASE_RUNS):
            return strategy.first_failure(request, failing, lambda _: (), reach, changed)
        rounds = self._base_rounds()
        found = strategy.first_failure(request, failing, rounds.all_of, reach, changed)
        for name in _find_failed_classes(found, failing):
            if not rounds.all_of(name) and rounds.count_failure(name):
                for number in range(1, ROUNDS + 1):
                    self.base_round((f"{name}#",), number)
        return found

    def rerun(
        self,
        candidate: Candidate | None,
        tests: tuple[str, ...],
        editable: frozenset[str] = frozenset(),
    ) -> BuildRun:
        """See Builder; runs only the classes of the tests."""
        return self._build(candidate, tests, editable)

    def base_round(self, tests: tuple[str, ...], number: int) -> BuildRun:
        """See Builder; runs the classes of the tests, so other tests of these classes reuse the run."""
        if not self._options.uses(Speedup.FEWER_BASE_RUNS):
            return self._build(None, tests, frozenset())
        return self._base_rounds().round(
            tests, number, lambda: self._build(None, tests, frozenset())
        )

    def _base_rounds(self) -> BaseRounds:
        key = self._measuring.key(self._prepare())
        with self._lock:
            if self._rounds is None:
                self._rounds = BaseRounds(
                    measurement=self._options.cache / "measurements" / str(key)
                )
            return self._rounds

    def plant(
        self,
        candidate: Candidate | None,
        faults: Faults,
        editable: frozenset[str] = frozenset(),
    ) -> PlantedRun | None:
        """See Builder; only our own launcher runs modified class files."""
        strategy = self._ready()[1]
        return strategy.plant(self._request(candidate, (), editable), faults)

    def toolchain(self) -> Toolchain:
        """See Builder."""
        known = self._get_known()
        return known.toolchain if known is not None else self._class_build().toolchain()

    def compile(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """See Builder."""
        return self._class_build().compile(self._request(candidate, (), editable))

    def classes(
        self, candidate: Candidate | None, editable: frozenset[str] = frozenset()
    ) -> ClassFiles:
        """See Builder; the limits are those of a candidate's build."""
        return self._class_build().classes(self._request(candidate, (), editable))

    def recording(self) -> Recording:
        """See Builder."""
        # This comes first because it may find that the base needs its own preparation.
        measured, _ = self._ready()
        return self._measuring.recording(self._prepare(), measured)

    def reach(self, analysis: Analysis) -> ReachMap | None:
        """See Builder; cached by commit, so that `show` finds it."""
        if not self._options.recorded:
            return None
        return self._reach.of(self, analysis, lambda: self._measuring.key(self._prepare()))

    def surroundings(self) -> RuntimeEnvironment:
        """See Builder."""
        return self._class_build().surroundings()

    def observe(self, java_agent: JavaAgent, reach: ReachMap | None = None) -> bytes:
        """See Builder; only our own launcher loads agents."""
        key = self._measuring.key(self._prepare())
        key = observation_key(key, java_agent, by_reach=reach is not None)
        path = self._options.cache / "observed" / str(key)
        with cache_errors(), exclusive(self._options.cache / "locks" / f"observe-{key}.lock"):
            seen = read_or_set_aside(path)
            if seen is None:
                request = self._request(None, (), frozenset())
                seen = self._class_build().observe(request, java_agent, reach)
                write_sealed(path, seen)
            return seen

    def encoding(self, path: str) -> str:
        """See Builder."""
        return self._prepare().encoding_of(path)

    @property
    def prepared(self) -> PreparedBase:
        """The prepared base.

        Raises:
            BaseInvalidError: it cannot be prepared.
        """
        return self._prepare()

    @property
    def other_jdk(self) -> Path | None:
        """The home of the JDK that the failing tests pointed to; None if the base kept the first one."""
        with self._lock:
            return self._other_jdk

    def versions(self) -> Mapping[str, str]:
        """See Builder."""
        prepared = self._prepare()
        return {
            "jdk": prepared.jdk.version,
            str(prepared.tool.name): prepared.tool.version,
            "runner": RUNNER.digest()[:16],
            "preparation": FORMAT,
            **({"jacoco": JACOCO_AGENT.digest()[:16]} if self._options.recorded else {}),
        }

    def _build(
        self, candidate: Candidate | None, tests: tuple[str, ...], editable: frozenset[str]
    ) -> BuildRun:
        strategy = self._ready()[1]
        return strategy.build(self._request(candidate, tests, editable))

    def _get_known(self) -> BaseMeasurement | None:
        """Return the measurement, if there already is one; this never measures."""
        with self._lock:
            return self._opened[0].measurement if self._opened is not None else None

    def _ran(self) -> Collection[str]:
        """The tests of the base's first run; empty if it is not measured; this never measures."""
        with self._lock:
            return self._opened[0].first.outcomes if self._opened is not None else ()

    def _limits(self) -> JobLimits:
        known, limits = self._get_known(), self._options.limits
        return limits if known is None else candidate_limits(limits, known.seconds)

    def _request(
        self, candidate: Candidate | None, tests: tuple[str, ...], editable: frozenset[str]
    ) -> BuildRequest:
        # Dependants build next to a builder of the changed modules, which checks these changes.
        if candidate is not None and not self._options.dependants:
            refuse_unseen(candidate, self._prepare())
        overlay = overlay_of(candidate, self._prepare().source_folders, editable)
        label = "base" if candidate is None else "candidate"
        return BuildRequest(
            overlay=overlay,
            limits=self._limits(),
            tests=tests,
            ran=self._ran(),
            label=label,
            recorded=self._options.recorded,
            named=self._options.dependants,
            short=bool(tests) or self._is_short(),
        )

    def _is_short(self) -> bool:
        known = self._get_known()
        return known is not None and is_short(known.seconds)

    def _class_build(self) -> ClassBuild:
        with self._lock:
            if self._classes is None:
                self._classes = self._open_classes()
                if self._prepare().borrowed and self._opened is None:
                    try:
                        self._classes.toolchain()
                    except BaseInvalidError:
                        self._prepare_alone()
                        self._classes = self._open_classes()
            return self._classes

    def _open_classes(self) -> ClassBuild:
        measured = self._opened[1].tree_compiler if self._opened is not None else None
        return ClassBuild(
            self._prepare(),
            self._sandbox,
            self._request(None, (), frozenset()),
            completion(self._prepare(), self._options, self._sandbox),
            measured,
        )

    def _prepare_alone(self) -> None:
        """Prepare a base on its own because the borrowed preparation does not fit."""
        self._preparation = prepare(
            self._repository, self._commit, self._options, self._sandbox, alone=True
        )

    def _prepare(self) -> PreparedBase:
        with self._lock:
            if self._preparation is None:
                try:
                    self._preparation = prepare(
                        self._repository, self._commit, self._options, self._sandbox
                    )
                # Remembered only for this builder, as in a measurement.
                except BaseInvalidError as error:
                    self._preparation = error
            if isinstance(self._preparation, BaseInvalidError):
                raise self._preparation
            return self._preparation

    def _ready(self) -> tuple[Measured, Strategy]:
        with self._lock:
            if self._refusal is not None:
                raise self._refusal
            # Under the lock, because all predictions of a base wait for one measurement.
            if self._opened is None:
                try:
                    measured = self._measure_fitting()
                # Kept in memory only: the environment may be repaired before a later run.
                except BaseInvalidError as error:
                    self._refusal = error
                    raise
                self._opened = measured, measured.setup.open(self._prepare(), self._sandbox)
            return self._opened

    def _measure_fitting(self) -> Measured:
        before = self._prepare()
        self._preparation, measured = self._fitting.fit(before)
        if self._preparation.jdk != before.jdk:
            self._other_jdk, self._classes = self._preparation.jdk.home, None
        return measured


def _find_failed_classes(run: BuildRun | None, failing: frozenset[str]) -> set[str]:
    outcomes = {} if run is None or run.tests is None else run.tests.outcomes
    failed = (t for t, outcome in outcomes.items() if outcome is TestOutcome.FAILED)
    return {top_class(t) for t in failed if t not in failing}
