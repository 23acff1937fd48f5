"""Brackets are counted among tokens, and what has no partner is said."""

import pytest

from verifier.java_text.brackets import closing, depths, is_nested_deeper, opening_angle, parts


def test_a_bracket_stands_outside_of_itself() -> None:
    assert list(depths(["a", "(", "b", "[", "c", "]", ")", "d"])) == [0, 0, 1, 1, 2, 1, 0, 0]


def test_a_bracket_that_closes_nothing_is_below_all_and_the_count_goes_on() -> None:
    assert list(depths(["a", "}", "}", "{", "b", "}"])) == [0, -1, -1, 0, 1, 0]


@pytest.mark.parametrize(
    ("words", "opening", "end"),
    [("f ( a ( ) , b ) ;", 1, 7), ("f ( a [ b ) c", 1, None), ("( a", 0, None)],
)
def test_the_closing_bracket_is_found_or_none(words: str, opening: int, end: int | None) -> None:
    assert closing(words.split(), opening) == end


def test_angles_are_brackets_where_the_words_are_types() -> None:
    words = ["<", "T", "extends", "List", "<", "T", ">", ">", "void"]

    assert (closing(words, 0, angles=True), opening_angle(words, 7)) == (7, 0)
    assert closing(["<", "T"], 0, angles=True) is None
    assert opening_angle(["T", ">"], 1) is None


def test_parts_stand_between_the_commas_outside_all_brackets() -> None:
    assert parts(["a", ",", "f", "(", "b", ",", "c", ")", ",", "d"]) == [
        ["a"],
        ["f", "(", "b", ",", "c", ")"],
        ["d"],
    ]
    assert parts([]) == []
    assert parts(["Map", "<", "K", ",", "V", ">", "m", ",", "int", "n"], angles=True) == [
        ["Map", "<", "K", ",", "V", ">", "m"],
        ["int", "n"],
    ]


def test_angles_nest_until_their_statement_ends() -> None:
    assert is_nested_deeper(["a", "<", "b", "<", "c", "<", "d"], 2)
    assert not is_nested_deeper(["a", "<", "b", ";", "a", "<", "b", ";", "a", "<", "b", ";"], 2)
    assert is_nested_deeper(["(", "(", "("], 2)
