"""Measure a base once per key, under a lock between processes, and keep the measurement in the cache."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.builder import BaseMeasurement
from verifier.builds.described.overlay import overlay_of
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest, Strategy
from verifier.builds.jdks.choice import words_of
from verifier.builds.measuring.comparison import LauncherAgreement
from verifier.builds.measuring.key import comparison_key, measurement_key
from verifier.builds.measuring.strategy_choice import (
    ASKED_FOR,
    EQUAL,
    EQUAL_BEFORE,
    OWN_FAILS,
    Choice,
    Setup,
    Trial,
    choose,
    refusal_of,
)
from verifier.builds.measuring.suite_runs import of_first_run, with_further_runs
from verifier.builds.measuring.time_limit import is_short
from verifier.builds.options import BuildOptions, StrategyName
from verifier.builds.preparing.preparation import completion
from verifier.builds.speedups import Speedup
from verifier.domain.coverage import Recording
from verifier.domain.instance import StableId
from verifier.domain.paths import NOT_KNOWN
from verifier.domain.testrun import BuildRun, TestRun
from verifier.errors import BaseInvalidError
from verifier.printable import pluralize, shorten
from verifier.sandbox.base import Sandbox
from verifier.tools.cores import cores
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.cache_seal import (
    cache_errors,
    read_or_set_aside,
    read_sealed,
    write_sealed,
)
from verifier.tools.storage.cache_usage import hold
from verifier.tools.storage.locking import exclusive

logger = logging.getLogger(__name__)

UNRECORDED = "the run was not asked to record"
_LONGEST_MESSAGE = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """A cached measurement, with the setup that opens its strategy again.

    `first` is its first run, which further runs are compared with. `recording` belongs to the first
    run too; its data has a file of its own. `words` are messages of failing tests that point to
    another JDK.
    """

    measurement: BaseMeasurement
    setup: Setup
    first: TestRun
    words: tuple[str, ...] = ()
    recording: Recording = field(default_factory=lambda: Recording(trouble=UNRECORDED))


@dataclass(frozen=True, kw_only=True, slots=True)
class Measuring:
    """Measures one base as its options say; `commit` is used in log messages, and to record what
    the base uses of the cache.

    `followed` says that a caller will compile a candidate right after.
    """

    commit: str
    options: BuildOptions
    sandbox: Sandbox
    followed: bool = False

    def key(self, prepared: PreparedBase) -> StableId:
        """Return the cache key of the measurement."""
        return measurement_key(prepared, self.options, self.sandbox.facts)

    def measure(self, prepared: PreparedBase) -> Measured:
        """Return the cached measurement, or measure now, even if too few tests pass.

        A measurement with too few passing tests is not cached: the environment may be repaired
        before a later run.

        Raises:
            BaseInvalidError: it cannot be measured.
        """
        key, path = self.key(prepared), self._path(prepared)
        with cache_errors():
            hold(path.with_suffix(""), self.options.cache, self.commit)
        with cache_errors(), exclusive(self.options.cache / "locks" / f"measure-{key}.lock"):
            content = read_or_set_aside(path)
            # The recording has a separate file, which may be damaged on its own.
            if content is not None and read_or_set_aside(self._data_file(prepared)) is not None:
                return from_json(Measured, content)
            measured = self._measure(prepared)
            if not _has_enough(measured.measurement, self.options):
                return measured
            data = measured.recording.data
            measured = replace(measured, recording=replace(measured.recording, data=b""))
            write_sealed(self._data_file(prepared), data)
            write_sealed(path, to_json(measured).encode())
            return measured

    def read_known(self, prepared: PreparedBase) -> Measured | None:
        """Return the cached measurement; None if there is none. Never measures.

        Raises:
            CacheError: a damaged file cannot be moved aside.
        """
        with cache_errors():
            content = read_or_set_aside(self._path(prepared))
        return None if content is None else from_json(Measured, content)

    def whole(
        self, prepared: PreparedBase, measured: Measured, strategy: Strategy
    ) -> BaseMeasurement:
        """Return the measurement of all runs that the options ask for; cached too.

        Raises:
            BaseInvalidError: a further run is incomplete, or too few of its tests pass.
        """
        known = measured.measurement
        if len(known.runs) >= self.options.base_runs:
            return known
        key = self.key(prepared)
        path = self.options.cache / "measurements" / f"{key}.whole.json"
        with cache_errors(), exclusive(self.options.cache / "locks" / f"whole-{key}.lock"):
            content = read_or_set_aside(path)
            if content is not None:
                whole = from_json(BaseMeasurement, content)
            else:
                whole = self._run_again(known, measured.first, strategy)
                write_sealed(path, to_json(whole).encode())
        refuse_too_few(whole, self.options, {})
        # The call that cached it may have chosen this JDK for another reason.
        return replace(whole, jdk_reason=known.jdk_reason)

    def recording(self, prepared: PreparedBase, measured: Measured) -> Recording:
        """Return what the first run recorded, with its data."""
        found = measured.recording
        if found.trouble:
            return found
        data = read_sealed(self._data_file(prepared))
        if data is None:
            return Recording(trouble="what was recorded is damaged; run again to measure again")
        return replace(found, data=data)

    def _path(self, prepared: PreparedBase) -> Path:
        """The file of the measurement in the cache."""
        return self.options.cache / "measurements" / f"{self.key(prepared)}.json"

    def _data_file(self, prepared: PreparedBase) -> Path:
        """The file of the first run's recording data in the cache."""
        return self.options.cache / "measurements" / f"{self.key(prepared)}.exec"

    def _measure(self, prepared: PreparedBase) -> Measured:
        logger.info("Measuring %s", self.options.name_of(self.commit))
        base = self._base_request()
        choice = Choice(
            prepared=prepared,
            sandbox=self.sandbox,
            choice=self.options.strategy,
            base=base,
            known=self._read_comparison(prepared),
            # On a single core this would only slow down tests that depend on time.
            ahead=self.options.uses(Speedup.AHEAD) and cores() > 1,
        )
        chosen = choose(choice, completion(prepared, self.options, self.sandbox))
        direct = chosen.trial.setup.strategy is StrategyName.DIRECT
        if prepared.borrowed and direct and chosen.reason not in {EQUAL, EQUAL_BEFORE, ASKED_FOR}:
            raise BaseInvalidError(f"what a neighbour lent does not fit: {chosen.reason}")
        if prepared.alike and chosen.reason == EQUAL:
            self._keep_comparison(prepared, chosen.trial)
        strategy = chosen.trial.setup.open(prepared, self.sandbox)
        run, first = chosen.run, chosen.trial.tests
        measurement = of_first_run(prepared, chosen, strategy.compiler)
        if not self.options.uses(Speedup.FEWER_BASE_RUNS):
            measurement = self._run_again(measurement, first, strategy)
        return Measured(
            measurement=measurement,
            setup=chosen.trial.setup,
            # The failures are kept only if too few tests pass (then nothing is cached): they say
            # what to repair.
            first=replace(first, failures={}) if _has_enough(measurement, self.options) else first,
            words=words_of(first.failures[test] for test in sorted(first.failures)),
            recording=run.recording if run.recording is not None else Recording(trouble=UNRECORDED),
        )

    def _run_again(
        self, known: BaseMeasurement, first: TestRun, strategy: Strategy
    ) -> BaseMeasurement:
        """Return the measurement with as many runs as the options ask for.

        Raises:
            BaseInvalidError: one of them is incomplete.
        """
        runs: list[BuildRun] = []
        again = replace(self._base_request(), short=is_short(known.seconds), followed=False)
        while len(runs) + 1 < self.options.base_runs:
            name = self.options.name_of(self.commit)
            logger.info("Measuring %s: run %d", name, len(runs) + 2)
            run = strategy.build(again)
            if refusal := refusal_of(run):
                raise BaseInvalidError(f"the base commit cannot be measured: {refusal}")
            runs.append(run)
        return with_further_runs(known, first, runs)

    def _base_request(self) -> BuildRequest:
        return BuildRequest(
            overlay=overlay_of(None, NOT_KNOWN, frozenset()),
            limits=self.options.limits,
            label="base",
            recorded=self.options.recorded,
            named=self.options.dependants,
            followed=self.followed,
        )

    def _read_comparison(self, prepared: PreparedBase) -> LauncherAgreement | None:
        if not prepared.alike:
            return None
        content = read_or_set_aside(self._comparison(prepared))
        return None if content is None else from_json(LauncherAgreement, content)

    def _keep_comparison(self, prepared: PreparedBase, trial: Trial) -> None:
        setup = trial.setup
        found = LauncherAgreement.of(
            trial.tests, prepared, processing=setup.processing, order=setup.order
        )
        write_sealed(self._comparison(prepared), to_json(found).encode())

    def _comparison(self, prepared: PreparedBase) -> Path:
        key = comparison_key(prepared, self.options, self.sandbox.facts)
        return self.options.cache / "compared" / f"{key}.json"


