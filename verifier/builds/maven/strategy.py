"""The maven strategy: the project's own build, offline, in the sandbox.

Its evidence is weaker than the direct strategy's. Surefire writes its reports next to code that
could rewrite them, so three things must agree: the reports, the totals that Surefire prints from
Maven's own JVM, and a canary class of ours that must be seen failing with a secret.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from verifier.builds.base import StrategyName
from verifier.builds.maven.built_sources import NOTE, built_sources, listed
from verifier.builds.maven.canary import MavenCanary, canaries_of
from verifier.builds.maven.errors import (
    build_error,
    compile_errors,
    later_compile_errors,
    reached_tests,
)
from verifier.builds.maven.words import LENIENT, goal, selection
from verifier.builds.prepared import PreparedBase
from verifier.builds.strategy import ENVIRONMENT, JOB_TREE, OUTPUT_BYTES, Request, tail, top_class
from verifier.domain.paths import PathKind, kind_of
from verifier.domain.testrun import BuildRun, CompileError, RunEnd, TestOutcome, TestRun
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox
from verifier.tools.maven import TEST_OVERRIDES, offline_words, skip_options
from verifier.tools.surefire import Counts, Reports, read_reports, running_order, summaries

T = TypeVar("T")
Canaries = Sequence[MavenCanary]

REPORTS = "target/surefire-reports"
HASHES = "hashes"
SETTINGS = "settings.xml"
EVIDENCE = "surefire-xml"
_EMPTY_SETTINGS = b"<settings/>\n"
_SCRIPT = f"""cd {JOB_TREE} || exit 97
{NOTE}
"$@"
status=$?
find . -path '*/target/*' -prune -o -type f -print0 | sort -z | xargs -0 -r sha256sum -- \\
  > ../{HASHES}
exit $status
"""


def maven_label(prepared: PreparedBase) -> str:
    """The compiler of a Maven build, for the record."""
    return f"{prepared.tool}, {prepared.jdk}"


class MavenStrategy:
    """Runs `mvn -o clean test` on the base with the overlay on top."""

    name = StrategyName.MAVEN

    def __init__(self, prepared: PreparedBase, sandbox: Sandbox, *, canaries: bool) -> None:
        self._prepared, self._sandbox, self._canaries = prepared, sandbox, canaries

    @property
    def compiler(self) -> str:
        """The project's own choice."""
        return maven_label(self._prepared)

    def build(self, request: Request) -> BuildRun:
        """See Strategy."""
        canaries = canaries_of(self._prepared) if self._canaries else ()
        result = self._sandbox.run(self._job(request, canaries))
        log = result.output.decode("utf-8", "replace")
        errors = errors_of(log, result)
        tests, seconds = None, 0.0
        if result.end is RunEnd.EXITED and not errors:
            reports = _reports(result)
            tests = self._tests(request, canaries, result, reports)
            # Reports are the tests' word; parallel forks add up to more than went by.
            seconds = min(reports.seconds, result.seconds)
        return BuildRun(
            end=result.end,
            compiled=not errors and (result.end is RunEnd.EXITED or reached_tests(log)),
            errors=errors,
            tests=tests,
            log=tail(result),
            seconds=result.seconds,
            restored=request.overlay.restored,
            test_seconds=seconds,
            built=built_sources(self._prepared, request, result),
        )

    def _job(self, request: Request, canaries: Canaries) -> Job:
        jdk = Mount(name="jdk", source=self._prepared.jdk.home)
        maven = Mount(name="maven", source=self._prepared.tool.home)
        repository = Mount(name="repository", source=self._prepared.libraries)
        words = (
            f"{self._sandbox.path_of(maven)}/bin/mvn",
            *offline_words(self._sandbox.path_of(repository), f"../{SETTINGS}"),
            *skip_options(),
            *TEST_OVERRIDES,
            *_only(request, canaries),
            *selection(self._prepared.selected),
            "clean",
            goal(self._prepared),
        )
        own = {f"{JOB_TREE}/{canary.path}": canary.source for canary in canaries}
        files = {**request.files(), **listed(request), **own, SETTINGS: _EMPTY_SETTINGS}
        folders = [f"{JOB_TREE}/{p.folder}/{REPORTS}" for p in self._prepared.modules]
        return Job(
            command=("bash", "-c", _SCRIPT, "build", *words),
            mounts=(jdk, maven, repository),
            copies={JOB_TREE: Mount(name="base", source=self._prepared.base)},
            files=files,
            env={**ENVIRONMENT, "JAVA_HOME": self._sandbox.path_of(jdk), "MAVEN_OPTS": ""},
            results=(HASHES, *(folder.replace("/./", "/") for folder in folders)),
            limits=replace(request.limits, output_bytes=OUTPUT_BYTES),
            label=f"maven {request.label}",
        )

    def _tests(
        self, request: Request, canaries: Canaries, result: JobResult, reports: Reports
    ) -> TestRun:
        log = result.output.decode("utf-8", "replace")
        tamper = list(reports.problems)
        tamper += [f"{test} is in two reports" for test in sorted(reports.conflicts)]
        tamper += _totals_differ(reports, summaries(log))
        # A run that exits early, or takes assertions away, has no such two outcomes.
        tamper += [trouble for canary in canaries for trouble in _trouble(canary, reports)]
        listing = result.artefacts.get(HASHES, b"")
        tamper += self._changed_files(request, listing)
        if result.truncated:
            tamper.append("the build printed more than is kept, its totals are lost")
        # Failing tests are ignored by option: any other status means that Maven itself failed.
        whole = result.exit_code == 0
        return TestRun(
            outcomes=_in_order(_without(canaries, reports.outcomes), running_order(log)),
            failures=_without(canaries, reports.failures),
            conflicts=tuple(sorted(reports.conflicts)),
            complete=whole and not tamper,
            tamper=tuple(tamper) if whole else (*tamper, f"Maven: {build_error(log)}"),
            evidence=EVIDENCE,
        )

    def _changed_files(self, request: Request, listing: bytes) -> list[str]:
        """Tests and build files that are not the base's after the run."""
        after = _hashes(listing)
        if not after:
            return ["the list of hashes after the run is missing"]
        found: list[str] = []
        for path, digest in self._protected(request).items():
            if after.get(path) != digest:
                found.append(f"{path} was changed during the run")
        return found[:20]

    def _protected(self, request: Request) -> dict[str, str]:
        base, known = self._prepared.base, self._prepared.source_folders
        found: dict[str, str] = {}
        for path in base.rglob("*"):
            relative = path.relative_to(base).as_posix()
            if kind_of(relative, known) not in {PathKind.TEST, PathKind.BUILD}:
                continue
            # `clean` removes what the base may have committed there.
            if path.is_file() and not path.is_symlink() and "/target/" not in f"/{relative}":
                content = request.overlay.files.get(relative, path.read_bytes())
                if content is not None:
                    found[relative] = hashlib.sha256(content).hexdigest()
        return found


