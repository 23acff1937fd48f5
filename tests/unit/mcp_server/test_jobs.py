"""The folder of a job is its only state; a job whose worker died has failed."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from verifier.errors import UsageError
from verifier.mcp_server.answers import JobProgress, JobState, JobTrouble, Reply
from verifier.mcp_server.jobs import FOLDER, MOST_JOBS, Asked, ToolJob, starting
from verifier.mcp_server.requests import ToolName

NAME = "0" * 32
ASKED = Asked(tool=ToolName.PLAN, arguments={"method": "a.B#c()"}, cache="/c")
WORKS = (
    "import sys, time; from pathlib import Path; from verifier.mcp_server.jobs import ToolJob\n"
    "with ToolJob(folder=Path(sys.argv[1])).own():\n"
    "    print('works', flush=True); time.sleep(60)\n"
)


@pytest.fixture
def job(tmp_path: Path) -> ToolJob:
    with starting(tmp_path, NAME) as job:
        job.lay(ASKED)
    return job


def worker_on(job: ToolJob) -> "subprocess.Popen[bytes]":
    """A process of its own that works on a job."""
    command = [sys.executable, "-c", WORKS, str(job.folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    assert process.stdout.readline() == b"works\n"
    return process


def test_a_question_comes_back_as_it_was_asked(job: ToolJob, tmp_path: Path) -> None:
    assert job.asked() == ASKED
    assert ToolJob.named(tmp_path, NAME) == job


def test_a_job_that_nobody_works_on_failed_and_may_be_asked_again(job: ToolJob) -> None:
    reply = job.reply()

    assert (reply.state, reply.result) == (JobState.FAILED, None)
    assert reply.trouble is not None
    assert reply.trouble.hint == "Ask the same question again."


def test_it_is_queued_until_its_worker_says_something_and_failed_once_that_is_dead(
    job: ToolJob,
) -> None:
    worker = worker_on(job)
    try:
        assert job.reply().state is JobState.QUEUED
        job.tell(JobProgress(doing="compiles", done=1, total=2))
        reply = job.reply()
        assert (reply.state, reply.poll_after_s) == (JobState.RUNNING, 20)
        assert reply.progress == JobProgress(doing="compiles", done=1, total=2)
    finally:
        worker.kill()
        worker.wait()
    assert job.reply().state is JobState.FAILED


def test_an_answer_stays_with_what_it_rests_on(job: ToolJob) -> None:
    answer = Reply(state=JobState.DONE, job=NAME, result={"outcome": "proved"})
    job.end(answer, b"all of it")

    assert (job.reply(), job.evidence()) == (answer, b"all of it")
    assert job.cancel() is False
    assert job.reply() == answer


def test_names_of_other_bytes_than_utf_8_come_back_as_escapes(job: ToolJob) -> None:
    job.tell(JobProgress(doing="reads a\udcff.java"))
    job.end(Reply(state=JobState.DONE, job=NAME, result={"files": ["a\udcff\ud800.java"]}))

    assert job.reply().result == {"files": ["a\\udcff\\ud800.java"]}


def test_a_damaged_answer_is_none(job: ToolJob) -> None:
    job.end(Reply(state=JobState.DONE, job=NAME))
    (job.folder / "reply").write_bytes(b"sha256 0\n{}")

    assert job.reply().state is JobState.FAILED


def test_cancelling_ends_the_worker(job: ToolJob) -> None:
    worker = worker_on(job)
    started = time.monotonic()

    assert job.cancel() is False  # it ended by itself: nothing is left to clean up
    assert worker.wait(5) != 0
    assert time.monotonic() - started < 5
    assert job.reply() == Reply(state=JobState.CANCELLED, job=NAME)


def test_a_trouble_is_an_answer(job: ToolJob) -> None:
    trouble = JobTrouble(kind="SandboxError", message="no engine")
    job.end(Reply(state=JobState.FAILED, job=NAME, trouble=trouble))

    assert job.reply().trouble == trouble


@pytest.mark.parametrize("name", ["", "..", "../" + NAME, "1" * 32, NAME.upper() + "X"])
def test_only_names_of_jobs_lead_to_folders(job: ToolJob, tmp_path: Path, name: str) -> None:
    assert job.folder.is_dir()
    with pytest.raises(UsageError, match="no such job"):
        ToolJob.named(tmp_path, name)


def test_the_oldest_are_forgotten_but_none_that_is_worked_on(job: ToolJob, tmp_path: Path) -> None:
    worker = worker_on(job)
    try:
        for number in range(1, MOST_JOBS + 2):
            with starting(tmp_path, f"{number:032x}") as other:
                other.lay(ASKED)
    finally:
        worker.kill()
        worker.wait()
    kept = {place.name for place in (tmp_path / FOLDER).iterdir() if place.is_dir()}

    assert NAME in kept
    assert f"{1:032x}" not in kept
    assert f"{MOST_JOBS + 1:032x}" in kept
