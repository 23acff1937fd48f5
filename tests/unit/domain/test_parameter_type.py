"""However a person writes a parameter type, it is compared in one form."""

import pytest

from verifier.domain.parameter_type import canonical_type, parameters_in
from verifier.domain.refactoring import MethodId


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("int", "int"),
        ("String", "String"),
        ("java.lang.String", "String"),
        ("java . lang . String", "String"),
        ("String[]", "String[]"),
        ("String [ ] []", "String[][]"),
        ("String...", "String[]"),
        ("String ...", "String[]"),
        ("int[]...", "int[][]"),
        ("List<String>", "List"),
        ("java.util.Map<String, List<? super T>>", "Map"),
        ("Map.Entry", "Entry"),
        ("Map.Entry<K, V>[]", "Entry[]"),
        ("Outer$Inner", "Inner"),
        ("Outer<T>.Inner<U>", "Inner"),
        ("T", "T"),
        ("final String", "String"),
        ("final String name", "String"),
        ("String name", "String"),
        ("int values[]", "int[]"),
        ("@NonNull String", "String"),
        ("@Size(min = 1, max = (2)) final List<@NonNull String> names", "List"),
        ("String @Nullable []", "String[]"),
        ("@org.acme.NonNull java.lang.String", "String"),
    ],
)
def test_spellings_of_one_type_have_one_form(written: str, canonical: str) -> None:
    assert canonical_type(written) == canonical


def test_commas_inside_brackets_divide_no_parameters() -> None:
    assert list(parameters_in("Map<K, V> a, @Size(min = 1, max = 2) int b, ")) == [
        "Map<K, V> a",
        "@Size(min = 1, max = 2) int b",
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("p.C#m(Map.Entry)", "p.C#m(Entry)"),
        ("p.C#m(final List<String>, int...)", "p.C#m(List, int[])"),
        ("p.Outer.Inner#m(@A Outer$Inner)", "p.Outer$Inner#m(Inner)"),
    ],
)
def test_methods_are_the_same_however_they_are_written(one: str, other: str) -> None:
    assert MethodId.parse(one).matches(MethodId.parse(other))


@pytest.mark.parametrize("other", ["p.C#m(int)", "p.C#m(int[][])", "p.C#m(long[])", "p.C#m()"])
def test_another_type_or_dimension_is_another_method(other: str) -> None:
    assert not MethodId.parse("p.C#m(int...)").matches(MethodId.parse(other))
