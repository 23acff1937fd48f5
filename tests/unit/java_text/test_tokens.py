"""Sources are compared by tokens: comments, layout and unicode escapes never count."""

import pytest

from verifier.java_text.tokens import same_code, scan, words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("int a = 1;", "int  a=1 ; // one"),
        ("int a = 1;", "/* x */ int a\n=\r\n1;"),
        ("List<List<X>> y;", "List<List<X> > y;"),
        ("int a;", "int \\u0061;"),
        ("int a;", "in\\uu0074 a;"),
        ("exit();", "ex\u00adit();"),
        ("exit();", "e\u200bxit\u0001();"),
    ],
)
def test_comments_layout_and_escapes_make_no_difference(one: str, other: str) -> None:
    assert same_code(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a + +b", "a ++b"),
        ('"a b"', '"a  b"'),
        ('"//a"', '"//b"'),
        ("return a;", "returna;"),
        ("a - -b", "a--b"),
        ("int a; // int b;", "int a; int b;"),
        ('"""\n a"""', '"""\n  a"""'),
        ("'a'", "'b'"),
    ],
)
def test_other_tokens_make_a_difference(one: str, other: str) -> None:
    assert not same_code(one, other)


def test_a_token_knows_its_line_and_place() -> None:
    tokens = list(scan("int\n  x;"))

    assert [(t.text, t.line, t.start) for t in tokens] == [("int", 1, 0), ("x", 2, 6), (";", 2, 7)]


def test_words_in_strings_and_comments_are_no_words() -> None:
    assert words_of('f("exit"); // halt') == {"f"}


def test_a_backslash_before_an_escape_keeps_it() -> None:
    assert [t.text for t in scan(r'"\\u0041"')] == [r'"\\u0041"']


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("0xe+f", ["0xe", "+", "f"]),
        ("0x1.8p+1", ["0x1.8p+1"]),
        ("1e+5", ["1e+5"]),
        ("1E-5f", ["1E-5f"]),
    ],
)
def test_a_sign_belongs_to_a_number_only_in_its_exponent(source: str, texts: list[str]) -> None:
    assert [t.text for t in scan(source)] == texts
