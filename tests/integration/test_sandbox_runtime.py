"""Which runtime starts the containers: the engine's default, or the one that the user names.

The engine of a test machine seldom knows gVisor, so these tests name runc, and look at what the engine
itself says about the containers.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import docker
import pytest

from tests.support.repository import Repository
from verifier.cli.main import main
from verifier.errors import SandboxError
from verifier.sandbox import container
from verifier.sandbox.base import Job
from verifier.sandbox.docker import DockerSandbox
from verifier.sandbox.engine import ask_engine

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def client() -> Iterator[docker.DockerClient]:
    opened = docker.from_env()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def another(client: docker.DockerClient) -> str:
    """A runtime that the engine knows, by a name that is not its default if there is one."""
    info = client.info()
    default = str(info["DefaultRuntime"])
    return next((name for name in sorted(info["Runtimes"]) if name.endswith(".runc.v2")), default)


def test_each_container_of_a_job_asks_for_the_runtime(
    client: docker.DockerClient, another: str
) -> None:
    with DockerSandbox(runtime=another) as sandbox:
        assert sandbox.facts.runtime == another
        assert sandbox.facts.unenforced == ()
        job = Job(command=("sleep", "1"), label="runtime")
        running = threading.Thread(target=sandbox.run, args=[job])
        running.start()
        used = wait_for_container(client, "runtime").attrs["HostConfig"]["Runtime"]
        running.join()
    assert used == another


def wait_for_container(
    client: docker.DockerClient, label: str
) -> docker.models.containers.Container:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        running = client.containers.list(filters={"label": f"refverify.job={label}"})
        if running:
            return running[0]
        time.sleep(0.05)
    raise AssertionError("no container started")


def test_a_service_asks_for_it_too(client: docker.DockerClient, another: str) -> None:
    job = Job(command=("sleep", "9"), label="serving-runtime")
    with DockerSandbox(runtime=another) as sandbox, sandbox.service(job):
        (found,) = client.containers.list(filters={"label": "refverify.job=serving-runtime"})
        assert found.attrs["HostConfig"]["Runtime"] == another


def test_without_a_name_the_record_says_what_the_engine_uses(client: docker.DockerClient) -> None:
    with DockerSandbox() as sandbox:
        assert sandbox.facts.runtime == client.info()["DefaultRuntime"]


def test_an_unknown_runtime_is_refused_with_those_that_the_engine_knows() -> None:
    with pytest.raises(
        SandboxError, match=r"does not know the runtime 'krun0'; it knows: .*runc"
    ) as no:
        DockerSandbox(runtime="krun0").__enter__()
    assert "daemon.json" in no.value.hint


def test_an_engine_that_uses_another_runtime_is_refused(
    monkeypatch: pytest.MonkeyPatch, another: str
) -> None:
    """As an engine does that ignores the request, which is here changed on its way."""
    settings = container.host_settings
    monkeypatch.setattr(
        container, "host_settings", lambda plan: settings(replace(plan, runtime=None))
    )
    default = ask_engine().runtime
    if another == default:
        pytest.skip("the engine knows one runtime only")
    with (
        DockerSandbox(runtime=another) as sandbox,
        pytest.raises(SandboxError, match=f"with the runtime {default} instead of {another}"),
    ):
        sandbox.run(Job(command=("true",)))


def test_the_probe_of_one_runtime_does_not_count_for_another(another: str) -> None:
    usual, chosen = ask_engine(), ask_engine(another)

    assert chosen == replace(usual, runtime=another)
    assert another in usual.runtimes


@pytest.mark.parametrize(
    "words",
    [
        ["check", "--level", "tests", "--worktree", "--repo", "{repository}"],
        ["mine", "{repository}", "-o", "{output}", "--validate"],
    ],
    ids=lambda words: str(words[0]),
)
def test_a_command_refuses_an_unknown_runtime_before_it_works(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = Repository.create(tmp_path / "repository")
    repository.commit({"A.java": "class A { int f(int a) { return a + 1; } }\n"}, "start")
    (repository.path / "A.java").write_text("class A { int f(int b) { return b + 1; } }\n")
    output = tmp_path / "instances.jsonl"
    places = {"repository": str(repository.path), "output": str(output)}

    status = main([*(word.format(**places) for word in words), "--runtime", "krun0"])

    said = "".join(capsys.readouterr())
    assert "does not know the runtime 'krun0'; it knows: " in said
    assert status == 8
    assert not output.exists()
