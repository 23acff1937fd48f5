"""Bytes become text by one rule for editing and one for comparing, the build's encoding first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.java_text.encoding import comparable, decode

SO = "\u30bd"
"""A letter whose second byte is a backslash in Shift-JIS."""


def test_utf_8_is_read_as_utf_8() -> None:
    assert comparable("é 😀".encode()) == "é 😀"


def test_a_byte_that_is_not_utf_8_is_read_as_latin_1_and_nothing_else_changes() -> None:
    assert comparable(b"caf\xe9 \xc3\xa9") == "café é"


def test_a_cut_sequence_loses_no_byte() -> None:
    assert comparable(b"\xf0\x9f\x98") == "\u00f0\u009f\u0098"


def test_line_ends_stay() -> None:
    assert comparable(b"a\r\nb\n") == "a\r\nb\n"


@given(
    st.binary(), st.sampled_from(["", "UTF-8", "Shift_JIS", "windows-1252", "UTF-16", "no such"])
)
def test_what_is_decoded_for_editing_gives_the_same_bytes_back(raw: bytes, declared: str) -> None:
    source = decode(raw, declared)

    assert source.encode(source.text) == raw


@pytest.mark.parametrize("read", [comparable, lambda raw, declared: decode(raw, declared).text])
def test_the_declared_encoding_goes_before_any_guess(read: object) -> None:
    assert callable(read)
    literal = f'String s = "{SO}";'
    assert read(literal.encode("shift_jis"), "Shift_JIS") == literal
    assert read("é".encode(), "ISO-8859-1") == "\u00c3\u00a9"


@pytest.mark.parametrize("declared", ["", "no such", "hex", "US-ASCII", "a\0b"])
def test_an_encoding_that_cannot_be_right_is_passed_over(declared: str) -> None:
    assert decode("é".encode(), declared).encoding == "utf-8"
    assert decode(b"\xe9", declared).encoding == "latin-1"
    assert comparable(b"\xe9 " + "é".encode(), declared) == "é é"


def test_a_byte_order_mark_and_the_most_frequent_line_end_are_kept() -> None:
    source = decode(b"\xef\xbb\xbfa\r\nb\r\nc\n", "ISO-8859-1")

    assert (source.text, source.newline) == ("a\r\nb\r\nc\n", "\r\n")
    assert source.encode("x") == b"\xef\xbb\xbfx"
    assert source.with_own_newlines("a\nb\r\n") == "a\r\nb\r\n"


def test_letters_that_the_encoding_lacks_become_escapes() -> None:
    assert decode(b"\xe9").encode("\u4e2d\U0001f600") == b"\\u4e2d\\ud83d\\ude00"
