"""What a release contains: the wheel is reproducible, the sdist is complete, and neither needs a JDK."""

import hashlib
import json
import runpy
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.java_changes import EXTRACTED, SUM
from verifier.analysis import classpath

ROOT = Path(__file__).parents[2]
BUILD = runpy.run_path(str(ROOT / "scripts" / "build-dist"))


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    BUILD["build"]("sdist", folder)
    BUILD["build"]("wheel", folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (made,) = dist.glob("refverify-*-py3-none-any.whl")
    return made


@pytest.mark.slow
def test_the_sdist_gives_a_wheel_of_the_same_bytes(dist: Path, wheel: Path, tmp_path: Path) -> None:
    (sdist,) = dist.glob("refverify-*.tar.gz")
    again = BUILD["build_wheel_of"](sdist, tmp_path, with_our_jars=True)

    assert again.name == wheel.name
    assert (
        hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()
    )


@pytest.mark.slow
def test_the_sdist_contains_all_that_maven_reads(dist: Path) -> None:
    import tarfile

    (sdist,) = dist.glob("refverify-*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(
        ["git", "ls-files", "java_tools", "pom.xml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert set(listed.stdout.split()) - names == set()
    assert not [name for name in names if name.endswith((".jar", ".class"))]


@pytest.mark.slow
def test_the_checkers_of_the_index_accept_both(dist: Path, wheel: Path) -> None:
    files = [str(path) for path in dist.iterdir()]
    for words in (["twine", "check", "--strict", *files], ["check_wheel_contents", str(wheel)]):
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_wheel_has_the_bill_of_materials(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if ".dist-info/sboms/" in n]
        assert archive.read(name) == (ROOT / "sbom.cdx.json").read_bytes()


def test_the_bill_of_materials_lists_every_third_party_jar_with_its_licence() -> None:
    components = json.loads((ROOT / "sbom.cdx.json").read_text("utf-8"))["components"]
    pins = (ROOT / "verifier" / "resources" / "analysis-classpath.sha256").read_text("utf-8")
    agent = (ROOT / "verifier" / "resources" / "java" / "jacocoagent.jar").read_bytes()
    packed = {*(line[:64] for line in pins.splitlines()), hashlib.sha256(agent).hexdigest()}

    assert {each["hashes"][0]["content"] for each in components} == packed
    assert [each["purl"] for each in components if not each.get("licenses")] == []


@pytest.mark.slow
def test_a_wheel_detects_without_a_jdk(wheel: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    jars = {path.name for path in (unpacked / "verifier/resources/java").rglob("*.jar")}
    of_subjects = {"runner.jar", "fuzzer.jar", "jacocoagent.jar", "maven.jar"}
    assert jars == {*classpath.read_pins(), *classpath.OWN_JARS, *of_subjects}
    script = f"""
import json, sys
sys.path.insert(0, {str(unpacked)!r})
import verifier
assert verifier.__file__.startswith({str(unpacked)!r}), verifier.__file__
from verifier.analysis.pool import AnalysisPool
from verifier.domain.source import SourceTrees
before, after = json.load(sys.stdin)
trees = SourceTrees(before=before, after=after,
    directories_before=frozenset("p"), directories_after=frozenset("p"))
with AnalysisPool() as pool:
    print([r.type_name for r in pool.detect(trees).refactorings])
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        input=json.dumps([{"p/Sum.java": SUM}, {"p/Sum.java": EXTRACTED}]).encode(),
        env={"PATH": "/nonexistent"},
        capture_output=True,
        cwd="/",
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode() == "['Extract Method']\n"
