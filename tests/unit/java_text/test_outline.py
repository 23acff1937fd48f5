"""A source file's package and types are read without a parser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.java_text.outline import head, imports_from, outline, read_declared_types


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


def test_package_and_imports_are_read_with_their_places_wherever_the_lines_break() -> None:
    text = "@Nice(a = {1})\npackage p\n . q; import a.B; import static\n c.D.*; // import no.No;\nvoid f() {}"
    found = outline(text)

    assert found.package_line is not None
    assert (found.package, found.package_line.line) == ("p.q", 2)
    assert [(i.name, i.static) for i in found.imports] == [("a.B", False), ("c.D.*", True)]
    assert [text[i.span.start : i.span.end] for i in found.imports] == [
        "import a.B;",
        "import static\n c.D.*;",
    ]


def test_words_in_comments_and_strings_declare_nothing() -> None:
    text = '/** package a; class B {}\n import c.D; */ String s = "import e.F;"; // class G'

    assert outline(text) == outline("")


def test_type_parameters_are_those_behind_the_name() -> None:
    text = "/** {@link A}<b> */ @X(A.class) final class A<T extends Comparable<? super T>, U> extends B<T> {}"

    assert [t.parameters for t in outline(text).declared] == [
        "<T extends Comparable<? super T>, U>"
    ]


def test_the_head_ends_at_the_first_other_declaration() -> None:
    found = head("package p; import a.B; class C {} import d.E;")

    assert (found.package, [i.name for i in found.imports], found.types) == ("p", ["a.B"], ())


def test_record_is_a_keyword_before_a_record_only() -> None:
    assert outline("record A<T>(T t) {} record record; class B {}").types == ("A", "B")


def test_nested_and_local_types_are_declared_types() -> None:
    text = "class A { enum B { X } // class D {\n void f() { record C(int i) {} } Class<?> o = A.class; }"

    assert read_declared_types(text) == {"A", "B", "C"}


@given(st.text(st.sampled_from("{}()[];.@<>\"'/* \npackgeimrtsd")))
def test_no_text_makes_it_fail(text: str) -> None:
    assert all(name.strip() for name in outline(text).types)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("package p; import static a.b.C.*; class A {}", True),
        ("import a.b.*;", True),
        ("import a.bc.D;", False),
        ("// import a.b.C;\nclass A { a.b.C c; }", False),
    ],
)
def test_imports_from_a_package_are_told_from_its_mentions(text: str, found: bool) -> None:
    assert imports_from(text, "a.b") is found
