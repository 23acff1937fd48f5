import pytest

from verifier.domain.refactoring import MethodId, Refactoring, WantedRefactoring, WantedVariable
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
    others = [t for t in RefactoringType if t.refactoring_class is RefactoringClass.ATOMIC]
    assert len(others) == len(RefactoringType) - 3


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("Rename Variable: p.A#m(int, List<String>) a -> b", "a", "b"),
        ("Rename Parameter:p.A#m()a->b", "a", "b"),
        ("Change Variable Type: p.A#m() a -> Map<K, List<V>>", "a", "Map<K, List<V>>"),
        ("Extract Variable: p.A#m() -> b", "", "b"),
        ("Inline Variable: p.A#m() a", "a", ""),
        ("Inline Variable: p.A#m()", "", ""),
    ],
)
def test_a_task_may_name_a_variable(text: str, old: str, new: str) -> None:
    wanted = WantedRefactoring.parse(text)
    assert wanted.variable == WantedVariable(old=old, new=new)
    assert WantedRefactoring.parse(str(wanted)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Rename Variable: p.A#m() a b",
        "Rename Variable: p.A#m() ->",
        "Rename Variable: p.A#m() 1a -> b",
        "Rename Variable: p.A#m",
        "Rename Method: p.A#m() a -> b",
    ],
)
def test_a_task_with_a_malformed_variable_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not "):
        WantedRefactoring.parse(text)


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


@pytest.mark.parametrize("folder", ["core", "libs/core", ""])
def test_a_wanted_method_may_be_in_a_named_folder(folder: str) -> None:
    prefix = f"{folder}/" if folder else ""
    wanted = WantedRefactoring.parse(f"Rename Variable:{prefix}p.A#m(a.B[]) one -> two")

    assert (wanted.folder, wanted.method.class_name) == (folder, "p.A")
    assert WantedRefactoring.parse(str(wanted)) == wanted
    assert wanted.allows_file(f"{prefix}src/main/java/p/A.java")
    assert wanted.allows_file("core2/src/main/java/p/A.java") is (folder == "")


@pytest.mark.parametrize(
    ("written", "folder"), [("./", ""), ("./core/", "core"), ("/core//", "core")]
)
def test_a_folder_is_read_as_people_write_it(written: str, folder: str) -> None:
    assert WantedRefactoring.parse(f"Extract Method:{written}p.A#m()").folder == folder
