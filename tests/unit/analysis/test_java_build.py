"""When the packaging hook builds the Java parts, and what it says when it cannot."""

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout in small, built a minute after its sources were written."""
    for name in (
        "pom.xml",
        "java_tools/miner/src/A.java",
        "verifier/resources/java/analysis/refverify-miner.jar",
        "verifier/resources/java/analysis/other-1.jar",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
        os.utime(path, (1000, 1060 if path.suffix == ".jar" else 1000))
    pins = tmp_path / "verifier/resources/analysis-classpath.sha256"
    pins.write_text(f"{'0' * 64}  other-1.jar\n")
    os.utime(pins, (1000, 1000))
    return tmp_path


def test_a_fresh_build_is_used_as_it_is(hook: ModuleType, tree: Path) -> None:
    assert not hook.stale(tree)


def test_a_changed_source_calls_for_a_build(hook: ModuleType, tree: Path) -> None:
    os.utime(tree / "java_tools/miner/src/A.java", (2000, 2000))
    assert hook.stale(tree)


def test_a_missing_jar_calls_for_a_build(hook: ModuleType, tree: Path) -> None:
    (tree / "verifier/resources/java/analysis/other-1.jar").unlink()
    assert hook.stale(tree)


def test_what_maven_itself_writes_does_not_count_as_a_source(hook: ModuleType, tree: Path) -> None:
    output = tree / "java_tools/miner/target/A.class"
    output.parent.mkdir()
    output.write_text("")
    assert not hook.stale(tree)


def test_without_maven_the_message_says_what_to_install(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tree))
    with pytest.raises(SystemExit, match="apt-get install maven openjdk-17-jdk-headless"):
        hook.build(tree)
