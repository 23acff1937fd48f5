"""Declarations are found between prose, by what their first words may be."""

import pytest

from verifier.predictions.answers.code_regions import MOST_GUESSES, MOST_LOOKED_AT, code_regions


def regions(text: str) -> list[str]:
    return list(code_regions(text, lambda region: region))


@pytest.mark.parametrize(
    "code",
    [
        'void f() { g("}"); }',
        "java.util.Map<String, List<int[]>>[] f(int a) { return null; }",
        "<T> T f() { return null; }",
        '@Override\npublic String toString() { return ""; }',
        "/** Doc of {@code f}. */\nint f() { return 1; }",
        "private static final int X = f(';');",
        "import java.util.List;\nclass A { }",
        "@A({1, 2}) int[] a = {1};\n\nrecord P(int x) { }",
    ],
)
def test_code_between_prose_is_found_whole(code: str) -> None:
    assert regions(
        f"I changed it as follows (see below):\n\n  {code}\n\nIt's shorter now; enjoy."
    ) == [f"  {code}"]


def test_runs_are_apart_where_prose_divides_them() -> None:
    assert regions("int f() { }\nThen:\nint g() { }\n") == ["int f() { }", "int g() { }"]


@pytest.mark.parametrize(
    "text",
    [
        "You should extract the loop; it is long.",
        "The method `f(a)` is private, and final.",
        "a < b (or so)",
        "import of goods",
        "void f() { if (x) {",
    ],
)
def test_prose_and_halves_are_no_code(text: str) -> None:
    assert regions(text) == []


def test_what_is_refused_is_looked_for_from_the_next_line_on() -> None:
    text = "final word: {\nvoid f() { }\n"

    assert list(code_regions(text, lambda r: r if r.startswith("void") else None)) == [
        "void f() { }"
    ]


def test_the_search_gives_up() -> None:
    text = "int f();\nprose\n" * (MOST_GUESSES + 5)

    assert len(regions(text)) == MOST_GUESSES


@pytest.mark.parametrize("text", ["Done.", "a.b.", "See\nA.", "a.\n", "a.b.c."])
def test_a_last_word_with_a_dot_is_prose(text: str) -> None:
    assert regions(text) == []


def test_guesses_of_the_whole_rest_are_few() -> None:
    text = "import a.b.C;\n" * 10_000
    refused: list[int] = []

    assert list(code_regions(text, lambda region: refused.append(len(region)))) == []
    assert sum(refused) < MOST_LOOKED_AT + 3 * len(text)
    assert len(refused) < MOST_GUESSES
