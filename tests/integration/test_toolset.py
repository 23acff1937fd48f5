"""Which tools a run opens: none that its checks do not need."""

import pytest

from verifier.errors import SandboxError
from verifier.judging.options import ToolsetOptions
from verifier.judging.toolset import open_toolset


def test_without_builds_no_engine_has_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")

    with open_toolset(ToolsetOptions(builds=False)) as tools:
        assert tools.sandbox.name == "none"
        assert tools.sandbox.isolated
        assert not {"jdks", "maven"} & tools.versions.keys()
    with pytest.raises(SandboxError), open_toolset(ToolsetOptions()):
        pass
