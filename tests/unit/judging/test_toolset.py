"""The tools of a run: what is part of a verdict's key, and what is read once for each base."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.counted_work import GRAPHS, count_work
from tests.support.repository import Repository as Subject
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.options import BuildOptions
from verifier.judging.toolset import _Builders, name_missing_measures
from verifier.tools.git.repository import Repository


@pytest.mark.skipif(find_spec("codebleu") is None, reason="Python 3.13 and newer have none")
def test_a_python_with_codebleu_names_nothing() -> None:
    assert name_missing_measures() == {}


def test_a_python_without_codebleu_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "codebleu", None)

    assert name_missing_measures() == {"codebleu": "none"}


def test_the_build_files_of_a_base_are_read_once_for_all_its_predictions(tmp_path: Path) -> None:
    modules = "<modules><module>a</module><module>b</module></modules>"
    poms = {name: f"<project><artifactId>{name}</artifactId></project>" for name in ("a", "b")}
    subject = Subject.create(tmp_path / "subject")
    first = subject.commit(
        {"pom.xml": f"<project>{modules}</project>", "a/pom.xml": poms["a"], "b/pom.xml": poms["b"]}
    )
    second = subject.commit({"b/src/test/java/p/BTest.java": ""})
    builders = _Builders(BuildOptions(), ScriptedSandbox(result=make_result({})))

    with Repository.open(subject.path) as repository, count_work() as found:
        files = [
            frozenset({f"{name}/src/main/java/p/A{n}.java"}) for n in range(3) for name in "ab"
        ]
        opened = [builders.of(repository, first, each) for each in files]
        assert found[GRAPHS] == 1
        builders.of(repository, second, files[0])

    assert found[GRAPHS] == 2
    assert opened[0] is opened[2] is not opened[1]
