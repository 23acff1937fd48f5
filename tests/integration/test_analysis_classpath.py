"""The reduced class path is whole: what RefactoringMiner has for Java sources links and reflects."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.java_changes import EXTRACTED, SUM
from verifier.analysis import classpath

PACKAGES = (
    "gr/uom/",
    "org/refactoringminer/api/",
    "org/refactoringminer/rm1/",
    "org/refactoringminer/util/",
)

FOR_OTHER_USES = {
    "gr.uom.java.xmi.KotlinFileProcessor",
    "gr.uom.java.xmi.KotlinFileProcessor$1",
    "gr.uom.java.xmi.TypeScriptFileProcessor",
    "gr.uom.java.xmi.decomposition.KotlinVisitor",
    "gr.uom.java.xmi.decomposition.TypeScriptVisitor",
    "org.refactoringminer.api.PerforceHistoryRefactoringMiner",
}
"""Readers of other languages and of another version control system."""

SCRIPT = """
import json, sys
import jpype
from verifier.analysis import classpath, jvm
jvm.start(None, classpath.jars(), "256m")
loader = jvm.java("java.lang.ClassLoader").getSystemClassLoader()
Class = jvm.java("java.lang.Class")
kinds = ("getDeclaredConstructors", "getDeclaredMethods", "getDeclaredFields")
members = [Class.class_.getMethod(kind) for kind in kinds]
broken = []
for name in json.load(sys.stdin):
    try:
        found = Class.forName(name, True, loader)
        for each in members:
            each.invoke(found)
    except jpype.JException:
        broken.append(name)
print(json.dumps(broken))
"""


@pytest.mark.slow
def test_all_classes_for_java_sources_can_be_loaded() -> None:
    (jar,) = (j for j in classpath.jars() if j.name.startswith("refactoring-miner"))
    with zipfile.ZipFile(jar) as archive:
        names = [
            name.removesuffix(".class").replace("/", ".")
            for name in archive.namelist()
            if name.startswith(PACKAGES) and name.endswith(".class")
        ]
    assert len(names) > 300
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        check=False,
        input=json.dumps(names).encode(),
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert set(json.loads(done.stdout)) == FOR_OTHER_USES


@pytest.mark.slow
def test_a_wheel_detects_without_a_jdk(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(tmp_path), str(root)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
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
