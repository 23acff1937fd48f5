"""What becomes of a job when its controller is interrupted or killed, and when the engine goes."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import docker
import pytest

from verifier.sandbox.choice import open_sandbox

KINDS = [pytest.param("docker", marks=pytest.mark.engine), "local"]

CONTROLLER = """
import sys
from verifier.sandbox.base import Job
from verifier.sandbox.choice import open_sandbox
kind, word = sys.argv[1:]
with open_sandbox(kind) as sandbox:
    script = f"(trap '' TERM; : {word}; while :; do sleep 1; done) & trap '' TERM; sleep 300; : {word}"
    sandbox.run(Job(command=("bash", "-c", script), label=word, files={"in": b"1"}))
"""


@dataclass(frozen=True, kw_only=True)
class Controller:
    """A real process with a running job; the job's command line contains `word`."""

    process: "subprocess.Popen[bytes]"
    word: str

    def job_processes(self) -> list[int]:
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes()
            except OSError:
                continue
            # The job's shells, not the controller, its supervisor or the container's entry.
            if self.word.encode() in words and words.startswith(b"bash\0"):
                found.append(int(path.parent.name))
        return found

    def folders(self) -> list[Path]:
        return list(Path(tempfile.gettempdir()).glob(f"refverify-job-*.{self.process.pid}.*"))

    def containers(self) -> list[object]:
        client = docker.from_env()
        try:
            found: list[object] = client.containers.list(
                all=True, filters={"label": f"refverify.job={self.word}"}
            )
            return found
        finally:
            client.close()


def eventually(condition: Callable[[], bool], seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    return condition()


@pytest.fixture(params=KINDS)
def controller(request: pytest.FixtureRequest) -> Iterator[Controller]:
    word = f"word-{uuid.uuid4().hex}"
    process = subprocess.Popen(
        [sys.executable, "-c", CONTROLLER, request.param, word],
        stderr=subprocess.PIPE,
        env={**os.environ, "CONTROLLER_KIND": request.param},
    )
    started = Controller(process=process, word=word)
    try:
        assert eventually(lambda: bool(started.job_processes())), "the job did not start"
        yield started
    finally:
        process.kill()
        process.wait()
        with open_sandbox(request.param):
            pass


def kind_of(controller: Controller) -> str:
    environ = Path(f"/proc/{controller.process.pid}/environ").read_bytes().split(b"\0")
    return next(e.partition(b"=")[2].decode() for e in environ if e.startswith(b"CONTROLLER_KIND="))


def test_an_interrupted_controller_leaves_nothing(controller: Controller) -> None:
    kind = kind_of(controller)
    controller.process.send_signal(signal.SIGINT)
    _, errors = controller.process.communicate(timeout=30)
    assert b"KeyboardInterrupt" in errors
    assert eventually(lambda: not controller.job_processes(), 2)
    assert controller.folders() == []
    if kind == "docker":
        assert controller.containers() == []


def test_what_a_killed_controller_left_is_reaped_by_the_next(controller: Controller) -> None:
    kind = kind_of(controller)
    controller.process.kill()
    controller.process.wait()
    assert controller.folders(), "a killed controller cannot clean up"
    with open_sandbox(kind):
        assert eventually(lambda: not controller.job_processes(), 5)
        assert controller.folders() == []
        if kind == "docker":
            assert controller.containers() == []


def test_the_jobs_of_a_living_controller_are_left_alone(controller: Controller) -> None:
    kind = kind_of(controller)
    with open_sandbox(kind):
        pass
    assert len(controller.job_processes()) >= 2
    assert controller.process.poll() is None
    assert controller.folders()


WRITER = """
import sys
from pathlib import Path
from verifier.sandbox.base import Job, Mount
from verifier.sandbox.docker import DockerSandbox
store = Mount(name="store", source=Path(sys.argv[1]))
with DockerSandbox() as sandbox:
    place = sandbox.path_of(store)
    script = f"while :; do date +%s.%N >{place}/beat; sleep 0.1; done"
    sandbox.run(Job(command=("bash", "-c", script), writable=(store,), label="writer"))
"""


@pytest.mark.engine
def test_a_job_that_writes_on_this_machine_ends_with_its_killed_controller(tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    beat = store / "beat"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(store)]) as process:
        assert eventually(lambda: beat.is_file() and beat.read_text() != "", 60)
        process.kill()

    def silent() -> bool:
        before = beat.read_text()
        time.sleep(1)
        return beat.read_text() == before

    assert eventually(silent)
