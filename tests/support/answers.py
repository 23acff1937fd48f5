"""An in-memory base tree and a JVM-free analysis for tests of predictions."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.builds.builder import Builder
from verifier.checks.case import Case
from verifier.domain.closure_request import ClosureAnswer, ClosureRequest
from verifier.domain.coverage import Coverage, CoverageRequest
from verifier.domain.instance import Instance, Provenance, SideSources
from verifier.domain.libraries import LibraryAnswer, LibraryRequest
from verifier.domain.outcome import CheckResult
from verifier.domain.prediction import PredictionForm
from verifier.domain.proof import Proof, ProofOutcome
from verifier.domain.proof_request import ProofRequest
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.reach import ChangedFiles
from verifier.domain.refactoring import MethodId, RefactoringSide, WantedRefactoring
from verifier.domain.references import ReferenceFinding, ReferenceRequest
from verifier.domain.source import (
    Analysis,
    Candidate,
    CompilationUnit,
    Detection,
    FileChange,
    JavaTree,
    Rejection,
    SourceTrees,
    SyntaxProblem,
)
from verifier.java_text.quick_reader import read_quickly
from verifier.predictions.answer_form import from_answer
from verifier.predictions.resolve import finish
from verifier.predictions.trees import source_trees


@dataclass(frozen=True)
class MemoryTree:
    """A tree of given files."""

    files: Mapping[str, bytes]
    declared: str = ""

    @classmethod
    def of(cls, files: Mapping[str, str | bytes], declared: str = "") -> "MemoryTree":
        encoding = declared or "utf-8"
        coded = {p: c.encode(encoding) if isinstance(c, str) else c for p, c in files.items()}
        return cls(coded, declared)

    @property
    def id(self) -> str:
        return "0" * 40

    def paths(self) -> frozenset[str]:
        return frozenset(self.files)

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def encoding(self, path: str) -> str:
        del path
        return self.declared


class QuickAnalysis:
    """Parses with the JVM-free reader alone. A text that it rejects is a syntax problem."""

    def detect(self, trees: SourceTrees) -> Detection:
        raise AssertionError(f"nothing is detected here: {sorted(trees.after)}")

    def parse(self, source: str) -> CompilationUnit:
        unit = read_quickly(source)
        problem = SyntaxProblem(line=1, message="refused")
        return unit or CompilationUnit(package="", imports=(), types=(), problems=(problem,))

    def coverage(self, request: CoverageRequest) -> Coverage:
        raise NotImplementedError

    def prove(self, request: ProofRequest) -> Proof:
        del request
        return Proof(outcome=ProofOutcome.NOT_PROVED)

    def closure(self, request: ClosureRequest) -> ClosureAnswer:
        del request
        return ClosureAnswer()

    def compare_references(self, request: ReferenceRequest) -> tuple[ReferenceFinding, ...]:
        del request
        return ()

    def changed_methods(self, files: ChangedFiles) -> frozenset[str]:
        raise NotImplementedError

    def libraries(self, request: LibraryRequest) -> LibraryAnswer:
        del request
        return LibraryAnswer(jars=(), missing=(), notes=())

    def versions(self) -> Mapping[str, str]:
        return {}


@dataclass(frozen=True)
class Detecting(QuickAnalysis):
    """Returns a prepared detection, and parses."""

    detection: Detection

    def detect(self, trees: SourceTrees) -> Detection:
        del trees
        return self.detection


def resolve_answer(
    answer: str,
    files: Mapping[str, str | bytes],
    wanted: str,
    instance: Instance | None = None,
    declared: str = "",
) -> Candidate | Rejection:
    """Resolve a raw answer on a base of these files, in the encoding that its build declares."""
    base = MemoryTree.of(files, declared)
    result = from_answer(
        answer,
        wanted=WantedRefactoring.parse(wanted),
        base=base,
        analysis=QuickAnalysis(),
        instance=instance,
        apply=no_diff,
    )
    return result if isinstance(result, Rejection) else finish(base, result)


def no_diff(diff: str) -> Candidate | Rejection:
    """For answers that are not diffs: applying one is an error."""
    raise AssertionError(f"a diff is applied: {diff}")


def texts(result: Candidate | Rejection) -> dict[str, str]:
    """The texts of a candidate's changed files."""
    assert isinstance(result, Candidate), result
    return {c.path: (c.content or b"").decode() for c in result.changes}


def an_instance(
    wanted: str,
    *,
    before: RefactoringSide | None = None,
    after: RefactoringSide | None = None,
    before_sources: SideSources | None = None,
    after_sources: SideSources | None = None,
    patch: str = "",
) -> Instance:
    """An instance with only the values that a test gives."""
    refactoring = WantedRefactoring.parse(wanted)
    path = refactoring.method.class_name.replace(".", "/") + ".java"
    side = RefactoringSide(file=path, method=refactoring.method)
    nothing = SideSources(method="", partner="", class_="", file_sha256="")
    return Instance(
        id="i1", group="g1", repo="r", commit="c" * 40, parent="0" * 40, type=refactoring.type,
        description="", before=before or side, after=after or side,
        before_sources=before_sources or nothing, after_sources=after_sources or nothing,
        purity=Purity(verdict=PurityVerdict.PURE), patch=patch, others=(),
        provenance=Provenance(refverify="0", refactoring_miner="0", java="0"),
    )  # fmt: skip


def side(path: str, method: str, partner: str = "", partner_file: str = "") -> RefactoringSide:
    return RefactoringSide(
        file=path,
        method=MethodId.parse(method),
        partner=MethodId.parse(partner) if partner else None,
        partner_file=partner_file or None,
    )


def a_case(
    application: Candidate | Rejection,
    base: JavaTree,
    wanted: str | None = "Extract Method:p.A#f()",
    instance: Instance | None = None,
    analysis: Analysis | None = None,
) -> Case:
    """A case for judging without a build. Without `wanted`, any pure refactoring is accepted."""

    def no_builder() -> Builder:
        raise AssertionError("nothing is built here")

    return Case(
        wanted=None if wanted is None else WantedRefactoring.parse(wanted),
        instance=instance,
        name="i1/m/0",
        form=PredictionForm.PATCH,
        base=base,
        application=application,
        analysis=analysis or QuickAnalysis(),
        open_builder=no_builder,
        trees_of=source_trees,
        evidence=Path(),
    )


def with_changes(
    changes: Mapping[str, str | bytes | None], modes: Mapping[str, str] | None = None
) -> Candidate:
    """A candidate with these changes by path."""
    return Candidate(
        changes=tuple(
            FileChange(
                path=path,
                content=content.encode() if isinstance(content, str) else content,
                mode=(modes or {}).get(path, "100644"),
            )
            for path, content in changes.items()
        ),
        patch="",
    )


def rules_of(result: CheckResult) -> list[str]:
    """The rule ids that a policy result names."""
    return [finding["rule"] for finding in result.data.get("findings", ())]
