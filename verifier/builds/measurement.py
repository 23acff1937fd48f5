"""Measure a base commit once, and build candidates on it."""

import hashlib
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass

from verifier.builds.base import (
    BaseMeasurement,
    Builder,
    BuildOptions,
    ClassFiles,
    Onlooker,
    Surroundings,
    Toolchain,
)
from verifier.builds.build_tools import tool_named
from verifier.builds.choosing import Chosen, Setup, choose, refusal_of
from verifier.builds.classes import ClassBuild
from verifier.builds.classification import classify
from verifier.builds.direct.strategy import DirectStrategy
from verifier.builds.overlay import overlay_of
from verifier.builds.preparation import FORMAT, prepare
from verifier.builds.prepared import PreparedBase
from verifier.builds.strategy import Request, Strategy
from verifier.builds.time_limit import candidate_limits
from verifier.domain.instance import StableId
from verifier.domain.pass_counts import TestCounts
from verifier.domain.paths import NOT_KNOWN
from verifier.domain.source import Candidate
from verifier.domain.testrun import BuildRun
from verifier.errors import BaseInvalidError, UsageError
from verifier.sandbox.base import Limits, Sandbox
from verifier.tools.files import write_whole
from verifier.tools.git import Repository
from verifier.tools.locking import exclusive
from verifier.tools.own_jar import RUNNER
from verifier.tools.records import from_json, to_json

logger = logging.getLogger(__name__)

_KEPT = "invocations flicker together; counts of each run"
"""Part of every measurement's key: what is kept of the runs, and by which rule."""


def open_builder(
    repository: Repository, commit: str, options: BuildOptions, sandbox: Sandbox
) -> Builder:
    """The builder of one base commit; nothing is done before it is asked something."""
    return BaseBuilder(repository, commit, options, sandbox)


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """A measurement as it is kept in the cache, with what opens its strategy again."""

    measurement: BaseMeasurement
    setup: Setup


