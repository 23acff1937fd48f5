"""An engine that goes away under a running job, on a private engine of the test's own."""

import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import docker
import pytest
import requests

from verifier.errors import SandboxError
from verifier.sandbox.base import Job
from verifier.sandbox.docker import DockerSandbox

pytestmark = [pytest.mark.engine, pytest.mark.slow]


@dataclass(kw_only=True)
class PrivateEngine:
    """A second engine with a folder and a socket of its own; it shares nothing with the first."""

    folder: Path
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"unix://{self.folder}/engine.sock"

    def start(self) -> None:
        (self.folder / "pid").unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [
                *(
                    "unshare",
                    "--net",
                    "dockerd",
                    "--host",
                    self.address,
                    "--data-root",
                    f"{self.folder}/root",
                ),
                *("--exec-root", f"{self.folder}/exec", "--pidfile", f"{self.folder}/pid"),
                *("--bridge", "none", "--iptables=false", "--ip-masq=false"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("ab"),
        )
        until = time.monotonic() + 30
        while not self.answers():
            if time.monotonic() > until:
                pytest.fail((self.folder / "log").read_text()[-2000:])
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            self.client().ping()
        except (docker.errors.DockerException, requests.RequestException):
            return False
        return True

    def client(self) -> docker.DockerClient:
        return docker.DockerClient(base_url=self.address, version="1.41")

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)


@pytest.fixture(scope="module")
def engine() -> Iterator[PrivateEngine]:
    if os.geteuid() != 0 or shutil.which("dockerd") is None:
        if os.environ.get("CI"):
            pytest.fail("needs root and dockerd, and is never skipped in CI")
        pytest.skip("needs root and dockerd")
    with DockerSandbox() as sandbox:
        image = docker.from_env().images.get(sandbox.facts.image)
        saved = b"".join(image.save(named=True))
    folder = Path(tempfile.mkdtemp(prefix="refverify-engine-"))
    private = PrivateEngine(folder=folder)
    try:
        private.start()
        private.client().images.load(saved)
        yield private
    finally:
        private.end()
        shutil.rmtree(folder, ignore_errors=True)


def test_an_engine_that_shuts_down_is_nobodys_fault_and_leaves_nothing(
    engine: PrivateEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", engine.address)
    with DockerSandbox() as sandbox:
        ending = threading.Timer(1.5, engine.end)
        ending.start()
        with pytest.raises(SandboxError):
            sandbox.run(Job(command=("sleep", "20")))
        ending.join()
        engine.start()
        assert sandbox.run(Job(command=("echo", "again"))).output == b"again\n"
    assert engine.client().containers.list(all=True) == []
