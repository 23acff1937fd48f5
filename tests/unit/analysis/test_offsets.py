"""Offsets between Python strings and Java's UTF-16, on texts with one and two unit characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.analysis.offsets import Offsets


def test_without_astral_characters_both_counts_are_the_same() -> None:
    offsets = Offsets("aé\nb")
    assert [offsets.to_python(n) for n in range(5)] == [0, 1, 2, 3, 4]
    assert [offsets.to_java(n) for n in range(5)] == [0, 1, 2, 3, 4]


def test_an_emoji_is_two_units_in_java_and_one_character_here() -> None:
    offsets = Offsets("a😀b")
    assert offsets.to_java(1) == 1
    assert offsets.to_java(2) == 3
    assert offsets.to_python(3) == 2
    assert offsets.to_python(4) == 3


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("ab\ncd", 0, (1, 1)),
        ("ab\ncd", 3, (2, 1)),
        ("ab\r\ncd", 4, (2, 1)),
        ("ab\rcd", 4, (2, 2)),
        ("😀\n😀x", 3, (2, 1)),
        ("😀\n😀x", 5, (2, 3)),
        ("", 0, (1, 1)),
    ],
)
def test_positions_count_from_one_in_utf16_units(
    text: str, unit: int, expected: tuple[int, int]
) -> None:
    assert Offsets(text).position(unit) == expected


@given(st.text(alphabet="a\n😀é𝕏", max_size=30))
def test_the_two_directions_undo_each_other(text: str) -> None:
    offsets = Offsets(text)
    units = [len(text[:n].encode("utf-16-le")) // 2 for n in range(len(text) + 1)]
    assert [offsets.to_java(n) for n in range(len(text) + 1)] == units
    assert [offsets.to_python(unit) for unit in units] == list(range(len(text) + 1))
