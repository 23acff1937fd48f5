"""Level static with the jars of this machine: what they settle, and what a hostile build file does not do."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.analysis import classpath
from verifier.analysis.pool import AnalysisPool
from verifier.builds.options import BuildOptions
from verifier.domain.gate import BehaviourAnswer, GateReport, Level
from verifier.domain.libraries import LibraryPlaces, Origin
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.request import CheckRequest
from verifier.judging.options import ToolsetOptions
from verifier.libraries.finding import LibraryFinder
from verifier.tools.git.repository import Repository

NAMED = "<groupId>own</groupId><artifactId>own</artifactId><version>1</version>"
LOGGER = """<dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId>
<version>2.0.17</version></dependency></dependencies>"""
POM = f"<project><modelVersion>4.0.0</modelVersion>{NAMED}%s{LOGGER}</project>"
FILE = "src/main/java/p/A.java"
BEFORE = """package p;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class A {
  private static final Logger LOG = LoggerFactory.getLogger(A.class);

  int twice(int x) {
    LOG.info("twice {}", x);
    return x + x;
  }
}
"""
AFTER = BEFORE.replace("int x)", "int number)").replace(", x)", ", number)")
AFTER = AFTER.replace("x + x", "number + number")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Puts the library into this user's local repository, which is empty first."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADLE_USER_HOME", raising=False)

    def put() -> None:
        name = "slf4j-api-2.0.17.jar"
        folder = tmp_path / ".m2/repository/org/slf4j/slf4j-api/2.0.17"
        folder.mkdir(parents=True)
        jar = next(each for each in classpath.jars() if each.name == name)
        shutil.copy(jar, folder / name)

    return put


def answer(path: Path, cache: Path) -> GateReport:
    tools = replace(ToolsetOptions(), build=BuildOptions(cache=cache))
    source = Source(kind=SourceKind.COMMIT, revision="HEAD")
    request = CheckRequest(repository=path, source=source, level=Level.STATIC, tools=tools)
    return check(request).report


def test_a_jar_that_appears_turns_an_open_answer_into_a_proof(
    make_repository: MakeRepository, tmp_path: Path, install: Callable[[], None]
) -> None:
    repository = make_repository("r")
    repository.commit({"pom.xml": (POM % "").encode(), FILE: BEFORE.encode()}, "start")
    repository.commit({FILE: AFTER.encode()}, "rename a parameter")

    without = answer(repository.path, tmp_path / "cache")
    install()
    found = answer(repository.path, tmp_path / "cache")
    again = answer(repository.path, tmp_path / "cache")

    (lacking,), (whole,) = without.class_paths, found.class_paths
    assert [each.coordinates for each in lacking.missing] == ["org.slf4j:slf4j-api:2.0.17"]
    assert "--fetch downloads what is missing" in "\n".join(without.notes)
    assert lacking.names is not None
    assert lacking.names.unresolved > 0
    assert found.behaviour is BehaviourAnswer.PROVED
    assert [(e.coordinates, e.origin) for e in whole.found] == [
        ("org.slf4j:slf4j-api:2.0.17", Origin.LOCAL)
    ]
    assert whole.names is not None
    assert whole.names.unresolved == 0
    assert again.cached


HOSTILE = """<build><extensions><extension><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId>
<version>2.0.17</version></extension></extensions><plugins><plugin><groupId>org.slf4j</groupId>
<artifactId>slf4j-api</artifactId><version>2.0.17</version><extensions>true</extensions></plugin></plugins>
</build><repositories><repository><id>r</id><url>http://127.0.0.1:1/</url></repository></repositories>"""


def test_a_build_file_of_somebody_else_runs_nothing_and_writes_nothing(
    make_repository: MakeRepository,
    tmp_path: Path,
    install: Callable[[], None],
    analysis: AnalysisPool,
) -> None:
    install()
    places = LibraryPlaces(repository=tmp_path / ".m2/repository", gradle=tmp_path / ".gradle")
    repository = make_repository("r")
    repository.commit({"pom.xml": (POM % HOSTILE).encode(), "mvnw": b"exit 1"}, "start")
    home = sorted(tmp_path.rglob("*"))

    finder = LibraryFinder(
        analysis=analysis, options=BuildOptions(cache=tmp_path / "cache"), places=places
    )
    with Repository.open(repository.path) as opened:
        found = finder.find(opened, opened.resolve("HEAD"))

    assert [each.coordinates for each in found.record.found] == ["org.slf4j:slf4j-api:2.0.17"]
    cache = tmp_path / "cache"
    left = [each for each in sorted(tmp_path.rglob("*")) if cache not in (each, *each.parents)]
    assert left == [each for each in home if each != cache]
