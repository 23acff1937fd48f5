"""What is cut out of a source text decides which pairs a benchmark measures."""

import pytest

from bench.java_methods import without_method


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (
            "class A { int x = f(1); int f(int a) { return a; } void g() { f(2); } }",
            "class A { int x = f(1); void g() { f(2); } }",
        ),
        (
            "class A { int f(int a) { if (a > 0) { return 1; } return 0; } int f() { return 2; } }",
            "class A { }",
        ),
        (
            'class A { String s = "f() {}"; /* f() { */ abstract int f(); int h() { return 1; } }',
            'class A { String s = "f() {}"; int h() { return 1; } }',
        ),
        (
            "class A { class B { int f() { return 1; } } int h() { return f(); } }",
            "class A { class B { int f() { return 1; } } int h() { return f(); } }",
        ),
    ],
    ids=["a field calls it", "overloads", "texts and comments", "another class's"],
)
def test_all_methods_of_the_name_of_the_outermost_class_go_and_nothing_else(
    text: str, rest: str
) -> None:
    assert without_method(text, "f") == rest
