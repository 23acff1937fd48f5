import pytest

from verifier.errors import UsageError
from verifier.sandbox.choice import open_sandbox
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
