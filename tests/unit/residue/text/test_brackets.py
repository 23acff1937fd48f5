"""Brackets that bind nothing."""

import pytest

from verifier.java_text.tokens import token_texts
from verifier.residue.text.brackets import remove_brackets


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("return (a + b);", "return a + b;"),
        ("x = ((a));", "x = a;"),
        ("f((a), (b + c));", "f(a, b + c);"),
        ("(a).b();", "a.b();"),
        ("x = (a) instanceof B;", "x = a instanceof B;"),
        ("x = (a) != b;", "x = a != b;"),
        ("x = (a) -> b;", "x = a -> b;"),
    ],
)
def test_brackets_around_a_whole_operand_go(text: str, kept: str) -> None:
    assert remove_brackets(token_texts(text)) == list(token_texts(kept))


@pytest.mark.parametrize(
    "text",
    [
        "return (a + b) * c;",
        "f(a);",
        "x[0](a);",
        "if (a + b) { }",
        "-(a + b);",
        "f((char) a);",
        "x = (A) (b);",
        "x = (long) 'a';",
        "x = (A) ~a;",
    ],
)
def test_brackets_that_bind_stay(text: str) -> None:
    words = list(token_texts(text))
    assert remove_brackets(words) == words


def test_a_call_by_what_its_name_means_keeps_its_argument() -> None:
    words = ["«p.A»", "(", "a", ")", ";"]
    assert remove_brackets(words) == words
