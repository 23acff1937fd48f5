"""A proof passes, no proof is no evidence; the class files come first, then the sources."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree, QuickAnalysis
from tests.support.maven_subject import case_of, changes
from tests.support.proof_requests import changed_in
from tests.support.scripted_builder import P, ScriptedBuilder, make_measurement, ran
from verifier.builds.builder import Builder, ClassFiles
from verifier.checks.case import Case
from verifier.checks.proof import READ, ProofCheck
from verifier.domain.outcome import Reason, Status
from verifier.domain.proof import (
    CodePlace,
    Condition,
    ConditionKind,
    Difference,
    DifferenceReason,
    MethodProof,
    MethodStatus,
    Proof,
    ProofOutcome,
    ResidueItem,
    ResidueKind,
)
from verifier.domain.proof_request import ClassVersion, CommitSources, ProofRequest, SourceVersion
from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.domain.source import Detection, SourceTrees
from verifier.errors import InputError

A, NOTES = "src/main/java/p/A.java", "src/main/resources/notes.txt"
COMMIT = CommitSources(repository=Path("repo"), commit="0" * 40)
PROVED = Proof(outcome=ProofOutcome.PROVED, assumptions=("there is no data race",))
DIFFERS = Proof(
    outcome=ProofOutcome.NOT_PROVED,
    methods=(
        MethodProof(
            status=MethodStatus.NOT_PROVED,
            before="p/A.f()V",
            after="p/A.f()V",
            difference=Difference(
                reason=DifferenceReason.ARGUMENTS,
                message="value 1 differs",
                before=CodePlace(class_name="p/A", method="f()V", path="p/A.java", line=3),
                after=CodePlace(class_name="p/A", method="f()V", path="p/A.java", line=5),
            ),
        ),
    ),
)
LEFT = Proof(
    outcome=ProofOutcome.REFACTORING_PROVED,
    residue=(ResidueItem(kind=ResidueKind.FIELD, where="p/A.x", before="", after="int"),),
)


@dataclass(frozen=True)
class Proving(QuickAnalysis):
    """Gives the written answers in turn, and keeps the questions."""

    answers: list[Proof | InputError]
    asked: list[ProofRequest] = field(default_factory=list)
    folders: list[Mapping[str, bytes]] = field(default_factory=list)

    def detect(self, trees: SourceTrees) -> Detection:
        del trees
        sides = [
            RefactoringSide(file=A, method=MethodId(class_name="p.A", name=name))
            for name in ("m", "renamed")
        ]
        found = Refactoring(
            type_name="Rename Method", description="", before=sides[0], after=sides[1]
        )
        return Detection(refactorings=(found,))

    def prove(self, request: ProofRequest) -> Proof:
        self.asked.append(request)
        if isinstance(request.after, ClassVersion):
            for folder in request.after.folders:
                files = (p for p in folder.rglob("*") if p.is_file())
                self.folders.append(
                    {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}
                )
        answer = self.answers.pop(0)
        if isinstance(answer, InputError):
            raise answer
        return answer


def case(analysis: Proving, evidence: Path, *, classes: bool = True) -> Case:
    builder = ScriptedBuilder(base=make_measurement("p.T#a"), run=ran({"p.T#a": P}))
    if classes:
        builder.base_classes = ClassFiles(main={"p/A.class": b"old"}, test={})
        builder.candidate_classes = ClassFiles(main={"p/A.class": b"new"}, test={"p/T.class": b"t"})
    base = MemoryTree.of({A: "class A {}", NOTES: "one"})
    candidate = changes({A: "class A { int f; }", NOTES: "two"})
    made = case_of(builder, base, candidate, evidence, analysis=analysis)
    return replace(made, wanted=None, commit=COMMIT)


def test_a_proof_of_the_class_files_passes_and_nothing_else_is_asked(tmp_path: Path) -> None:
    analysis = Proving([PROVED])
    result = ProofCheck().run(case(analysis, tmp_path))

    assert (result.status, result.reason) == (Status.PASSED, None)
    assert result.details == "proved: the two versions behave the same"
    assert result.data["tier"] == "proved"
    assert result.data["compared"] == "class files of the build"
    assert result.data["assumptions"] == ["there is no data race"]
    assert "there is no data race" in (tmp_path / "proof.txt").read_text()
    (request,) = analysis.asked
    assert analysis.folders == [{"p/A.class": b"new"}, {"p/T.class": b"t"}]
    assert changed_in(request).sources == {A}
    assert set(changed_in(request).other_before) == set(changed_in(request).other_after) == {NOTES}
    assert request.java_home == Path("/jdk")
    assert [str(hint.after) for hint in request.hints] == ["p.A#renamed()"]
    assert [str(method) for method in request.refactored] == ["p.A#m()", "p.A#renamed()"]


def test_where_nothing_is_built_the_sources_are_compared_without_a_builder(tmp_path: Path) -> None:
    def never() -> Builder:
        raise AssertionError("nothing is built here")

    analysis = Proving([PROVED])
    made = replace(case(analysis, tmp_path), compiled=False, open_builder=never)
    result = ProofCheck().run(made)

    assert (result.status, result.data["compared"]) == (Status.PASSED, READ)
    (request,) = analysis.asked
    assert isinstance(request.after, SourceVersion)
    assert (request.class_path, request.java_home) == ((), None)


def test_a_difference_in_the_refactored_methods_is_told_apart_from_any_other(
    tmp_path: Path,
) -> None:
    elsewhere = ProofCheck().run(case(Proving([DIFFERS, DIFFERS]), tmp_path))
    own = replace(DIFFERS, methods=(replace(DIFFERS.methods[0], before="p/A.m()V"),))
    here = ProofCheck().run(case(Proving([own, own]), tmp_path))

    assert (elsewhere.data.get("refactored"), elsewhere.data["difference"]["reason"]) == (
        None,
        "args",
    )
    assert here.data["refactored"]["reason"] == "args"


def test_a_changed_source_without_class_files_is_compared_as_a_file(tmp_path: Path) -> None:
    analysis = Proving([PROVED])
    made = case(analysis, tmp_path)
    builder = made.open_builder()
    assert isinstance(builder, ScriptedBuilder)
    nothing = ClassFiles(main={"p/B.class": b"b"}, test={})
    builder.base_classes = builder.candidate_classes = nothing

    ProofCheck().run(made)

    assert set(changed_in(analysis.asked[0]).other_after) == {A, NOTES}


def test_a_source_into_which_git_writes_its_hash_is_compared_as_a_file_too(tmp_path: Path) -> None:
    analysis = Proving([PROVED])
    made = case(analysis, tmp_path)
    base = MemoryTree.of({A: "class A { } // $Id$", ".gitattributes": "*.java ident"})

    ProofCheck().run(replace(made, base=base))

    assert A in changed_in(analysis.asked[0]).other_after


def test_a_test_class_of_the_name_of_a_main_class_is_compared_too(tmp_path: Path) -> None:
    analysis = Proving([PROVED])
    made = case(analysis, tmp_path)
    builder = made.open_builder()
    assert isinstance(builder, ScriptedBuilder)
    builder.candidate_classes = ClassFiles(main={"p/A.class": b"main"}, test={"p/A.class": b"test"})

    ProofCheck().run(made)

    assert analysis.folders == [{"p/A.class": b"main"}, {"p/A.class": b"test"}]


def test_where_the_class_files_give_no_proof_the_sources_are_tried(tmp_path: Path) -> None:
    analysis = Proving([DIFFERS, PROVED])
    result = ProofCheck().run(case(analysis, tmp_path))

    assert result.status is Status.PASSED
    assert result.data["compared"] == "sources, by the prover's compiler"
    request = analysis.asked[1]
    assert request.before == SourceVersion(root=COMMIT)
    assert request.after == SourceVersion(root=COMMIT, changes={A: "class A { int f; }"})
    assert changed_in(request).sources == {A}


def test_where_the_class_files_cannot_be_read_the_sources_are_tried(tmp_path: Path) -> None:
    too_new = InputError("p/A.class is a class file of Java 99, which is too new to be read")
    result = ProofCheck().run(case(Proving([too_new, PROVED]), tmp_path))

    assert result.status is Status.PASSED
    assert result.data["compared"] == "sources, by the prover's compiler"


def test_the_stronger_of_two_answers_counts(tmp_path: Path) -> None:
    result = ProofCheck().run(case(Proving([LEFT, DIFFERS]), tmp_path))

    assert (result.status, result.reason) == (Status.NOT_APPLICABLE, Reason.NOT_PROVED)
    assert result.details == (
        "the refactoring is proved; the change holds more; left over: field p.A.x: nothing -> int"
    )
    assert result.data["tier"] is None
    assert result.data["residue"] == ["field p.A.x: nothing -> int"]


def test_no_proof_is_not_applicable_and_names_both_places(tmp_path: Path) -> None:
    result = ProofCheck().run(case(Proving([DIFFERS, DIFFERS]), tmp_path))

    assert (result.status, result.reason) == (Status.NOT_APPLICABLE, Reason.NOT_PROVED)
    assert result.details == (
        "not proved, which is no evidence of a changed behaviour;"
        " args: value 1 differs (before p/A.java:3, after p/A.java:5)"
    )
    assert result.data["difference"]["before"] == "p/A.java:3"
    assert result.data["methods"] == {"not-proved": 1}


@pytest.mark.parametrize("outcome", [ProofOutcome.UNRESOLVED, ProofOutcome.NOT_SUPPORTED])
def test_what_cannot_be_compared_is_inconclusive(outcome: ProofOutcome, tmp_path: Path) -> None:
    result = ProofCheck().run(case(Proving([Proof(outcome=outcome)]), tmp_path, classes=False))

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.UNRESOLVED)


def test_a_change_in_a_class_that_two_modules_have_is_not_proved(tmp_path: Path) -> None:
    sets = {"main": {"p/A.class": b"a"}, "test": {}, "main-1": {"p/A.class": b"b"}, "test-1": {}}
    new = {**sets, "main-1": {"p/A.class": b"B"}}
    analysis = Proving([PROVED, PROVED])
    made = case(analysis, tmp_path)
    builder = made.open_builder()
    assert isinstance(builder, ScriptedBuilder)
    builder.base_classes = ClassFiles(main=sets["main"], test={}, sets=sets)
    builder.candidate_classes = ClassFiles(main=new["main"], test={}, sets=new)

    result = ProofCheck().run(made)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.UNRESOLVED)
    assert result.details == "p.A changes, and several modules have a class of that name"
    assert (result.data["tier"], analysis.asked) == (None, [])


def _with(reason: DifferenceReason) -> Proof:
    (method,) = DIFFERS.methods
    assert method.difference is not None
    changed = replace(method, difference=replace(method.difference, reason=reason))
    return replace(DIFFERS, methods=(changed,))


@pytest.mark.parametrize(
    ("classes", "sources", "outcome", "compared"),
    [
        (DIFFERS, Proof(outcome=ProofOutcome.ASSUMING_NAMES), "not-proved", "class files"),
        (_with(DifferenceReason.BUDGET), DIFFERS, "not-proved", "sources"),
        (DIFFERS, _with(DifferenceReason.BUDGET), "not-proved", "class files"),
        (DIFFERS, Proof(outcome=ProofOutcome.CLOSED_WORLD), "proved-closed-world", "sources"),
        (
            _with(DifferenceReason.BUDGET),
            Proof(outcome=ProofOutcome.ASSUMING_NAMES),
            "proved-assuming-names",
            "sources",
        ),
    ],
)
def test_what_was_seen_to_differ_is_not_hidden_by_an_answer_that_guesses(
    tmp_path: Path, classes: Proof, sources: Proof, outcome: str, compared: str
) -> None:
    result = ProofCheck().run(case(Proving([classes, sources]), tmp_path))

    assert result.data["outcome"] == outcome
    assert str(result.data["compared"]).startswith(compared)


def test_sources_do_not_outweigh_that_class_files_keep_the_names_of_parameters(
    tmp_path: Path,
) -> None:
    seen = Condition(kind=ConditionKind.PARAMETER_NAME, where="p/A.f(I)V", why="-parameters")
    analysis = Proving([Proof(outcome=ProofOutcome.NOT_PROVED, conditions=(seen,)), PROVED])

    result = ProofCheck().run(case(analysis, tmp_path))

    assert (result.status, result.reason) == (Status.NOT_APPLICABLE, Reason.NOT_PROVED)
    assert "-parameters" in result.details
    assert len(analysis.asked) == 1
