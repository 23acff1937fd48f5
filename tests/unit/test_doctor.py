import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.doctor import Diagnosis, Finding, Need, _generation, diagnose
from verifier.errors import MissingToolError

DEAD_ENGINE = "unix:///nonexistent/engine.sock"


def finding(need: Need, *, present: bool) -> Finding:
    return Finding(subject="x", need=need, present=present, details="")


def diagnosis(*findings: Finding) -> Diagnosis:
    return Diagnosis(sandbox="docker", findings=findings)


def test_the_main_job_needs_all_but_the_extras() -> None:
    mining, verifying = (finding(n, present=True) for n in (Need.MINING, Need.VERIFYING))
    assert diagnosis(mining, verifying, finding(Need.EXTRA, present=False)).ready


def test_without_a_builder_mining_is_possible_and_the_main_job_is_not() -> None:
    partly = diagnosis(finding(Need.MINING, present=True), finding(Need.VERIFYING, present=False))
    assert partly.can_mine
    assert not partly.ready


def test_without_an_analysis_nothing_is_possible() -> None:
    broken = diagnosis(finding(Need.MINING, present=False), finding(Need.VERIFYING, present=True))
    assert not broken.can_mine
    assert not broken.ready


def test_fuzzing_needs_a_jdk_and_the_sandbox_and_no_maven() -> None:
    found = {
        name: Finding(subject=name, need=Need.VERIFYING, present=name != "Maven", details="")
        for name in ("JDKs", "Maven", "Docker engine")
    }
    without_jdk = {**found, "JDKs": replace(found["JDKs"], present=False)}

    assert diagnosis(*found.values()).can_fuzz
    assert not diagnosis(*found.values()).ready
    assert not diagnosis(*without_jdk.values()).can_fuzz


def java(home: Path, release: str, *, compiler: bool = True) -> str:
    (home / "bin").mkdir(parents=True)
    for name in ("java", "javac") if compiler else ("java",):
        (home / "bin" / name).touch()
    (home / "release").write_text(release)
    return str(home)


@pytest.fixture(scope="module")
def bare_machine(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Finding]:
    """What is found with nothing on the PATH but a package manager, no engine, and two more JDKs and a runtime."""
    homes = tmp_path_factory.mktemp("homes")
    made_by = 'IMPLEMENTOR="Eclipse Adoptium"'
    manager = tmp_path_factory.mktemp("bin") / "apt-get"
    manager.write_text("#!/bin/sh\n")
    manager.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(manager.parent))
        patch.setenv("DOCKER_HOST", DEAD_ENGINE)
        patch.setenv("JAVA_HOME_98_X64", java(homes / "a", f'JAVA_VERSION="98.0.1"\n{made_by}\n'))
        patch.setenv("JAVA_HOME_97_X64", java(homes / "b", 'JAVA_VERSION="97.0.2"\n'))
        patch.setenv("JAVA_HOME_96_X64", java(homes / "c", 'JAVA_VERSION="96"\n', compiler=False))
        return {f.subject: f for f in diagnose("docker").findings}


def test_whatever_is_missing_comes_with_the_command_that_gets_it(
    bare_machine: dict[str, Finding],
) -> None:
    missing = {name: f for name, f in bare_machine.items() if not f.present}
    assert {"git", "Maven", "Docker engine", "Gradle"} <= missing.keys()
    assert missing["git"].remedy.endswith("apt-get install git")
    assert "apt-get install maven, or pass --maven to verify" in missing["Maven"].remedy
    assert "apt-get install gradle, or pass --gradle to verify" in missing["Gradle"].remedy
    assert "dockerd" in missing["Docker engine"].remedy
    assert [name for name, f in missing.items() if not f.remedy] == []


def test_the_rule_engine_of_the_development_environment_is_found(
    bare_machine: dict[str, Finding],
) -> None:
    assert bare_machine["rule engine"].details.startswith("opengrep 1.30.0 at ")


def test_the_key_of_models_is_set_or_not_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-CANARY")
    with_key = _generation()[0]
    monkeypatch.setenv("OPENAI_API_KEY", "")

    assert re.fullmatch(r"openai 3\.\d+\.\d+; OPENAI_API_KEY is set", with_key)
    assert _generation()[0].endswith("; OPENAI_API_KEY is not set")


def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingToolError, match="the package openai is not installed") as caught:
        _generation()
    assert caught.value.hint.endswith("-m pip install 'refverify[generate]'")


def test_a_machine_without_certificate_authorities_gets_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    assert "SSL_CERT_FILE" in _generation()[1]

    (tmp_path / "authorities.pem").touch()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authorities.pem"))
    assert _generation()[1] == ""


def test_what_runs_us_is_always_there(bare_machine: dict[str, Finding]) -> None:
    assert bare_machine["Python"].present
    assert bare_machine["Python packages"].present


def test_the_engine_is_an_extra_for_the_local_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", DEAD_ENGINE)
    engine = next(f for f in diagnose("local").findings if f.subject == "Docker engine")
    assert (engine.need, engine.present) == (Need.EXTRA, False)


@pytest.mark.engine
def test_a_sound_engine_holds_its_limits() -> None:
    engine = next(f for f in diagnose("docker").findings if f.subject == "Docker engine")
    assert engine.present
    assert "all limits hold (tried just now)" in engine.details


def test_tools_that_are_there_say_their_version() -> None:
    git = next(f for f in diagnose("local").findings if f.subject == "git")
    assert git.details.startswith("git version ")
    assert git.details.endswith(f" at {shutil.which('git')}")


def test_jdks_are_named_with_their_vendor_and_runtimes_as_not_used(
    bare_machine: dict[str, Finding],
) -> None:
    details = bare_machine["JDKs"].details

    assert re.match(
        r"JDK 98\.0\.1 \(Eclipse Adoptium\) at /\S+/a, JDK 97\.0\.2 at /\S+/b, ", details
    )
    assert re.search(r"; without a compiler, so not used: /\S+/c\b", details)


def test_the_readme_shows_what_is_looked_for(bare_machine: dict[str, Finding]) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    sample = readme.partition("$ refverify doctor\n")[2].partition("```")[0]

    assert re.findall(r"^(?:ok|absent) +(.{15})", sample, re.MULTILINE) == [
        f"{name:<15}" for name in bare_machine
    ]
    assert bare_machine["Python packages"].details in sample