def refuse_too_few(
    measurement: BaseMeasurement, options: BuildOptions, failures: Mapping[str, str]
) -> None:
    """Refuse a measurement with too few stable passing tests, including a cached one.

    Without tests, every candidate would repeat all of them. `failures` are the messages of the
    failing tests, if they are known. If the project's own build does not run, the error says why:
    our own launcher may not run its tests, for example those of TestNG.

    Raises:
        BaseInvalidError: there are fewer stable passing tests than are needed.
    """
    if not _has_enough(measurement, options):
        why = measurement.strategy_reason
        own = f"; {why}" if why.startswith(OWN_FAILS) else ""
        raise BaseInvalidError(
            f"the base commit has {pluralize(len(measurement.stable_pass), 'stable passing test')},"
            f" fewer than {options.minimum_tests}{_others(measurement, failures)}{own}",
            hint="Without tests that pass on the base no prediction can be judged.",
        )


def _has_enough(measurement: BaseMeasurement, options: BuildOptions) -> bool:
    return len(measurement.stable_pass) >= max(1, options.minimum_tests)


def _others(measurement: BaseMeasurement, failures: Mapping[str, str]) -> str:
    """Describe how the other tests ended, with the first failure's message; empty if all pass."""
    ends = {
        "failed": measurement.stable_fail,
        "skipped": measurement.skipped,
        "flaky": measurement.flaky,
    }
    counts = ", ".join(f"{len(tests)} {end}" for end, tests in ends.items() if tests)
    first = next(iter(sorted(measurement.stable_fail)), "")
    said = failures.get(first, "").strip().partition("\n")[0]
    message = shorten(f"{first}: {said}", _LONGEST_MESSAGE)
    why = f", the first failure is {message}" if said else ""
    return f": {counts}{why}" if counts else ""
