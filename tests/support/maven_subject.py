"""A small Maven project in a repository, and candidates on it, for tests of builds."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.repository import Repository as Writer
from verifier.builds.builder import Builder
from verifier.checks.case import Case
from verifier.checks.compilation import CompilationCheck
from verifier.checks.tests import TestsCheck
from verifier.domain.closure_request import ClosureAnswer, ClosureRequest
from verifier.domain.coverage import Coverage, CoverageRequest
from verifier.domain.libraries import LibraryAnswer, LibraryRequest
from verifier.domain.outcome import CheckResult, Status
from verifier.domain.prediction import PredictionForm
from verifier.domain.proof import Proof, ProofOutcome
from verifier.domain.proof_request import ProofRequest
from verifier.domain.reach import ChangedFiles
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.references import ReferenceFinding, ReferenceRequest
from verifier.domain.source import (
    Analysis,
    Candidate,
    CompilationUnit,
    Detection,
    FileChange,
    JavaTree,
    SourceTrees,
)
from verifier.domain.testrun import TestsUntil
from verifier.tools.git.repository import Repository

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>subject</groupId>
  <artifactId>subject</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>{group}</groupId>
      <artifactId>{artifact}</artifactId>
      <version>{version}</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.13.0</version>
      </plugin>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.2.5</version>
      </plugin>
    </plugins>
  </build>
</project>
"""
JUPITER = POM.format(group="org.junit.jupiter", artifact="junit-jupiter", version="5.10.5")
JUPITER6 = JUPITER.replace("5.10.5", "6.0.1").replace(">8<", ">17<")
"""Requires Java 17."""
JUNIT3 = POM.format(group="junit", artifact="junit", version="3.8.1")
JUNIT4 = POM.format(group="junit", artifact="junit", version="4.13.2")


def begin_repository(folder: Path) -> Writer:
    """A repository named `subject` with an empty commit. All such repositories share this commit
    and so their store.
    """
    writer = Writer.create(folder / "subject")
    writer.git("commit", "--quiet", "--allow-empty", "--message", "Begin")
    return writer


def commit(folder: Path, files: Mapping[str, str | bytes | None]) -> Repository:
    """Such a repository with these files in its second commit."""
    writer = begin_repository(folder)
    writer.commit(files, "Add the subject")
    return Repository.open(writer.path)


def cache_with(libraries: Path, folder: Path) -> Path:
    """A new cache folder whose local Maven repositories are shared."""
    folder.mkdir()
    (folder / "repositories").symlink_to(libraries)
    return folder


def changes(files: Mapping[str, str | None]) -> Candidate:
    """A candidate with these texts at these paths. None deletes a file."""
    return Candidate(
        changes=tuple(
            FileChange(path=path, content=None if text is None else text.encode())
            for path, text in files.items()
        ),
        patch="",
    )


class NoAnalysis:
    """An analysis that finds no refactoring and proves nothing."""

    def detect(self, trees: SourceTrees) -> Detection:
        del trees
        return Detection(refactorings=())

    def parse(self, source: str) -> CompilationUnit:
        raise NotImplementedError

    def coverage(self, request: CoverageRequest) -> Coverage:
        raise NotImplementedError

    def prove(self, request: ProofRequest) -> Proof:
        del request
        return Proof(outcome=ProofOutcome.NOT_SUPPORTED)

    def closure(self, request: ClosureRequest) -> ClosureAnswer:
        del request
        return ClosureAnswer()

    def compare_references(self, request: ReferenceRequest) -> tuple[ReferenceFinding, ...]:
        raise NotImplementedError

    def changed_methods(self, files: ChangedFiles) -> frozenset[str]:
        raise NotImplementedError

    def libraries(self, request: LibraryRequest) -> LibraryAnswer:
        del request
        return LibraryAnswer(jars=(), missing=(), notes=())

    def versions(self) -> Mapping[str, str]:
        return {}


def _no_sources(base: JavaTree, made: Candidate) -> SourceTrees:
    del base, made
    nothing: frozenset[str] = frozenset()
    return SourceTrees(before={}, after={}, directories_before=nothing, directories_after=nothing)


@dataclass(frozen=True, kw_only=True)
class _EditableCase(Case):
    allowed: frozenset[str] = frozenset()

    @property
    def rebindable(self) -> frozenset[str]:
        return self.allowed


def judge(
    builder: Builder,
    base: JavaTree,
    what: Candidate,
    evidence: Path,
    *,
    editable: frozenset[str] = frozenset(),
    analysis: Analysis | None = None,
    until: TestsUntil = TestsUntil.ALL,
) -> CheckResult:
    """The first result of compilation and tests that does not pass, or the tests' result."""
    case = case_of(builder, base, what, evidence, editable=editable, analysis=analysis, until=until)
    compiled = CompilationCheck().run(case)
    return compiled if compiled.status is not Status.PASSED else TestsCheck().run(case)


def case_of(
    builder: Builder,
    base: JavaTree,
    what: Candidate,
    evidence: Path,
    *,
    editable: frozenset[str] = frozenset(),
    analysis: Analysis | None = None,
    until: TestsUntil = TestsUntil.ALL,
) -> Case:
    """A case that uses this builder and, if needed, this analysis."""
    return _EditableCase(
        wanted=WantedRefactoring.parse("Extract Method:p.C#m()"),
        instance=None,
        name="subject/test/0",
        form=PredictionForm.FILES,
        base=base,
        application=what,
        analysis=analysis or NoAnalysis(),
        open_builder=lambda: builder,
        trees_of=_no_sources,
        evidence=evidence,
        tests_until=until,
        allowed=editable,
    )
