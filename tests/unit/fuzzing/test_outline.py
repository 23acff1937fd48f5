"""A source file's package and types are read without a parser."""

import pytest

from verifier.fuzzing.outline import outline


@pytest.mark.parametrize(
    ("text", "class_name", "types"),
    [
        ("class A {}", "A", ("A",)),
        ("package p.q;\npublic final class A { class Inner {} }", "p.q.A", ("A",)),
        ("class Helper {}\npublic interface A {}\nenum B { X }", "A", ("Helper", "A", "B")),
        ("/* class No */ // class No\npackage p; @Deprecated record R(int a) {}", "p.R", ("R",)),
        ("class A { String s = \"} class B {\"; char c = '}'; }", "A", ("A",)),
        ('class A { String s = """\n } class B { " \\""" """; }', "A", ("A",)),
        ("@Note(Other.class) public @interface A {}", "A", ("A",)),
        ("package p;\nimport java.util.*;\nsealed interface S permits T {}", "p.S", ("S",)),
    ],
)
def test_the_main_type_is_the_public_one_or_the_first(
    text: str, class_name: str, types: tuple[str, ...]
) -> None:
    found = outline(text)

    assert (found.class_name, found.types) == (class_name, types)


@pytest.mark.parametrize(
    "text",
    ["", "int f() { return 1; }", "return a + b;", "public void f() { class Local {} }", "}}} {{"],
)
def test_a_fragment_declares_no_type(text: str) -> None:
    assert outline(text).main == ""


def test_the_path_is_where_javac_wants_the_file() -> None:
    assert outline("package p.q; public class A {}").path == "p/q/A.java"
