"""Archives of classes: when one is made, for whom, and who gets none."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, left_behind
from verifier.builds.direct.class_archive import Archived, javac_archive
from verifier.builds.prepared import PreparedBase
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobResult, Mount
from verifier.tools.jdk import Jdk

JAVA = ("/mnt/jdk/bin/java", "-cp", "/mnt/runner.jar", "launch.Compile")


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    (tmp_path / "runner.jar").write_bytes(b"jar")
    return tmp_path / "runner.jar"


def prepared(cache: Path, feature: int = 17) -> PreparedBase:
    jdk = Jdk(home=Path("/jdk"), version=f"{feature}.0.1", feature=feature)
    return replace(PREPARED, jdk=jdk, archives=cache / "archives")


def asked(base: PreparedBase, sandbox: ScriptedSandbox, *sources: Path) -> Archived:
    mounts = [Mount(name=f"m{number}", source=source) for number, source in enumerate(sources)]
    return javac_archive(base, sandbox, mounts, JAVA)


def making() -> ScriptedSandbox:
    return ScriptedSandbox(result=left_behind({"classes.jsa": b"classes"}))


def test_three_jobs_go_without_and_the_fourth_has_it_made(tmp_path: Path, runner: Path) -> None:
    sandbox, base = making(), prepared(tmp_path)

    assert [asked(base, sandbox, runner) for _ in range(3)] == [Archived()] * 3
    assert sandbox.jobs == []
    found = asked(base, sandbox, runner)

    assert found.words[0] == "-XX:SharedArchiveFile=/mnt/javac.jsa"
    assert found.mounts[0].source.read_bytes() == b"classes"
    assert asked(base, sandbox, runner) == found
    assert [job.label for job in sandbox.jobs] == ["archive of javac"]
    # No candidate's file is there, and no folder of this machine can be written.
    assert (sandbox.jobs[0].copies, sandbox.jobs[0].writable) == ({}, ())
    assert set(sandbox.jobs[0].files) == {"Sample.java"}


def test_a_damaged_one_is_made_anew(tmp_path: Path, runner: Path) -> None:
    sandbox, base = making(), prepared(tmp_path)
    found = [asked(base, sandbox, runner) for _ in range(4)][-1]
    found.mounts[0].source.write_bytes(b"others")

    again = asked(base, sandbox, runner)

    assert again.mounts[0].source.read_bytes() == b"classes"
    assert len(sandbox.jobs) == 2


def test_where_none_comes_of_it_nobody_tries_again(tmp_path: Path, runner: Path) -> None:
    sandbox, base = ScriptedSandbox(result=left_behind({}, status=1)), prepared(tmp_path)

    assert [asked(base, sandbox, runner) for _ in range(6)] == [Archived()] * 6
    assert len(sandbox.jobs) == 1


def test_where_the_making_was_cut_short_the_next_job_tries_again(
    tmp_path: Path, runner: Path
) -> None:
    cut = left_behind({}, end=RunEnd.TIMEOUT, status=None)
    base = prepared(tmp_path)
    assert [asked(base, ScriptedSandbox(result=cut), runner) for _ in range(5)] == [Archived()] * 5

    sandbox = making()

    assert asked(base, sandbox, runner).mounts
    assert len(sandbox.jobs) == 1


def test_a_jdk_without_such_archives_gets_none(tmp_path: Path, runner: Path) -> None:
    sandbox, base = making(), prepared(tmp_path, feature=11)

    assert [asked(base, sandbox, runner) for _ in range(6)] == [Archived()] * 6
    assert sandbox.jobs == []


def test_nobody_gets_one_who_wants_none(runner: Path) -> None:
    sandbox = making()

    assert [asked(PREPARED, sandbox, runner) for _ in range(6)] == [Archived()] * 6
    assert sandbox.jobs == []


def test_what_one_project_has_in_its_store_starts_no_other_ones_tests(
    tmp_path: Path, runner: Path
) -> None:
    sandbox, base = making(), prepared(tmp_path)
    for store in ("one", "two"):
        (tmp_path / store).mkdir()
        for _ in range(4):
            found = asked(base, sandbox, runner, tmp_path / store)
        assert found.mounts

    assert len(sandbox.jobs) == 2


class _Failing(ScriptedSandbox):
    def run(self, job: Job) -> JobResult:
        self.jobs.append(job)
        raise SandboxError("the engine is gone")


def test_where_the_sandbox_fails_the_job_goes_without_and_the_next_one_tries_again(
    tmp_path: Path, runner: Path
) -> None:
    sandbox, base = _Failing(result=left_behind({})), prepared(tmp_path)

    assert [asked(base, sandbox, runner) for _ in range(5)] == [Archived()] * 5
    assert len(sandbox.jobs) == 2
