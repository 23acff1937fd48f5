"""Detected refactorings become hints for the prover."""

from tests.support.answers import side
from verifier.domain.proof_hints import hints_of, methods_of
from verifier.domain.refactoring import Refactoring

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


def test_only_methods_that_live_on_elsewhere_are_hints() -> None:
    (hint,) = hints_of([MOVED, EXTRACTED])

    assert (str(hint.before), str(hint.after)) == ("p.A#f(int)", "p.B#f(int)")


def test_the_methods_of_a_refactoring_are_those_of_both_sides_once() -> None:
    assert [str(m) for m in methods_of([EXTRACTED])] == ["p.A#f(int)", "p.A#g()"]
