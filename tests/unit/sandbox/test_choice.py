import pytest

from verifier.errors import SandboxError, UsageError
from verifier.sandbox.choice import check_runtime, open_sandbox
from verifier.sandbox.local import LocalSandbox


def test_local_is_only_had_by_its_name() -> None:
    assert isinstance(open_sandbox("local"), LocalSandbox)
    for kind in ("auto", "docker"):
        assert not isinstance(open_sandbox(kind), LocalSandbox)


def test_an_unknown_kind_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="'podman' is not a sandbox") as caught:
        open_sandbox("podman")
    assert caught.value.hint == "Choose one of: auto, docker, local."


def test_an_image_makes_no_sense_for_local() -> None:
    with pytest.raises(UsageError, match="no image"):
        open_sandbox("local", image="x")


def test_a_runtime_makes_no_sense_for_local() -> None:
    with pytest.raises(UsageError, match="no runtime") as caught:
        open_sandbox("local", runtime="runsc")
    assert caught.value.hint == "Leave --runtime out."
    with pytest.raises(UsageError, match="no runtime"):
        check_runtime("local", "runsc")


def test_no_engine_is_asked_without_a_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent/engine.sock")

    check_runtime("docker", None)
    with pytest.raises(SandboxError, match="cannot reach the Docker engine"):
        check_runtime("docker", "runsc")
