from verifier.checks.residue import residue
from verifier.domain.refactoring import (
    MethodId,
    Purity,
    PurityVerdict,
    Refactoring,
    RefactoringSide,
    RefactoringType,
)
from verifier.domain.source import SourceTrees
from verifier.predictions.quick_reader import read_quickly

PURE = Purity(verdict=PurityVerdict.PURE)
FROM, TO = MethodId(class_name="A", name="twice", parameter_types=("int",)), "B"

BEFORE = {
    "A.java": """class A {
  int sum(int x) { return twice(x) + 1; }
  static int twice(int x) { return x + x; }
}
""",
    "B.java": "class B {\n}\n",
}
MOVED = "class B {\n  static int twice(int x) { return x + x; }\n}\n"


def moved(purity: Purity = PURE) -> Refactoring:
    return Refactoring(
        type_name=RefactoringType.MOVE_METHOD,
        description="",
        before=RefactoringSide(file="A.java", method=FROM),
        after=RefactoringSide(
            file="B.java", method=MethodId(class_name=TO, name="twice", parameter_types=("int",))
        ),
        purity=purity,
    )


def left_over(
    after: dict[str, str], matched: tuple[Refactoring, ...], others: tuple[Refactoring, ...] = ()
) -> tuple[str, ...]:
    trees = SourceTrees(
        before=BEFORE,
        after=after,
        directories_before=frozenset(),
        directories_after=frozenset(),
    )
    units = {path: (read_quickly(BEFORE[path]), read_quickly(after[path])) for path in BEFORE}
    return residue(trees, units, matched, others)


def caller(text: str) -> dict[str, str]:
    return {"A.java": f"class A {{\n  int sum(int x) {{ return {text}; }}\n}}\n", "B.java": MOVED}


def test_a_call_that_follows_the_moved_method_is_no_residue() -> None:
    assert left_over(caller("B.twice(x) + 1"), (moved(),)) == ()


def test_a_call_that_follows_another_pure_refactoring_is_no_residue() -> None:
    assert left_over(caller("B.twice(x) + 1"), (), (moved(),)) == ()


def test_a_call_that_follows_an_impure_refactoring_is_residue() -> None:
    impure = moved(Purity(verdict=PurityVerdict.IMPURE))
    assert "changed: method A#sum(int)" in left_over(caller("B.twice(x) + 1"), (), (impure,))


def test_another_edit_beside_the_call_is_residue() -> None:
    found = left_over(caller("B.twice(x) + 2"), (moved(),))
    assert found == ("changed: method A#sum(int)",)


def test_another_argument_of_the_call_is_residue() -> None:
    found = left_over(caller("B.twice(x + 1) + 1"), (moved(),))
    assert found == ("changed: method A#sum(int)",)
