"""The reduced class path is whole: what RefactoringMiner has for Java sources links and reflects."""

import json
import subprocess
import sys
import zipfile

import pytest

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