class BaseBuilder:
    """Prepares its base once, and measures it once, under a lock, when that is first needed."""

    def __init__(
        self, repository: Repository, commit: str, options: BuildOptions, sandbox: Sandbox
    ) -> None:
        self._repository, self._commit = repository, commit
        self._options, self._sandbox = options, sandbox
        self._lock = threading.RLock()
        self._preparation: PreparedBase | None = None
        self._opened: tuple[Measured, Strategy] | None = None
        self._refusal: BaseInvalidError | None = None
        self._classes: ClassBuild | None = None

    def measure(self) -> BaseMeasurement:
        """See Builder; a base that was found invalid stays so for this builder's life."""
        return self._ready()[0].measurement

    def build(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """See Builder."""
        return self._build(candidate, (), editable)

    def rerun(
        self,
        candidate: Candidate | None,
        tests: tuple[str, ...],
        editable: frozenset[str] = frozenset(),
    ) -> BuildRun:
        """See Builder; the classes of the tests run, nothing else."""
        return self._build(candidate, tests, editable)

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

    def surroundings(self) -> Surroundings:
        """See Builder."""
        return self._class_build().surroundings()

    def observe(self, onlooker: Onlooker) -> bytes:
        """See Builder; only our own launcher loads agents."""
        digest = hashlib.sha256(onlooker.jar.read_bytes()).hexdigest()
        asked = (onlooker.options, digest, *map(repr, sorted(onlooker.files.items())))
        key = StableId.of(str(self._key(self._prepared())), *asked)
        path = self._options.cache / "observed" / str(key)
        with exclusive(self._options.cache / "locks" / f"observe-{key}.lock"):
            if not path.is_file():
                request = self._request(None, (), frozenset())
                seen = self._class_build().observe(request, onlooker)
                write_whole(path, seen)
            return path.read_bytes()

    def versions(self) -> Mapping[str, str]:
        """See Builder."""
        prepared = self._prepared()
        return {
            "jdk": prepared.jdk.version,
            str(prepared.tool.name): prepared.tool.version,
            "runner": RUNNER.digest()[:16],
            "preparation": FORMAT,
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
        self._refuse_unbuilt(candidate)
        overlay = overlay_of(candidate, self._prepared().source_folders, editable)
        label = "base" if candidate is None else "candidate"
        return Request(overlay=overlay, limits=self._limits(), tests=tests, label=label)

    def _class_build(self) -> ClassBuild:
        with self._lock:
            if self._classes is None:
                strategy = self._opened[1] if self._opened is not None else None
                self._classes = ClassBuild(
                    self._prepared(),
                    self._sandbox,
                    self._request(None, (), frozenset()),
                    strategy if isinstance(strategy, DirectStrategy) else None,
                )
            return self._classes

    def _refuse_unbuilt(self, candidate: Candidate | None) -> None:
        """A change in a module that is not built would go unseen.

        Raises:
            UsageError: the candidate has one.
        """
        prepared = self._prepared()
        if candidate is None or not prepared.selected:
            return
        built = {module.folder for module in prepared.modules}
        tool, tree = tool_named(prepared.tool.name), self._repository.tree(self._commit)
        for change in candidate.changes:
            module = tool.module_of(tree, change.path)
            if change.path.endswith(".java") and module not in built:
                raise UsageError(
                    f"{change.path} changes, in a module that is not built",
                    hint=f"Add {module} to --modules, or leave them out.",
                )

    def _prepared(self) -> PreparedBase:
        with self._lock:
            if self._preparation is None:
                self._preparation = prepare(self._repository, self._commit, self._options)
            return self._preparation

    def _ready(self) -> tuple[Measured, Strategy]:
        with self._lock:
            if self._refusal is not None:
                raise self._refusal
            # Under the lock: all predictions of a base wait for one measurement.
            if self._opened is None:
                try:
                    measured = self._measured()
                # Kept in memory only: a later run may find the environment mended.
                except BaseInvalidError as error:
                    self._refusal = error
                    raise
                self._opened = measured, measured.setup.open(self._prepared(), self._sandbox)
            return self._opened

    def _measured(self) -> Measured:
        prepared = self._prepared()
        key = self._key(prepared)
        path = self._options.cache / "measurements" / f"{key}.json"
        with exclusive(self._options.cache / "locks" / f"measure-{key}.lock"):
            if path.is_file():
                return from_json(Measured, path.read_bytes())
            measured = self._measure(prepared)
            write_whole(path, to_json(measured).encode())
            return measured

    def _key(self, prepared: PreparedBase) -> StableId:
        options, facts = self._options, self._sandbox.facts
        decided = (options.strategy, options.base_runs, options.minimum_tests, options.limits)
        tools = (prepared.jdk, prepared.tool, RUNNER.digest())
        return StableId.of(
            FORMAT,
            _KEPT,
            prepared.folder.name,
            repr(decided),
            repr(tools),
            repr((facts.name, facts.image, facts.unenforced)),
        )

    def _measure(self, prepared: PreparedBase) -> Measured:
        limits = self._options.limits
        logger.info("Measuring %.10s: the first of %d runs", self._commit, self._options.base_runs)
        chosen = choose(prepared, self._sandbox, self._options.strategy, limits)
        runs = [chosen.trial.run] if chosen.trial.run is not None else []
        strategy = chosen.trial.setup.open(prepared, self._sandbox)
        base = Request(
            overlay=overlay_of(None, NOT_KNOWN, frozenset()), limits=limits, label="base"
        )
        while len(runs) < self._options.base_runs:
            logger.info("Measuring %.10s: run %d", self._commit, len(runs) + 1)
            run = strategy.build(base)
            if refusal := refusal_of(run):
                raise BaseInvalidError(f"the base commit cannot be measured: {refusal}")
            runs.append(run)
        measurement = _measurement(prepared, chosen, runs, strategy.compiler)
        if len(measurement.stable_pass) < self._options.minimum_tests:
            raise BaseInvalidError(
                f"the base commit has {len(measurement.stable_pass)} stable passing tests,"
                f" fewer than {self._options.minimum_tests}",
                hint="Without tests that pass on the base no prediction can be judged.",
            )
        return Measured(measurement=measurement, setup=chosen.trial.setup)


def _measurement(
    prepared: PreparedBase, chosen: Chosen, runs: list[BuildRun], compiler: str
) -> BaseMeasurement:
    classes = classify([run.tests for run in runs if run.tests is not None])
    return BaseMeasurement(
        stable_pass=classes.stable_pass,
        stable_fail=classes.stable_fail,
        skipped=classes.skipped,
        flaky=classes.flaky,
        strategy=chosen.trial.setup.strategy,
        strategy_reason=chosen.reason,
        jdk=prepared.jdk.version,
        compiler=compiler,
        seconds=max(run.seconds for run in runs),
        notes=(*prepared.notes, *prepared.module.notes, *chosen.trial.notes),
        runs=tuple(TestCounts.of(run.tests) for run in runs),
    )
