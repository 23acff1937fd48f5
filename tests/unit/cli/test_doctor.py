import json

import pytest

from verifier.cli.main import main
from verifier.doctor import diagnose, recommend_runtime


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent/engine.sock")


@pytest.mark.usefixtures("no_engine")
def test_a_missing_engine_is_told_with_its_remedy_and_code_7(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor"]) == 7
    out = capsys.readouterr().out
    assert "\nMISSING Docker engine" in out
    assert "-> Start a Docker engine" in out
    assert out.endswith("verifying (--sandbox docker): not possible yet, see above\n")


@pytest.mark.usefixtures("no_engine")
def test_json_says_the_same_to_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--format", "json"]) == 7
    diagnosis = json.loads(capsys.readouterr().out)
    assert diagnosis["ready"] is False
    engine = next(f for f in diagnosis["findings"] if f["subject"] == "Docker engine")
    assert engine["present"] is False
    assert engine["need"] == "verifying"


@pytest.mark.usefixtures("no_engine")
@pytest.mark.java
def test_the_local_sandbox_needs_no_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--sandbox", "local"]) == 0
    assert capsys.readouterr().out.splitlines()[-4:] == [
        "mining: ready",
        "verifying detection and purity alone: ready",
        "fuzzing (--sandbox local): ready",
        "verifying (--sandbox local): ready",
    ]


def test_gvisor_is_recommended_where_the_engine_knows_it_and_does_not_use_it() -> None:
    advice = "stronger isolation: `--runtime runsc` (gVisor); see docs/security.md"

    assert recommend_runtime("runc", ("runc", "runsc")) == advice
    assert recommend_runtime("runsc", ("runc", "runsc")) == ""
    assert recommend_runtime("runc", ("crun", "runc")) == ""


def test_a_runtime_for_the_local_sandbox_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--sandbox", "local", "--runtime", "runsc"]) == 2
    assert "the local sandbox has no runtime" in capsys.readouterr().err


@pytest.mark.engine
def test_an_unknown_runtime_is_named_with_those_that_the_engine_knows() -> None:
    engine = next(f for f in diagnose("docker", "krun0").findings if f.subject == "Docker engine")

    assert engine.present is False
    assert "does not know the runtime 'krun0'; it knows: " in engine.details
