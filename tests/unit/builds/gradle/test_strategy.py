"""What is believed of a Gradle run: reports, Gradle's own view and canaries must agree."""

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Self

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.gradle.store import note_seen_at
from verifier.builds.gradle.strategy import GradleStrategy
from verifier.builds.options import StrategyName
from verifier.domain.testrun import BuildRun, RunEnd, TestOutcome
from verifier.sandbox.base import Job, JobLimits, JobResult, Mount, SandboxFacts, Service

TEST_PATH = "src/test/java/p/ATest.java"
SOURCE = b"package p;\nimport org.junit.*;\npublic class ATest { @Test public void a() { } }\n"
Outcomes = Mapping[str, Mapping[str, str]]
"""Per class, per method: the message of its failure, empty where it passed."""


def suite(name: str, methods: Mapping[str, str]) -> bytes:
    cases = "".join(
        f"<testcase classname='{name}' name='{method}'>"
        + (f"<failure message='{text}'/>" if text else "")
        + "</testcase>"
        for method, text in methods.items()
    )
    return f"<testsuite name='{name}' time='0.1'>{cases}</testsuite>".encode()


def events(outcomes: Outcomes) -> str:
    lines = ["@refverify tests :test"]
    for name, methods in outcomes.items():
        for method, text in methods.items():
            seen = {"className": name, "name": method, "result": "FAILURE" if text else "SUCCESS"}
            lines.append(f"@refverify test {json.dumps(seen)}")
    return "\n".join(lines)


