"""Sources are compared by tokens: comments, layout and unicode escapes never count."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.cpu import LINEAR, growth
from verifier.java_text.tokens import Texts, TokenKind, same_code, scan, scan_in_place, words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("int a = 1;", "int  a=1 ; // one"),
        ("int a = 1;", "/* x */ int a\n=\r\n1;"),
        ("List<List<X>> y;", "List<List<X> > y;"),
        ("int a;", "int \\u0061;"),
        ("int a;", "in\\uu0074 a;"),
        ('"\U0001f600"', '"\\ud83d\\ude00"'),
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


ODD = st.sampled_from(
    [*'"""\'\\/*un0x.<>={}();@ \n\r\t\u200b\u00ad\u20ac\u0301\u00b2\u0663é😀$_a', "\\u0022"]
)
TEXTS = st.one_of(st.text(), st.lists(ODD, max_size=60).map("".join))


@given(TEXTS)
def test_every_text_is_its_tokens_and_the_blanks_between_them(text: str) -> None:
    tokens = list(scan(text, comments=True, decoded=False))

    ends = [0, *(token.end for token in tokens)]
    starts = [*(token.start for token in tokens), len(text)]
    assert all(text[end:start].strip() == "" for end, start in zip(ends, starts, strict=True))
    assert all(token.start < token.end for token in tokens)
    assert all(token.line == text.count("\n", 0, token.start) + 1 for token in tokens)


@given(TEXTS)
def test_tokens_are_the_text_but_for_what_the_compiler_drops_from_words(text: str) -> None:
    for token in scan(text, comments=True, decoded=False):
        written = text[token.start : token.end]
        assert token.text == written or token.kind is TokenKind.WORD


@given(TEXTS)
def test_tokens_one_a_line_are_the_same_tokens(text: str) -> None:
    tokens = [token for token in scan(text) if token.end > token.start and token.text]

    again = [token.text for token in scan("\n".join(token.text for token in tokens), decoded=False)]
    assert again == [token.text for token in tokens]


ESCAPED = st.lists(st.one_of(ODD, st.sampled_from(["\\ud83d", "\\ude00"])), max_size=60)


@given(ESCAPED.map("".join))
def test_tokens_in_place_are_those_of_the_compiler_at_their_own_characters(text: str) -> None:
    tokens = list(scan_in_place(text))

    assert [(t.kind, t.text) for t in tokens] == [(t.kind, t.text) for t in scan(text)]
    assert all(t.line == text.count("\n", 0, t.start) + 1 for t in tokens)
    assert all(a.end <= b.start for a, b in pairwise(tokens))


def test_an_escape_takes_the_place_that_it_is_written_in() -> None:
    source = 'f("\\u00e9" + x);\ncaf\\u00e9();'

    assert [(t.text, source[t.start : t.end], t.line) for t in scan_in_place(source)][2:] == [
        ('"\u00e9"', '"\\u00e9"', 1),
        ("+", "+", 1),
        ("x", "x", 1),
        (")", ")", 1),
        (";", ";", 1),
        ("caf\u00e9", "caf\\u00e9", 2),
        ("(", "(", 2),
        (")", ")", 2),
        (";", ";", 2),
    ]


def test_what_has_no_end_is_a_quote_and_tokens_behind_it() -> None:
    assert [t.text for t in scan('say "a \\" b\n"c"')] == ["say", '"', "a", "\\", '"', "b", '"c"']
    assert [t.text for t in scan('"""a \\""" b')] == ['""', '"a \\""', '"', "b"]


def test_letters_of_java_that_python_does_not_count_are_letters() -> None:
    assert [t.text for t in scan("int €uro = e\u0301t\u00e9\u20ac;")] == [
        "int", "€uro", "=", "e\u0301t\u00e9\u20ac", ";",
    ]  # fmt: skip


@settings(max_examples=25, deadline=None)
@example('\\"')
@example('"\\"')
@example('"""\\"')
@example("/*")
@example("\\u005c")
@given(st.lists(ODD, min_size=1, max_size=6).map("".join))
def test_the_time_for_a_text_grows_with_its_length(pattern: str) -> None:
    assert growth(lambda text: deque(scan(text), maxlen=0), pattern, length=60_000) < LINEAR


def test_the_texts_of_tokens_are_read_where_they_stand() -> None:
    texts = Texts(list(scan("a + b;")))

    assert (len(texts), texts[0], texts[1:3]) == (4, "a", ["+", "b"])
