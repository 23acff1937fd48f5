"""Measure a base commit once, and build candidates on it."""

import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.base import (
    BaseMeasurement,
    BaseRunsWhen,
    Builder,
    BuildOptions,
    ClassFiles,
    Faults,
    Onlooker,
    PlantedRun,
    StrategyName,
    Surroundings,
    Toolchain,
)
from verifier.builds.base_rounds import BaseRounds
from verifier.builds.base_runs import of_first_run, with_further_runs
from verifier.builds.choosing import (
    ASKED_FOR,
    EQUAL,
    EQUAL_BEFORE,
    Choice,
    Setup,
    Trial,
    choose,
    refusal_of,
)
from verifier.builds.classes import ClassBuild
from verifier.builds.compared import Compared
from verifier.builds.direct.same_code import BASE_CODE, JudgedRuns
from verifier.builds.direct.strategy import DirectStrategy
from verifier.builds.measurement_key import comparison_key, measurement_key, observation_key
from verifier.builds.overlay import overlay_of
from verifier.builds.preparation import FORMAT, completion, prepare
from verifier.builds.prepared import PreparedBase
from verifier.builds.reach_maps import KnownReach
from verifier.builds.strategy import Request, Strategy, top_class
from verifier.builds.time_limit import candidate_limits
from verifier.domain.coverage import Recording
from verifier.domain.instance import StableId
from verifier.domain.paths import NOT_KNOWN
from verifier.domain.reach import ReachMap
from verifier.domain.source import Analysis, Candidate
from verifier.domain.testrun import ROUNDS, BuildRun, RunEnd, TestOutcome, TestRun
from verifier.errors import BaseInvalidError, UsageError
from verifier.sandbox.base import Limits, Sandbox
from verifier.tools.git import Repository
from verifier.tools.in_use import hold
from verifier.tools.kept import cache_errors, kept, read_sealed, write_sealed
from verifier.tools.locking import exclusive
from verifier.tools.own_jar import JACOCO_AGENT, RUNNER
from verifier.tools.records import from_json, to_json

logger = logging.getLogger(__name__)

THE_BASE = "base"
"""Whose tests speak for a candidate that changes no code."""
UNRECORDED = "the run was not asked to record"


def open_builder(
    repository: Repository, commit: str, options: BuildOptions, sandbox: Sandbox
) -> Builder:
    """The builder of one base commit; nothing is done before it is asked something."""
    return BaseBuilder(repository, commit, options, sandbox)


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """A measurement as it is kept in the cache, with what opens its strategy again.

    `first` is its first run, which further ones are held against. `recording` is that of the
    first run too; its data lies in a file of its own.
    """

    measurement: BaseMeasurement
    setup: Setup
    first: TestRun
    recording: Recording = field(default_factory=lambda: Recording(trouble=UNRECORDED))


