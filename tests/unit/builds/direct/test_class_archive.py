"""Archives of classes: when one is made, for whom, and who gets none."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.archives import wait_for_archives
from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.direct.class_archive import Archived, javac_archive
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobResult, Mount
from verifier.tools.jdk import Jdk

JAVA = ("/mnt/jdk/bin/java", "-cp", "/mnt/runner.jar", "launch.Compile")


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    (tmp_path / "runner.jar").write_bytes(b"jar")
    return tmp_path / "runner.jar"


def make_prepared(cache: Path, feature: int = 17) -> PreparedBase:
    jdk = Jdk(home=Path("/jdk"), version=f"{feature}.0.1", feature=feature)
    return replace(PREPARED, jdk=jdk, archives=cache / "archives")


def ask_archive(base: PreparedBase, sandbox: ScriptedSandbox, *sources: Path) -> Archived:
    mounts = [Mount(name=f"m{number}", source=source) for number, source in enumerate(sources)]
    found = javac_archive(base, sandbox, mounts, JAVA)
    wait_for_archives()
    return found


def making() -> ScriptedSandbox:
    return ScriptedSandbox(result=make_result({"classes.jsa": b"classes"}))


def test_seven_jobs_go_without_and_it_is_made_beside_the_eighth(
    tmp_path: Path, runner: Path
) -> None:
    sandbox, base = making(), make_prepared(tmp_path)

    assert [ask_archive(base, sandbox, runner) for _ in range(7)] == [Archived()] * 7
    assert sandbox.jobs == []
    assert ask_archive(base, sandbox, runner) == Archived()
    found = ask_archive(base, sandbox, runner)

    assert found.words[0] == "-XX:SharedArchiveFile=/mnt/javac.jsa"
    assert found.mounts[0].source.read_bytes() == b"classes"
    assert ask_archive(base, sandbox, runner) == found
    assert [job.label for job in sandbox.jobs] == ["archive of javac"]
    # No candidate's file is there, and no folder of this machine can be written.
    assert (sandbox.jobs[0].copies, sandbox.jobs[0].writable) == ({}, ())
    assert set(sandbox.jobs[0].files) == {"Sample.java"}


class _Slow(ScriptedSandbox):
    """Its job ends when it is let go."""

    def __init__(self) -> None:
        super().__init__(result=make_result({"classes.jsa": b"classes"}))
        self.go = threading.Event()

    def run(self, job: Job) -> JobResult:
        self.jobs.append(job)
        self.go.wait(60)
        return self.result


def test_nobody_waits_for_one_that_is_being_made_nor_makes_it_too(
    tmp_path: Path, runner: Path
) -> None:
    sandbox, base = _Slow(), make_prepared(tmp_path)
    mounts = [Mount(name="runner.jar", source=runner)]

    found = [javac_archive(base, sandbox, mounts, JAVA) for _ in range(16)]
    sandbox.go.set()
    wait_for_archives()

    assert found == [Archived()] * 16
    assert len(sandbox.jobs) == 1
    assert javac_archive(base, sandbox, mounts, JAVA).mounts


def test_a_damaged_one_is_made_anew(tmp_path: Path, runner: Path) -> None:
    sandbox, base = making(), make_prepared(tmp_path)
    found = [ask_archive(base, sandbox, runner) for _ in range(9)][-1]
    found.mounts[0].source.write_bytes(b"others")

    assert ask_archive(base, sandbox, runner) == Archived()
    again = ask_archive(base, sandbox, runner)

    assert again.mounts[0].source.read_bytes() == b"classes"
    assert len(sandbox.jobs) == 2


def test_where_none_comes_of_it_nobody_tries_again(tmp_path: Path, runner: Path) -> None:
    sandbox, base = ScriptedSandbox(result=make_result({}, status=1)), make_prepared(tmp_path)

    assert [ask_archive(base, sandbox, runner) for _ in range(17)] == [Archived()] * 17
    assert len(sandbox.jobs) == 1


def test_what_was_cut_short_is_tried_again_at_twice_the_distance(
    tmp_path: Path, runner: Path
) -> None:
    cut = make_result({}, end=RunEnd.TIMEOUT, status=None)
    base, ended = make_prepared(tmp_path), ScriptedSandbox(result=cut)
    assert [ask_archive(base, ended, runner) for _ in range(30)] == [Archived()] * 30
    assert len(ended.jobs) == 2

    sandbox = making()

    assert [ask_archive(base, sandbox, runner) for _ in range(2)] == [Archived()] * 2
    assert ask_archive(base, sandbox, runner).mounts
    assert len(sandbox.jobs) == 1


def test_a_jdk_without_such_archives_gets_none(tmp_path: Path, runner: Path) -> None:
    sandbox, base = making(), make_prepared(tmp_path, feature=11)

    assert [ask_archive(base, sandbox, runner) for _ in range(12)] == [Archived()] * 12
    assert sandbox.jobs == []


def test_nobody_gets_one_who_wants_none(runner: Path) -> None:
    sandbox = making()

    assert [ask_archive(PREPARED, sandbox, runner) for _ in range(12)] == [Archived()] * 12
    assert sandbox.jobs == []


def test_what_one_project_has_in_its_store_starts_no_other_ones_tests(
    tmp_path: Path, runner: Path
) -> None:
    sandbox, base = making(), make_prepared(tmp_path)
    for store in ("one", "two"):
        (tmp_path / store).mkdir()
        for _ in range(9):
            found = ask_archive(base, sandbox, runner, tmp_path / store)
        assert found.mounts

    assert len(sandbox.jobs) == 2


class _Failing(ScriptedSandbox):
    def run(self, job: Job) -> JobResult:
        self.jobs.append(job)
        raise SandboxError("the engine is gone")


def test_where_the_sandbox_fails_jobs_go_without_and_it_is_tried_again(
    tmp_path: Path, runner: Path
) -> None:
    sandbox, base = _Failing(result=make_result({})), make_prepared(tmp_path)

    assert [ask_archive(base, sandbox, runner) for _ in range(16)] == [Archived()] * 16
    assert len(sandbox.jobs) == 2