@dataclass(kw_only=True)
class GradleJvm:
    """Answers a job as Gradle would, its canaries among the tests; `forge` changes the reports."""

    said: Outcomes = field(default_factory=lambda: {"p.ATest": {"a": ""}})
    forge: Callable[[dict[str, bytes]], None] | None = None
    canaries: bool = True
    status: int = 0
    log: bytes = b""
    hashes: bytes = f"{sha256(SOURCE).hexdigest()}  ./{TEST_PATH}\0".encode()
    jobs: list[Job] = field(default_factory=list)

    @property
    def facts(self) -> SandboxFacts:
        return SandboxFacts(name="scripted", isolated=True, engine="", image=None)

    def path_of(self, mount: Mount) -> str:
        return str(mount.source) if mount.in_place else f"/mnt/{mount.name}"

    def service(self, job: Job) -> AbstractContextManager[Service | None]:
        del job
        return nullcontext()

    def close_services(self, folders: Collection[Path]) -> None:
        pass

    def run(self, job: Job) -> JobResult:
        self.jobs.append(job)
        outcomes = {**self.said, **(_canary(job) if self.canaries else {})}
        files = {f"out/reports/test/TEST-{n}.xml": suite(n, m) for n, m in outcomes.items()}
        if self.forge is not None:
            self.forge(files)
        return JobResult(
            end=RunEnd.EXITED,
            exit_code=self.status,
            output=events(outcomes).encode() if self.status == 0 else b"",
            log=self.log,
            truncated=False,
            artefacts={**files, "hashes": self.hashes},
            rejected=(),
            seconds=1.0,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def _canary(job: Job) -> Outcomes:
    for path, content in job.files.items():
        if content is not None and b"public void red()" in content:
            name = path.removesuffix(".java").split("/")[-2:]
            secret = content.decode().partition('AssertionError("')[2].partition('"')[0]
            return {".".join(name): {"red": secret, "green": ""}}
    return {}


@pytest.fixture
def prepared(tmp_path: Path) -> PreparedBase:
    test = tmp_path / "base" / TEST_PATH
    test.parent.mkdir(parents=True)
    test.write_bytes(SOURCE)
    libraries = tmp_path / "store"
    libraries.mkdir()
    tool = InstalledTool(name=StrategyName.GRADLE, home=Path("/gradle"), version="4.4.1")
    return replace(PREPARED, folder=tmp_path, libraries=libraries, tool=tool, modules=(MODULE,))


def run(
    prepared: PreparedBase, jvm: GradleJvm, *, rewritten: Mapping[str, str] | None = None
) -> BuildRun:
    request = BuildRequest(overlay=Overlay(), limits=JobLimits())
    return GradleStrategy(prepared, jvm, canaries=None, rewritten=rewritten or {}).build(request)


def tamper_of(found: BuildRun) -> tuple[str, ...]:
    assert found.tests is not None
    assert not found.tests.complete
    return tuple(map(str, found.tests.tamper))


def test_where_all_agree_the_tests_count_and_the_canary_does_not(prepared: PreparedBase) -> None:
    found = run(prepared, GradleJvm(said={"p.ATest": {"a": "", "b": "broken"}}))

    assert found.tests is not None
    assert found.tests.complete
    assert found.tests.evidence == "gradle-xml"
    assert found.tests.outcomes == {
        "p.ATest#a": TestOutcome.PASSED,
        "p.ATest#b": TestOutcome.FAILED,
    }
    assert found.tests.failures == {"p.ATest#b": "broken"}


def test_a_failure_that_is_taken_out_of_a_report_is_noticed(prepared: PreparedBase) -> None:
    def make_green(files: dict[str, bytes]) -> None:
        files["out/reports/test/TEST-p.ATest.xml"] = suite("p.ATest", {"a": ""})

    jvm = GradleJvm(said={"p.ATest": {"a": "broken"}}, forge=make_green)

    assert tamper_of(run(prepared, jvm)) == (
        "p.ATest: the reports say 0 failed, Gradle saw 1",
        "p.ATest: the reports say 1 passed, Gradle saw 0",
    )


def test_a_report_that_is_added_is_noticed(prepared: PreparedBase) -> None:
    def add(files: dict[str, bytes]) -> None:
        files["out/reports/test/TEST-p.Fake.xml"] = suite("p.Fake", {"x": ""})

    assert tamper_of(run(prepared, GradleJvm(forge=add))) == (
        "p.Fake: the reports say 1 passed, Gradle saw 0",
    )


def test_a_canary_that_never_ran_is_noticed(prepared: PreparedBase) -> None:
    assert tamper_of(run(prepared, GradleJvm(canaries=False))) == (
        "the canary that must pass was not seen passed",
        "the canary that must fail was not seen failed",
    )


def test_a_test_that_is_changed_during_the_run_is_noticed(prepared: PreparedBase) -> None:
    other = GradleJvm(hashes=f"{'0' * 64}  ./{TEST_PATH}\0".encode())

    assert tamper_of(run(prepared, other)) == (f"{TEST_PATH} was changed during the run",)


def test_a_test_may_be_left_as_the_base_s_own_run_leaves_it(prepared: PreparedBase) -> None:
    left = GradleJvm(hashes=f"{'0' * 64}  ./{TEST_PATH}\0".encode())

    expected = run(prepared, left, rewritten={TEST_PATH: "0" * 64}).tests

    assert expected is not None
    assert expected.complete
    assert tamper_of(run(prepared, left, rewritten={TEST_PATH: "1" * 64})) == (
        f"{TEST_PATH} was changed during the run",
    )


def test_a_build_that_fails_before_its_tests_says_why(prepared: PreparedBase) -> None:
    log = b"* What went wrong:\nCould not find method nothing().\n\n* Try:\n"
    found = run(prepared, GradleJvm(status=1, log=log))

    assert not found.compiled
    assert [error.message for error in found.errors] == ["Could not find method nothing()."]


def test_the_store_is_seen_where_the_preparation_saw_it(prepared: PreparedBase) -> None:
    jvm = GradleJvm()
    run(prepared, jvm)
    note_seen_at(prepared.libraries, str(prepared.libraries.resolve()))
    run(prepared, jvm)

    stores = [next(m for m in job.mounts if m.name == "store") for job in jvm.jobs]

    assert [store.in_place for store in stores] == [False, True]
    assert str(prepared.libraries) in jvm.jobs[1].command
