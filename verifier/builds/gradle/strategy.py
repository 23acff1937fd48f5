"""The gradle strategy: the project's own build, offline, in the sandbox.

Its evidence is like Surefire's: code under test could rewrite the reports. So three sources must
agree: the reports, what Gradle's own JVM saw of each test, and canary classes of ours that must
fail with a secret.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import (
    JOB_TREE,
    OUTPUT_BYTES,
    BuildRequest,
    Strategy,
    in_order,
    tail,
    top_class,
)
from verifier.builds.evidence.built_sources import find_built_sources
from verifier.builds.evidence.canary import Canaries, canary_places
from verifier.builds.evidence.recording import FILE, read_appended, record_job
from verifier.builds.evidence.tree_hashes import HASHES, find_rewritten_files, tamper_in
from verifier.builds.gradle.errors import build_error, compile_errors, has_reached_tests
from verifier.builds.gradle.offline import OfflineGradle, outputs_of
from verifier.builds.gradle.words import REPORTS
from verifier.builds.options import StrategyName
from verifier.domain.testrun import (
    GRADLE_XML,
    BuildRun,
    CanaryPlace,
    CompileError,
    RunEnd,
    Tamper,
    TamperSign,
    TestOutcome,
    TestRun,
)
from verifier.sandbox.base import Job, JobResult, Sandbox
from verifier.tools.surefire import Reports, read_reports

_TEST = "@refverify test "
_OUTCOMES = {
    "SUCCESS": TestOutcome.PASSED,
    "FAILURE": TestOutcome.FAILED,
    "SKIPPED": TestOutcome.SKIPPED,
}


class GradleStrategy(Strategy):
    """Runs the tests that `check` runs, on the base with the overlay applied."""

    name = StrategyName.GRADLE

    def __init__(
        self,
        prepared: PreparedBase,
        sandbox: Sandbox,
        *,
        canaries: Sequence[CanaryPlace] | None,
        rewritten: Mapping[str, str],
    ) -> None:
        self._prepared, self._sandbox, self._canaries = prepared, sandbox, canaries
        self._rewritten_by_base = rewritten

    @property
    def compiler(self) -> str:
        """The project's own choice."""
        return self._prepared.own_compiler

    def build(self, request: BuildRequest) -> BuildRun:
        """See Strategy."""
        canaries = Canaries.at(self._canaries, self._possible_canaries)
        job = self._job(request, canaries)
        result = self._sandbox.run(record_job(job, request, self._prepared, self._sandbox))
        output = result.output.decode("utf-8", "replace")
        errors = errors_of(result)
        tests, seconds = None, 0.0
        if result.end is RunEnd.EXITED and not errors:
            found = {p: c for p, c in result.artefacts.items() if p != FILE}
            reports = read_reports(found, _task, named=request.named)
            tests = self._tests(request, canaries, result, reports)
            # The tests write the times in the reports; parallel forks may add up to more than the
            # elapsed time.
            seconds = min(reports.seconds, result.seconds)
        return BuildRun(
            end=result.end,
            compiled=not errors and (result.end is RunEnd.EXITED or has_reached_tests(output)),
            errors=errors,
            tests=tests,
            log=tail(result),
            seconds=result.seconds,
            restored=request.overlay.restored,
            test_seconds=seconds,
            built=find_built_sources(self._prepared, request, result),
            recording=read_appended(request, result),
        )

    def _possible_canaries(self) -> tuple[CanaryPlace, ...]:
        return canary_places(self._prepared, self._prepared.tested, every_folder=True)

    def _job(self, request: BuildRequest, canaries: Canaries) -> Job:
        wanted = sorted(request.test_classes())
        names = [*wanted, *canaries.class_names] if wanted else []
        return OfflineGradle(
            prepared=self._prepared,
            sandbox=self._sandbox,
            tasks=("refverifyTest",),
            results=(HASHES, REPORTS),
            limits=replace(request.limits, output_bytes=OUTPUT_BYTES),
            # Gradle treats nested classes as separate classes.
            properties={"filter": [p for name in names for p in (name, f"{name}$*")]},
            files={f"{JOB_TREE}/{path}": text for path, text in canaries.sources.items()},
        ).job(request)

    def _tests(
        self, request: BuildRequest, canaries: Canaries, result: JobResult, reports: Reports
    ) -> TestRun:
        seen = _Seen.of(result.output.decode("utf-8", "replace"))
        problems = list(reports.problems)
        problems += [f"{test} is in two reports" for test in sorted(reports.conflicts)]
        problems += seen.contradictions(reports)
        if result.truncated:
            problems.append("the build printed more than is kept, what Gradle saw is lost")
        if result.rejected:
            problems.append(f"reports were not brought back: {', '.join(result.rejected[:5])}")
        tamper = [Tamper(sign=TamperSign.REPORT, detail=text) for text in problems]
        # A run that exits early, or disables assertions, does not show both outcomes of a canary.
        tamper += canaries.trouble(reports)
        listed = result.artefacts.get(HASHES, b"")
        rewritten = find_rewritten_files(
            self._prepared, request, listed, outputs_of(self._prepared)
        )
        tamper += tamper_in(rewritten, self._rewritten_by_base)
        # The init script ignores failing tests: any other status means that Gradle failed.
        whole = result.exit_code == 0
        error = build_error(result.log.decode("utf-8", "replace"))
        failed = Tamper(sign=TamperSign.EXIT_STATUS, detail=f"Gradle: {error}")
        return TestRun(
            outcomes=in_order(canaries.without(reports.outcomes), seen.classes),
            failures=canaries.without(reports.failures),
            conflicts=tuple(sorted(reports.conflicts)),
            complete=whole and not tamper,
            tamper=tuple(tamper) if whole else (*tamper, failed),
            evidence=GRADLE_XML,
            rewritten=rewritten,
            canaries=canaries.find_intact(reports),
        )


