"""A candidate becomes a request, and detected refactorings become hints."""

from pathlib import Path

from tests.support.answers import MemoryTree, side, with_changes
from verifier.domain.proof_request import CommitSources, SourceVersion
from verifier.domain.refactoring import Refactoring
from verifier.proving.prediction import hints_of, methods_of, source_request

BASE = CommitSources(repository=Path("r"), commit="0" * 40)
MOVED = Refactoring(
    type_name="Move Method",
    description="",
    before=side("A.java", "p.A#f(int)"),
    after=side("B.java", "p.B#f(int)"),
)
EXTRACTED = Refactoring(
    type_name="Extract Method",
    description="",
    before=side("A.java", "p.A#f(int)"),
    after=side("A.java", "p.A#f(int)", "p.A#g()"),
)


def test_a_candidate_lies_on_top_of_its_base() -> None:
    tree = MemoryTree.of({"A.java": "old", "B.java": "gone", "pom.xml": "<p/>"})
    candidate = with_changes({"A.java": "new", "B.java": None, "pom.xml": "<q/>", "n.txt": "n"})

    request = source_request(BASE, tree, candidate)

    assert request.before == SourceVersion(root=BASE)
    assert request.after == SourceVersion(root=BASE, changes={"A.java": "new", "B.java": None})
    assert request.changed.sources == {"A.java", "B.java"}
    assert set(request.changed.other_before) == {"pom.xml"}
    assert set(request.changed.other_after) == {"pom.xml", "n.txt"}


def test_only_methods_that_live_on_elsewhere_are_hints() -> None:
    (hint,) = hints_of([MOVED, EXTRACTED])

    assert (str(hint.before), str(hint.after)) == ("p.A#f(int)", "p.B#f(int)")


def test_the_methods_of_a_refactoring_are_those_of_both_sides_once() -> None:
    assert [str(m) for m in methods_of([EXTRACTED])] == ["p.A#f(int)", "p.A#g()"]
