"""Brackets are counted among tokens, and what has no partner is said."""

import pytest

from verifier.java_text.brackets import (
    around,
    behind,
    between_commas,
    closing,
    depths,
    is_nested_deeper,
    opening,
    parts,
)


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

    assert (closing(words, 0, angles=True), opening(words, 7, angles=True)) == (7, 0)
    assert closing(["<", "T"], 0, angles=True) is None
    assert opening(["T", ">"], 1, angles=True) is None


def test_the_bracket_that_is_closed_is_found_from_its_end() -> None:
    words = ["f", "(", "a", "(", ")", ",", "b", ")", ";"]

    assert (opening(words, 7), opening(words, 4), opening(["a", ")"], 1)) == (1, 3, None)


def test_behind_a_bracket_that_nothing_closes_is_the_end() -> None:
    assert (behind(["f", "(", "a", ")", ";"], 1), behind(["f", "(", "a"], 1)) == (4, 3)


def test_the_brackets_around_a_place_come_from_inside_out() -> None:
    words = ["{", "f", "(", "a", "[", "1", "]", ")", ";", "g", "(", "{"]

    assert list(around(words, 5)) == [4, 2, 0]
    assert list(around(words, 8)) == [0]


@pytest.mark.parametrize(
    ("words", "angles", "expected"),
    [
        ("f ( a , g ( b , c ) ) ;", False, ([range(2, 3), range(4, 10)], 11)),
        ("f ( )", False, ([], 3)),
        ("f ( Map < K , V > m )", True, ([range(2, 9)], 10)),
        ("f ( a < b , c )", False, ([range(2, 5), range(6, 7)], 8)),
        ("f ( a , b", False, ([range(2, 3), range(4, 5)], 5)),
    ],
)
def test_the_places_between_commas(
    words: str, angles: bool, expected: tuple[list[range], int]
) -> None:
    assert between_commas(words.split(), 1, angles=angles) == expected


def test_a_shift_in_an_annotation_opens_no_angle() -> None:
    words = ["(", "@", "Size", "(", "1", "<<", "2", ")", "int", "a", ",", "int", "b", ")"]

    assert between_commas(words, 0, angles=True)[0] == [range(1, 10), range(11, 13)]


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
