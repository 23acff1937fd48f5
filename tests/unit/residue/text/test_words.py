"""Words that know their places, and the statements that they make."""

import pytest

from verifier.java_text.tokens import scan_in_place
from verifier.residue.text.method_text import MethodText
from verifier.residue.text.words import Statement, statements_of, words_of, write_words


def read(code: str) -> list[Statement]:
    text = MethodText(file="A.java", text=code, start=0, end=len(code))
    return statements_of(words_of(text, list(scan_in_place(code))))


@pytest.mark.parametrize(
    ("code", "statements"),
    [
        ("a(); b();", [("a();", ()), ("b();", ())]),
        ("if (a) { b(); } c();", [("if (a) {", ()), ("b();", (0,)), ("c();", ())]),
        (
            "for (int i = 0; i < n; i++) { a(); }",
            [("for (int i = 0; i < n; i++) {", ()), ("a();", (0,))],
        ),
        ("int[] a = {1, 2}; b();", [("int[] a = {1, 2};", ()), ("b();", ())]),
        ("f(new int[] {1}, 2);", [("f(new int[] {1}, 2);", ())]),
        ("f(x -> { a(); }); b();", [("f(x -> {", ()), ("a();", (0,)), (");", ()), ("b();", ())]),
        ("f(new A() { int x; });", [("f(new A() {", ()), ("int x;", (0,)), (");", ())]),
        ("@A({B.class, C.class}) void f() { }", [("@A({B.class, C.class}) void f() {", ())]),
        ("} a();", [("a();", ())]),
        ("a", [("a", ())]),
        ("", []),
    ],
)
def test_statements_stand_in_their_blocks(
    code: str, statements: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert [(s.source, s.parents) for s in read(code)] == statements


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("final int a = this.b;", "int a = b;"),
        ("return (a);", "return a;"),
        ("if (a >= b) {", "if (a>=b){"),
    ],
)
def test_words_that_change_nothing_do_not_count(one: str, other: str) -> None:
    assert [s.key for s in read(one)] == [s.key for s in read(other)]


def test_a_statement_on_several_lines_has_one_line_of_source() -> None:
    (found,) = read("a(\n    b,\n    c);")

    assert (found.source, found.line, found.end_line) == ("a( b, c);", 1, 3)


def test_blanks_in_a_literal_stay() -> None:
    (found,) = read('a("x  y");')

    assert found.source == 'a("x  y");'


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["a", ".", "f", "(", "b", ",", "c", ")", ";"], "a.f(b, c);"),
        (["!", "a"], "!a"),
        (["x", "=", "-", "1", ";"], "x = - 1;"),
        ([], ""),
    ],
)
def test_words_without_places_are_written_as_is_usual(words: list[str], text: str) -> None:
    assert write_words(words) == text