class BaseBuilder:
    """Prepares its base once, and measures it once, under a lock, when that is first needed."""

    def __init__(
        self, repository: Repository, commit: str, options: BuildOptions, sandbox: Sandbox
    ) -> None:
        self._repository, self._commit = repository, commit
        self._options, self._sandbox = options, sandbox
        self._lock = threading.RLock()
        # Others build and compile meanwhile.
        self._whole_lock, self._judged_lock = threading.Lock(), threading.Lock()
        self._rounds: BaseRounds | None = None
        self._judged: JudgedRuns | None = None
        self._preparation: PreparedBase | None = None
        self._opened: tuple[Measured, Strategy] | None = None
        self._whole: BaseMeasurement | None = None
        self._refusal: BaseInvalidError | None = None
        self._classes: ClassBuild | None = None
        self._reach = KnownReach(options.cache, commit)

    def measure(self) -> BaseMeasurement:
        """See Builder; a base that was found invalid stays so for this builder's life."""
        return self._ready()[0].measurement

    def measure_whole(self) -> BaseMeasurement:
        """See Builder."""
        with self._whole_lock:
            if self._whole is None:
                self._whole = self._measured_whole()
            return self._whole

    def build(
        self, candidate: Candidate, editable: frozenset[str] = frozenset(), *, name: str = ""
    ) -> BuildRun:
        """See Builder."""
        # Compiled first, and kept for the run that follows.
        code = self._code_of(candidate, editable) if name else None
        run = self._build(candidate, (), editable)
        if code is not None and is_whole(run):
            self._judged_runs().keep(code, replace(run, same_as=name))
        return run

    def _judged_runs(self) -> JudgedRuns:
        first = self._ready()[0].first
        with self._judged_lock:
            if self._judged is None:
                self._judged = JudgedRuns(first)
            return self._judged

    def same_code(
        self, candidate: Candidate, editable: frozenset[str] = frozenset()
    ) -> BuildRun | None:
        """See Builder; nothing of a candidate outlives this builder."""
        code = self._code_of(candidate, editable)
        if code is None:
            return None
        own = self._build_classes(candidate, editable)
        if code == BASE_CODE:
            return replace(own, tests=self._ready()[0].first, same_as=THE_BASE)
        found = self._judged_runs().get(code)
        if found is None:
            return None
        return replace(own, tests=found.tests, log=found.log, same_as=found.same_as)

    def _code_of(self, candidate: Candidate, editable: frozenset[str]) -> str | None:
        strategy = self._ready()[1]
        if not isinstance(strategy, DirectStrategy):
            return None
        return strategy.code_of(self._request(candidate, (), editable))

    def _build_classes(self, candidate: Candidate, editable: frozenset[str]) -> BuildRun:
        """The candidate's own compilation, which is kept already."""
        return self._class_build().compile(self._request(candidate, (), editable))

    def first_failure(
        self,
        candidate: Candidate,
        editable: frozenset[str] = frozenset(),
        *,
        reach: ReachMap | None = None,
    ) -> BuildRun | None:
        """See Builder; only our own launcher stops at a failure."""
        measured, strategy = self._ready()
        if not isinstance(strategy, DirectStrategy):
            return None
        known = measured.measurement
        failing = known.stable_fail | known.flaky
        request = self._request(candidate, (), editable)
        if self._options.base_runs_when is BaseRunsWhen.ALWAYS:
            return strategy.first_failure(request, failing, lambda _: (), reach)
        rounds = self._base_rounds()
        found = strategy.first_failure(request, failing, rounds.all_of, reach)
        for name in _failed_classes(found, failing):
            if not rounds.all_of(name) and rounds.wanted(name):
                for number in range(1, ROUNDS + 1):
                    self.base_round((f"{name}#",), number)
        return found

    def rerun(
        self,
        candidate: Candidate | None,
        tests: tuple[str, ...],
        editable: frozenset[str] = frozenset(),
    ) -> BuildRun:
        """See Builder; the classes of the tests run, nothing else."""
        return self._build(candidate, tests, editable)

    def base_round(self, tests: tuple[str, ...], number: int) -> BuildRun:
        """See Builder; the classes of the tests run, so others of these classes ask the same."""
        if self._options.base_runs_when is BaseRunsWhen.ALWAYS:
            return self._build(None, tests, frozenset())
        return self._base_rounds().round(
            tests, number, lambda: self._build(None, tests, frozenset())
        )

    def _base_rounds(self) -> BaseRounds:
        key = self._key(self._prepared())
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
        """See Builder; only our own launcher runs class files that we have changed."""
        strategy = self._ready()[1]
        if not isinstance(strategy, DirectStrategy):
            return None
        return strategy.plant(self._request(candidate, (), editable), faults)

    def toolchain(self) -> Toolchain:
        """See Builder."""
        known = self._known()
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
        found = self._ready()[0].recording
        if found.trouble:
            return found
        data = read_sealed(self._recorded_data())
        if data is None:
            return Recording(trouble="what was recorded is damaged; run again to measure again")
        return replace(found, data=data)

    def reach(self, analysis: Analysis) -> ReachMap | None:
        """See Builder; kept by commit, so that `show` finds it."""
        if not self._options.recorded:
            return None
        return self._reach.of(self, analysis, lambda: self._key(self._prepared()))

    def surroundings(self) -> Surroundings:
        """See Builder."""
        return self._class_build().surroundings()

    def observe(self, onlooker: Onlooker, reach: ReachMap | None = None) -> bytes:
        """See Builder; only our own launcher loads agents."""
        key = self._key(self._prepared())
        key = observation_key(key, onlooker, by_reach=reach is not None)
        path = self._options.cache / "observed" / str(key)
        with cache_errors(), exclusive(self._options.cache / "locks" / f"observe-{key}.lock"):
            seen = kept(path)
            if seen is None:
                request = self._request(None, (), frozenset())
                seen = self._class_build().observe(request, onlooker, reach)
                write_sealed(path, seen)
            return seen

    def encoding(self, path: str) -> str:
        """See Builder."""
        return self._prepared().encoding_of(path)

    @property
    def prepared(self) -> PreparedBase:
        """The prepared base.

        Raises:
            BaseInvalidError: it cannot be prepared.
        """
        return self._prepared()

    def versions(self) -> Mapping[str, str]:
        """See Builder."""
        prepared = self._prepared()
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

    def _known(self) -> BaseMeasurement | None:
        """The measurement where there was one; nothing is measured for this question."""
        with self._lock:
            return self._opened[0].measurement if self._opened is not None else None

    def _limits(self) -> Limits:
        known, limits = self._known(), self._options.limits
        return limits if known is None else candidate_limits(limits, known.seconds)

    def _request(
        self, candidate: Candidate | None, tests: tuple[str, ...], editable: frozenset[str]
    ) -> Request:
        # Beside others that build the changed modules, nothing of these goes unseen.
        if candidate is not None and not self._options.dependants:
            refuse_unbuilt(candidate, self._prepared())
        overlay = overlay_of(candidate, self._prepared().source_folders, editable)
        label = "base" if candidate is None else "candidate"
        return Request(
            overlay=overlay,
            limits=self._limits(),
            tests=tests,
            label=label,
            recorded=self._options.recorded,
            named=self._options.dependants,
        )

    def _class_build(self) -> ClassBuild:
        with self._lock:
            if self._classes is None:
                self._classes = self._opened_classes()
                if self._prepared().borrowed and self._opened is None:
                    try:
                        self._classes.toolchain()
                    except BaseInvalidError:
                        self._prepare_alone()
                        self._classes = self._opened_classes()
            return self._classes

    def _opened_classes(self) -> ClassBuild:
        strategy = self._opened[1] if self._opened is not None else None
        return ClassBuild(
            self._prepared(),
            self._sandbox,
            self._request(None, (), frozenset()),
            completion(self._prepared(), self._options, self._sandbox),
            strategy if isinstance(strategy, DirectStrategy) else None,
        )

    def _prepare_alone(self) -> None:
        """A base that what it borrowed does not fit is judged by its own preparation."""
        self._preparation = prepare(
            self._repository, self._commit, self._options, self._sandbox, alone=True
        )

    def _prepared(self) -> PreparedBase:
        with self._lock:
            if self._preparation is None:
                self._preparation = prepare(
                    self._repository, self._commit, self._options, self._sandbox
                )
            return self._preparation

    def _ready(self) -> tuple[Measured, Strategy]:
        with self._lock:
            if self._refusal is not None:
                raise self._refusal
            # Under the lock: all predictions of a base wait for one measurement.
            if self._opened is None:
                try:
                    measured = self._measured_by_what_fits()
                # Kept in memory only: a later run may find the environment mended.
                except BaseInvalidError as error:
                    self._refusal = error
                    raise
                self._opened = measured, measured.setup.open(self._prepared(), self._sandbox)
            return self._opened

    def _measured_by_what_fits(self) -> Measured:
        try:
            return self._measured()
        except BaseInvalidError:
            if not self._prepared().borrowed:
                raise
            self._prepare_alone()
            return self._measured()

    def _measured(self) -> Measured:
        prepared = self._prepared()
        key = self._key(prepared)
        path = self._options.cache / "measurements" / f"{key}.json"
        with cache_errors():
            hold(path.with_suffix(""), self._options.cache)
        with cache_errors(), exclusive(self._options.cache / "locks" / f"measure-{key}.lock"):
            content = kept(path)
            # What was recorded has a file of its own, which may be damaged by itself.
            if content is not None and kept(self._recorded_data()) is not None:
                measured = from_json(Measured, content)
                self._refuse_too_few(measured.measurement)
                return measured
            measured = self._measure(prepared)
            data = measured.recording.data
            measured = replace(measured, recording=replace(measured.recording, data=b""))
            write_sealed(self._recorded_data(), data)
            write_sealed(path, to_json(measured).encode())
            return measured

    def _recorded_data(self) -> Path:
        """Where the data of the first run's recording is kept."""
        return self._options.cache / "measurements" / f"{self._key(self._prepared())}.exec"

    def _key(self, prepared: PreparedBase) -> StableId:
        return measurement_key(prepared, self._options, self._sandbox.facts)

    def _measure(self, prepared: PreparedBase) -> Measured:
        logger.info("Measuring %.10s", self._commit)
        base = self._base_request()
        choice = Choice(
            prepared=prepared,
            sandbox=self._sandbox,
            choice=self._options.strategy,
            base=base,
            known=self._known_comparison(prepared),
        )
        chosen = choose(choice, completion(prepared, self._options, self._sandbox))
        direct = chosen.trial.setup.strategy is StrategyName.DIRECT
        if prepared.borrowed and direct and chosen.reason not in {EQUAL, EQUAL_BEFORE, ASKED_FOR}:
            raise BaseInvalidError(f"what a neighbour lent does not fit: {chosen.reason}")
        if prepared.alike and chosen.reason == EQUAL:
            self._keep_comparison(prepared, chosen.trial)
        strategy = chosen.trial.setup.open(prepared, self._sandbox)
        run, first = chosen.run, chosen.trial.tests
        measurement = of_first_run(prepared, chosen, strategy.compiler)
        if self._options.base_runs_when is BaseRunsWhen.ALWAYS:
            measurement = self._run_again(measurement, first, strategy)
        self._refuse_too_few(measurement)
        return Measured(
            measurement=measurement,
            setup=chosen.trial.setup,
            first=replace(first, failures={}),
            recording=run.recording if run.recording is not None else Recording(trouble=UNRECORDED),
        )

    def _measured_whole(self) -> BaseMeasurement:
        measured, strategy = self._ready()
        known = measured.measurement
        if len(known.runs) >= self._options.base_runs:
            return known
        key = self._key(self._prepared())
        path = self._options.cache / "measurements" / f"{key}.whole.json"
        with cache_errors(), exclusive(self._options.cache / "locks" / f"whole-{key}.lock"):
            content = kept(path)
            if content is not None:
                whole = from_json(BaseMeasurement, content)
            else:
                whole = self._run_again(known, measured.first, strategy)
                write_sealed(path, to_json(whole).encode())
        self._refuse_too_few(whole)
        return whole

    def _run_again(
        self, known: BaseMeasurement, first: TestRun, strategy: Strategy
    ) -> BaseMeasurement:
        """The measurement with as many runs as the options ask for.

        Raises:
            BaseInvalidError: one of them is not whole.
        """
        runs: list[BuildRun] = []
        while len(runs) + 1 < self._options.base_runs:
            logger.info("Measuring %.10s: run %d", self._commit, len(runs) + 2)
            run = strategy.build(self._base_request())
            if refusal := refusal_of(run):
                raise BaseInvalidError(f"the base commit cannot be measured: {refusal}")
            runs.append(run)
        return with_further_runs(known, first, runs)

    def _base_request(self) -> Request:
        return Request(
            overlay=overlay_of(None, NOT_KNOWN, frozenset()),
            limits=self._options.limits,
            label="base",
            recorded=self._options.recorded,
            named=self._options.dependants,
        )

    def _known_comparison(self, prepared: PreparedBase) -> Compared | None:
        if not prepared.alike:
            return None
        content = kept(self._comparison(prepared))
        return None if content is None else from_json(Compared, content)

    def _keep_comparison(self, prepared: PreparedBase, trial: Trial) -> None:
        setup = trial.setup
        found = Compared.of(trial.tests, prepared, processing=setup.processing, order=setup.order)
        write_sealed(self._comparison(prepared), to_json(found).encode())

    def _comparison(self, prepared: PreparedBase) -> Path:
        key = comparison_key(prepared, self._options, self._sandbox.facts)
        return self._options.cache / "compared" / f"{key}.json"

    def _refuse_too_few(self, measurement: BaseMeasurement) -> None:
        """Asked of every measurement, kept ones too: of nothing everything is repeated.

        Raises:
            BaseInvalidError: there are fewer stable passing tests than are needed.
        """
        if len(measurement.stable_pass) < max(1, self._options.minimum_tests):
            raise BaseInvalidError(
                f"the base commit has {len(measurement.stable_pass)} stable passing tests,"
                f" fewer than {self._options.minimum_tests}",
                hint="Without tests that pass on the base no prediction can be judged.",
            )


def _failed_classes(run: BuildRun | None, failing: frozenset[str]) -> set[str]:
    outcomes = {} if run is None or run.tests is None else run.tests.outcomes
    failed = (t for t, outcome in outcomes.items() if outcome is TestOutcome.FAILED)
    return {top_class(t) for t in failed if t not in failing}


def is_whole(run: BuildRun) -> bool:
    """Whether a run may speak for another of the same code: it came to its end, with all its evidence."""
    tests = run.tests
    return run.end is RunEnd.EXITED and not run.starved and tests is not None and tests.complete


def refuse_unbuilt(candidate: Candidate, prepared: PreparedBase) -> None:
    """A change in a module that is not built would go unseen.

    Raises:
        UsageError: the candidate has one.
    """
    built = {module.folder for module in prepared.modules}
    for change in candidate.changes if prepared.selected else ():
        module = prepared.graph.module_of(change.path)
        if change.path.endswith(".java") and module not in built:
            raise UsageError(
                f"{change.path} changes, in a module that is not built",
                hint=f"Add {module} to --modules, or leave them out.",
            )
