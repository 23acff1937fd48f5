"""New classes that hold nothing but what moved, and the constants that moved with it."""

import pytest

from verifier.java_text.quick_reader import read_quickly
from verifier.residue.moved_code.new_classes import find_moved_constants, new_holders, origins_of
from verifier.residue.text.members import FileSide, PartKey, PartKind

METHOD = "static int f() { return N; }"


def side(**classes: str) -> FileSide:
    texts = {f"{name}.java": text for name, text in classes.items()}
    return FileSide.of(texts, {path: read_quickly(text) for path, text in texts.items()})


def constants(old: str, new: str, rest: str = "") -> list[str]:
    before = side(A=f"class A {{ {old} {METHOD} {rest} }}")
    after = side(A=f"class A {{ {rest} }}", B=f"class B {{ {new} {METHOD} }}")
    return [f"{c.before} -> {c.after}" for c in find_moved_constants(before, after)]


CONSTANT = "private static final int N = 7;"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (CONSTANT, CONSTANT),
        (CONSTANT, "public static final int N = 7;"),
        ('private static final String N = "a";', 'private static final String N = "a";'),
        ("private static final long N = -7L;", "static final long N = -7L;"),
        ("private static final boolean N = true;", "private static final boolean N = true;"),
    ],
)  # fmt: skip
def test_a_private_constant_moves_with_its_value(old: str, new: str) -> None:
    assert constants(old, new) == ["field A.N -> field B.N"]


@pytest.mark.parametrize(
    ("old", "new", "rest"),
    [
        (CONSTANT, "private static final int N = 8;", ""),
        (CONSTANT, "private static final short N = 7;", ""),
        (CONSTANT, "private static int N = 7;", ""),
        (CONSTANT, "private final int N = 7;", ""),
        (CONSTANT, "private static final int M = 7;", ""),
        (CONSTANT, "@Deprecated private static final int N = 7;", ""),
        ("static final int N = 7;", "static final int N = 7;", ""),
        ("private static final int N = g();", "private static final int N = g();", ""),
        ("private static final int[] N = {7};", "private static final int[] N = {7};", ""),
        ("private static final Integer N = 7;", "private static final Integer N = 7;", ""),
        (CONSTANT, CONSTANT, "int g() { return N; }"),
    ],
)
def test_any_other_field_does_not(old: str, new: str, rest: str) -> None:
    assert constants(old, new, rest) == []


def test_a_constant_does_not_move_into_a_class_that_was_there() -> None:
    before = side(A=f"class A {{ {CONSTANT} }}", B="class B { int g() { return 1; } }")
    after = side(A="class A { }", B=f"class B {{ {CONSTANT} int g() {{ return 1; }} }}")

    assert list(find_moved_constants(before, after)) == []


def test_it_is_known_where_a_constant_was() -> None:
    before = side(A=f"package p; class A {{ {CONSTANT} }}")
    after = side(A="package p; class A { }", B=f"package p; class B {{ {CONSTANT} }}")

    assert origins_of(find_moved_constants(before, after)) == {"p.B": {"N": "p.A"}}


F = PartKey(owner="B", kind=PartKind.METHOD, name="B#f()")


def holders(text: str, other: str = "class A { }") -> list[str]:
    return sorted(map(str, new_holders(side(A=other), side(A=other, B=text), {F})))


@pytest.mark.parametrize("head", ["class B", "final class B", "public final class B"])
def test_a_class_for_what_moved_and_its_private_constructor_are_accounted_for(head: str) -> None:
    found = holders(f"{head} {{ private B() {{}} {METHOD} }}")
    assert found == ["constructor B#<init>()", "declaration of B"]


@pytest.mark.parametrize(
    "text",
    [
        "class B { static int f() { return N; } int g() { return 1; } }",
        "class B { static int f() { return N; } int n; }",
        "class B { static int f() { return N; } static { g(); } }",
        "class B { static int f() { return N; } B() {} }",
        "class B { static int f() { return N; } private B() { g(); } }",
        "class B { static int f() { return N; } private B(int n) {} }",
        "class B extends C { static int f() { return N; } }",
        "class B implements C { static int f() { return N; } }",
        "class B<T> { static int f() { return N; } }",
        "abstract class B { static int f() { return N; } }",
        "@Old class B { static int f() { return N; } }",
        "interface B { static int f() { return N; } }",
        "enum B { ; static int f() { return N; } }",
        "class B { private B() {} }",
        "class B { }",
    ],
)
def test_a_class_with_anything_else_is_not(text: str) -> None:
    assert holders(text) == []


def test_a_class_whose_name_is_already_used_is_not() -> None:
    assert holders(f"class B {{ {METHOD} }}", "class A { B b; }") == []