def _reports(result: JobResult) -> Reports:
    return read_reports({p: c for p, c in result.artefacts.items() if p != HASHES})


def _only(request: Request, canaries: Canaries) -> tuple[str, ...]:
    wanted = request.test_classes()
    if not wanted:
        return ()
    names = [*sorted(wanted), *(canary.class_name for canary in canaries)]
    return (f"-Dtest={','.join(names)}", *LENIENT)


def _trouble(canary: MavenCanary, reports: Reports) -> list[str]:
    found: list[str] = []
    if reports.outcomes.get(canary.green) is not TestOutcome.PASSED:
        found.append("the canary that must pass was not seen passed")
    seen = reports.outcomes.get(canary.red) is TestOutcome.FAILED
    if not seen or canary.secret not in reports.failures.get(canary.red, ""):
        found.append("the canary that must fail was not seen failed")
    return found


def _hashes(listing: bytes) -> dict[str, str]:
    lines = (line.partition("  ") for line in listing.decode("utf-8", "replace").splitlines())
    return {path.removeprefix("./"): digest for digest, _, path in lines}


def _without(canaries: Canaries, values: Mapping[str, T]) -> dict[str, T]:
    marks = tuple(f"{canary.class_name}#" for canary in canaries)
    return {test: value for test, value in values.items() if not test.startswith(marks)}


def _in_order(values: Mapping[str, T], classes: Sequence[str]) -> dict[str, T]:
    """Sorted by class, in the order of the run, so that another runner can follow it."""
    place = {name: number for number, name in enumerate(classes)}
    last = len(place)
    names = sorted(values, key=lambda test: place.get(top_class(test), last))
    return {name: values[name] for name in names}


def _totals_differ(reports: Reports, printed: Sequence[Counts]) -> list[str]:
    if not printed:
        return ["Surefire printed no totals"] if reports.outcomes else []
    total = Counts(
        run=sum(c.run for c in printed),
        failed=sum(c.failed for c in printed),
        skipped=sum(c.skipped for c in printed),
    )
    if total == reports.totals:
        return []
    return [f"the reports say {reports.totals}, Surefire printed {total}"]


def errors_of(log: str, result: JobResult) -> tuple[CompileError, ...]:
    """Why a Maven job failed before its tests; empty where it got as far as these."""
    if result.end is not RunEnd.EXITED or result.exit_code == 0:
        return ()
    errors = compile_errors(log) or later_compile_errors(log)
    if not errors and not reached_tests(log):
        text = build_error(log) or "Maven failed before any test"
        errors = (CompileError(file="", line=0, message=text),)
    return errors
