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
        ("x = (int) (-b);", "x = (int) -b;"),
        ("f((long) (b) * c);", "f((long) b * c);"),
        ("return (char) (a.b(c + d)[0]) + 1;", "return (char) a.b(c + d)[0] + 1;"),
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
        "x = (A) (-b);",
        "x = (int) -b;",
        "x = (int) +b;",
        "x = (int) (a - b);",
        "x = (int) ((A) b).c;",
        "x = (int) (A) b.c;",
        "x = (int) (char) a;",
        "x = (int) (char) -a;",
        "x = (int) (a ? b : c);",
        "x = (int) (a = b);",
        "x = (Object) (a instanceof B);",
        "x = (boolean) (a instanceof B);",
        "x = (int) (switch (a) { default -> 1; });",
    ],
)
def test_brackets_that_bind_stay(text: str) -> None:
    words = list(token_texts(text))
    assert remove_brackets(words) == words


def test_a_minus_behind_the_name_of_a_type_is_not_a_cast() -> None:
    cast, difference = (remove_brackets(token_texts(f"x = (T) {b};")) for b in ("(-b)", "-b"))

    assert (cast, difference) == (
        list(token_texts("x = (T) (-b);")),
        list(token_texts("x = T - b;")),
    )


def test_a_call_by_what_its_name_means_keeps_its_argument() -> None:
    words = ["«p.A»", "(", "a", ")", ";"]
    assert remove_brackets(words) == words
