import pytest

from verifier.domain.refactoring import MethodId, Refactoring, WantedRefactoring
from verifier.domain.refactoring_traits import DEFAULT_TYPES, RefactoringClass, RefactoringType


def test_three_of_the_six_types_of_the_benchmark_are_compound() -> None:
    compound = [t for t in DEFAULT_TYPES if t.refactoring_class is RefactoringClass.COMPOUND]
    assert compound == [
        RefactoringType.EXTRACT_AND_MOVE_METHOD,
        RefactoringType.MOVE_AND_RENAME_METHOD,
        RefactoringType.MOVE_AND_INLINE_METHOD,
    ]
    assert len(DEFAULT_TYPES) == 6


def test_every_other_type_is_atomic() -> None:
    assert RefactoringType.PULL_UP_METHOD.refactoring_class is RefactoringClass.ATOMIC
    assert RefactoringType.EXTRACT_METHOD.refactoring_class is RefactoringClass.ATOMIC


@pytest.mark.parametrize(
    ("text", "class_name", "name", "types"),
    [
        ("p.A#m()", "p.A", "m", ()),
        ("A#m(int)", "A", "m", ("int",)),
        ("p.Outer$Inner#m(int, String[])", "p.Outer$Inner", "m", ("int", "String[]")),
        (" p.A#<init>(List) ", "p.A", "<init>", ("List",)),
        ("A#m(Map<K, List<V>>, int)", "A", "m", ("Map<K, List<V>>", "int")),
    ],
)
def test_a_method_is_read_from_its_text(
    text: str, class_name: str, name: str, types: tuple[str, ...]
) -> None:
    assert MethodId.parse(text) == MethodId(class_name=class_name, name=name, parameter_types=types)


@pytest.mark.parametrize("text", ["", "A.m()", "A#m", "A#m(int", "#m()", "A#()", "A#m()extra"])
def test_anything_else_is_not_a_method(text: str) -> None:
    with pytest.raises(ValueError, match="not of the form"):
        MethodId.parse(text)


def test_a_method_prints_as_it_is_read() -> None:
    text = "p.Outer$Inner#m(int, String[])"
    assert str(MethodId.parse(text)) == text


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("p.A$B#m(int)", "p.A.B#m(int)", True),
        ("A#m(java.util.List)", "A#m(List)", True),
        ("A#m(List<String>)", "A#m(List)", True),
        ("A#m(Map<String, Integer>, int)", "A#m(Map, int)", True),
        ("A#m(int...)", "A#m(int[])", True),
        ("A#m(int)", "A#m(long)", False),
        ("A#m(int)", "A#m()", False),
        ("A#m()", "B#m()", False),
        ("A#m()", "A#n()", False),
    ],
)
def test_methods_match_by_class_name_and_erased_types(one: str, other: str, same: bool) -> None:
    assert MethodId.parse(one).matches(MethodId.parse(other)) is same
    assert MethodId.parse(other).matches(MethodId.parse(one)) is same


def test_what_is_wanted_is_read_and_printed() -> None:
    wanted = WantedRefactoring.parse("Extract Method:p.A#m(int)")
    assert wanted.type is RefactoringType.EXTRACT_METHOD
    assert wanted.method == MethodId.parse("p.A#m(int)")
    assert str(wanted) == "Extract Method: p.A#m(int)"
    assert WantedRefactoring.parse(str(wanted)) == wanted


def test_an_unknown_type_is_told_with_the_known_ones() -> None:
    with pytest.raises(
        ValueError, match="unknown refactoring type 'Extract Metod'; one of: Extract"
    ):
        WantedRefactoring.parse("Extract Metod:p.A#m()")


def test_a_wanted_refactoring_without_a_colon_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'Type:pkg\.Class#method"):
        WantedRefactoring.parse("Extract Method p.A#m()")


def test_a_detected_type_that_is_not_ours_has_no_type() -> None:
    assert Refactoring(type_name="Rename Class", description="").type is None
    ours = Refactoring(type_name="Inline Method", description="")
    assert ours.type is RefactoringType.INLINE_METHOD