@dataclass(kw_only=True)
class _Seen:
    """What Gradle's own JVM saw of each test, counted by class and outcome."""

    counts: Counter[tuple[str, TestOutcome]] = field(default_factory=Counter)
    classes: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, output: str) -> "_Seen":
        """Read our listener's lines; ignore all other lines."""
        seen = cls()
        for line in output.splitlines():
            if not line.startswith(_TEST):
                continue
            try:
                event = json.loads(line.removeprefix(_TEST))
                owner, outcome = str(event["className"]), _OUTCOMES[event["result"]]
            except (ValueError, KeyError, TypeError, RecursionError):
                continue
            seen.counts[owner, outcome] += 1
            seen.classes.append(top_class(owner))
        seen.classes = list(dict.fromkeys(seen.classes))
        return seen

    def contradictions(self, reports: Reports) -> list[str]:
        """Return the first contradictions between the reports and what Gradle saw."""
        said: Counter[tuple[str, TestOutcome]] = Counter()
        for test, outcome in reports.outcomes.items():
            said[test.partition("#")[0].rpartition(":")[2], outcome] += 1
        wrong = sorted(key for key in {*said, *self.counts} if said[key] != self.counts[key])
        return [
            f"{owner}: the reports say {said[owner, outcome]} {outcome},"
            f" Gradle saw {self.counts[owner, outcome]}"
            for owner, outcome in wrong[:5]
        ]


def _task(path: str) -> str:
    """Return the test task that wrote a report: `app+test` for the task `test` of the project `:app`."""
    return path.removeprefix(f"{REPORTS}/").partition("/")[0]


def errors_of(result: JobResult) -> tuple[CompileError, ...]:
    """Return why a Gradle job failed before its tests; empty if it reached them."""
    if result.end is not RunEnd.EXITED or result.exit_code == 0:
        return ()
    log = result.log.decode("utf-8", "replace")
    errors = compile_errors(log)
    if not errors and not has_reached_tests(result.output.decode("utf-8", "replace")):
        text = build_error(log) or "Gradle failed before any test"
        errors = (CompileError(file="", line=0, message=text),)
    return errors
