"""The maven strategy: the project's own build, offline, in the sandbox.

Its evidence is weaker than the direct strategy's: code under test could rewrite Surefire's reports.
So three sources must agree: the reports, the totals that Surefire prints from Maven's own JVM, and
a canary class of ours that must fail with a secret.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import (
    JOB_TREE,
    OUTPUT_BYTES,
    BuildRequest,
    Strategy,
    in_order,
    tail,
)
from verifier.builds.evidence.built_sources import NOTE, find_built_sources, list_candidate_sources
from verifier.builds.evidence.canary import Canaries, canary_places
from verifier.builds.evidence.recording import read_appended, record_job
from verifier.builds.evidence.tree_hashes import HASHES, find_rewritten_files, listing, tamper_in
from verifier.builds.maven.errors import (
    build_error,
    compile_errors,
    has_reached_tests,
    later_compile_errors,
)
from verifier.builds.maven.offline import offline_maven
from verifier.builds.maven.words import goal, only_tests, selection
from verifier.builds.options import StrategyName
from verifier.domain.testrun import (
    SUREFIRE_XML,
    BuildRun,
    CanaryPlace,
    CompileError,
    RunEnd,
    Tamper,
    TamperSign,
    TestRun,
)
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox
from verifier.tools.maven import TEST_OVERRIDES
from verifier.tools.surefire import FOLDER as REPORTS
from verifier.tools.surefire import Counts, Reports, read_reports, running_order, summaries


def _script(prepared: PreparedBase) -> str:
    """Return a script that builds and then hashes the files outside the output folders."""
    return f"""cd {JOB_TREE} || exit 97
{NOTE}
"$@"
status=$?
{listing(prepared.outputs)}
exit $status
"""


class MavenStrategy(Strategy):
    """Runs `mvn -o clean test` on the base with the overlay applied."""

    name = StrategyName.MAVEN

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
        log = result.output.decode("utf-8", "replace")
        errors = errors_of(log, result)
        tests, seconds = None, 0.0
        if result.end is RunEnd.EXITED and not errors:
            reports = _reports(result, named=request.named)
            tests = self._tests(request, canaries, result, reports)
            # The tests write the times in the reports; parallel forks may add up to more than the
            # elapsed time.
            seconds = min(reports.seconds, result.seconds)
        return BuildRun(
            end=result.end,
            compiled=not errors and (result.end is RunEnd.EXITED or has_reached_tests(log)),
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
        return canary_places(self._prepared, self._prepared.tested)

    def _job(self, request: BuildRequest, canaries: Canaries) -> Job:
        maven = offline_maven(self._prepared, self._sandbox)
        words = (
            *maven.words,
            *TEST_OVERRIDES,
            *_only(request, canaries),
            *selection(self._prepared.selected, self._prepared.root),
            "clean",
            goal(self._prepared),
        )
        own = {f"{JOB_TREE}/{path}": source for path, source in canaries.sources.items()}
        files = {**request.files(), **list_candidate_sources(request), **own, **maven.files}
        folders = [f"{JOB_TREE}/{p.folder}/{REPORTS}" for p in self._prepared.modules]
        return Job(
            command=("bash", "-c", _script(self._prepared), "build", *words),
            mounts=maven.mounts,
            copies={JOB_TREE: Mount(name="base", source=self._prepared.base)},
            files=files,
            env=maven.env,
            results=(HASHES, *(folder.replace("/./", "/") for folder in folders)),
            limits=replace(request.limits, output_bytes=OUTPUT_BYTES),
            label=f"maven {request.label}",
        )

    def _tests(
        self, request: BuildRequest, canaries: Canaries, result: JobResult, reports: Reports
    ) -> TestRun:
        log = result.output.decode("utf-8", "replace")
        problems = list(reports.problems)
        problems += _totals_differ(reports, log)
        if result.truncated:
            problems.append("the build printed more than is kept, its totals are lost")
        tamper = [Tamper(sign=TamperSign.REPORT, detail=text) for text in problems]
        # A run that exits early, or disables assertions, does not show both outcomes of a canary.
        tamper += canaries.trouble(reports)
        listed_after = result.artefacts.get(HASHES, b"")
        rewritten = find_rewritten_files(
            self._prepared, request, listed_after, self._prepared.outputs
        )
        tamper += tamper_in(rewritten, self._rewritten_by_base)
        # An option ignores failing tests: any other status means that Maven itself failed.
        whole = result.exit_code == 0
        outcomes = canaries.without(reports.outcomes)
        failed = Tamper(sign=TamperSign.EXIT_STATUS, detail=f"Maven: {build_error(log)}")
        return TestRun(
            outcomes=in_order(outcomes, running_order(log)),
            failures=canaries.without(reports.failures),
            conflicts=tuple(sorted(reports.conflicts)),
            complete=whole and not tamper,
            tamper=tuple(tamper) if whole else (*tamper, failed),
            evidence=SUREFIRE_XML,
            rewritten=rewritten,
            canaries=canaries.find_intact(reports),
        )


def _reports(result: JobResult, *, named: bool) -> Reports:
    """Read Surefire's reports, without TestNG's own reports of the same tests in a subfolder."""
    everything = result.artefacts.items()
    found = {p: c for p, c in everything if p.rpartition("/")[0].endswith(REPORTS)}
    return read_reports(found, named=named)


def _only(request: BuildRequest, canaries: Canaries) -> tuple[str, ...]:
    wanted = request.test_classes()
    if not wanted:
        return ()
    # A class that exists in several modules runs in each of them.
    classes = sorted({name.rpartition(":")[2] for name in wanted})
    return only_tests([*classes, *canaries.class_names])


def _totals_differ(reports: Reports, log: str) -> list[str]:
    printed = summaries(log)
    if not printed:
        return ["Surefire printed no totals"] if reports.outcomes else []
    total = Counts(
        run=sum(c.run for c in printed),
        failed=sum(c.failed for c in printed),
        skipped=sum(c.skipped for c in printed),
    )
    if reports.agree_with(total, log):
        return []
    return [f"the reports say {reports.totals}, Surefire printed {total}"]


def errors_of(log: str, result: JobResult) -> tuple[CompileError, ...]:
    """Return why a Maven job failed before its tests; empty if it reached them."""
    if result.end is not RunEnd.EXITED or result.exit_code == 0:
        return ()
    errors = compile_errors(log) or later_compile_errors(log)
    if not errors and not has_reached_tests(log):
        text = build_error(log) or "Maven failed before any test"
        errors = (CompileError(file="", line=0, message=text),)
    return errors
