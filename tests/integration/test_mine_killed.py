"""kill -9 at any moment, the same call again: the same bytes as an uninterrupted run."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.integration.test_mine import AFTER, BEFORE, source
from tests.support.repository import Repository as Subject
from verifier.cli.main import main

FILES = ("i.jsonl", "i.funnel.json", "i.commits.jsonl")
COMMITS = 12


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    subject = Subject.create(tmp_path_factory.mktemp("killed") / "subject")
    subject.commit({f"A{n}.java": _make_numbered(n, BEFORE) for n in range(COMMITS)})
    for n in range(COMMITS):
        subject.commit({f"A{n}.java": _make_numbered(n, AFTER)})
    return subject


def _make_numbered(n: int, methods: str) -> bytes:
    return source("Plain", methods).replace(b"Plain", f"A{n}".encode())


@pytest.fixture(scope="module")
def whole(subject: Subject, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole")
    assert main(["-q", "mine", str(subject.path), "-o", str(folder / "i.jsonl")]) == 0
    return files(folder)


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


def start(subject: Subject, folder: Path) -> "subprocess.Popen[bytes]":
    words = ["-q", "mine", str(subject.path), "-o", str(folder / "i.jsonl"), "--jobs", "2"]
    return subprocess.Popen(
        [sys.executable, "-c", "from verifier.cli.main import entry_point; entry_point()", *words],
        start_new_session=True,
    )


def wait_for_lines(journal: Path, lines: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if journal.exists() and journal.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.005)
    pytest.fail(f"{journal} did not get {lines} lines")


@pytest.mark.parametrize("lines", [1, 4])
def test_a_killed_run_goes_on_to_the_same_bytes(
    subject: Subject, whole: dict[str, bytes], tmp_path: Path, lines: int
) -> None:
    assert whole["i.jsonl"].count(b"\n") == COMMITS
    running = start(subject, tmp_path)
    wait_for_lines(tmp_path / "i.journal.jsonl", lines)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert not (tmp_path / "i.jsonl").exists()
    assert main(["-q", "mine", str(subject.path), "-o", str(tmp_path / "i.jsonl")]) == 0
    assert files(tmp_path) == whole


def test_ctrl_c_ends_with_130_and_the_run_goes_on_to_the_same_bytes(
    subject: Subject, whole: dict[str, bytes], tmp_path: Path
) -> None:
    running = start(subject, tmp_path)
    wait_for_lines(tmp_path / "i.journal.jsonl", 3)
    os.kill(running.pid, signal.SIGINT)
    assert running.wait(timeout=60) == 130
    assert main(["-q", "mine", str(subject.path), "-o", str(tmp_path / "i.jsonl")]) == 0
    assert files(tmp_path) == whole
