"""Bytes become text by one rule for editing and one for comparing, the build's encoding first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.java_text.encoding import comparable, decode, encode, is_plain, reads_alike

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


@pytest.mark.parametrize("declared", ["", "no such", "hex", "UTF-8", "a\0b"])
def test_without_a_known_encoding_a_mixed_file_reads_as_utf_8_and_latin_1(declared: str) -> None:
    assert comparable(b"\xe9 " + "é".encode(), declared) == "é é"


def test_one_byte_that_does_not_fit_leaves_the_rest_in_the_declared_encoding() -> None:
    raw = f'String s = "{SO}"; evil(); // "'.encode("shift_jis") + b"\xff"

    assert comparable(raw, "Shift_JIS") == f'String s = "{SO}"; evil(); // "\xff'


def test_a_mark_of_byte_order_is_no_text() -> None:
    assert comparable(b"\xef\xbb\xbfpackage p;", "Shift_JIS") == "package p;"


@pytest.mark.parametrize("declared", ["Windows-31J", "MS932", "csWindows31J", "x-sjis", "SJIS"])
def test_encodings_are_known_by_the_names_that_java_has_for_them(declared: str) -> None:
    assert comparable(SO.encode("shift_jis"), declared) == SO


def test_utf_16_without_a_mark_is_read_as_java_reads_it() -> None:
    assert comparable(b"\0a", "UTF-16") == "a"
    assert comparable(b"\xff\xfea\0", "UTF-16") == "a"


def test_a_new_file_is_written_in_the_declared_encoding() -> None:
    assert encode(SO, "Shift_JIS") == b"\x83\x5c"
    assert encode("é\u30bd", "ISO-8859-1") == b"\xe9\\u30bd"
    assert encode("é", "") == encode("é", "no such") == b"\xc3\xa9"
    assert encode("\udc83\\", "ISO-8859-1") == b"\x83\x5c"


@pytest.mark.parametrize(
    ("content", "plain"),
    [(b"class A {}\r\n", True), (b"\xe9", False), (b"\0a", False), (b"\x1b$B", False)],
)
def test_what_reads_the_same_in_every_encoding(content: bytes, plain: bool) -> None:
    assert is_plain(content) is plain


def test_whether_two_encodings_give_a_file_the_same_tokens() -> None:
    hidden = f'"{SO}"'.encode("shift_jis")

    assert not reads_alike(hidden, "Shift_JIS", "")
    assert reads_alike(f"int a; // {SO}".encode("shift_jis"), "Shift_JIS", "")
    assert reads_alike("é".encode(), "ISO-8859-1", "UTF-8")
    assert reads_alike(b"plain", "no such", "UTF-8")
    assert not reads_alike(b"\x1b$B%=", "no such", "UTF-8")
    assert not reads_alike(b"caf\xe9", "no such", "UTF-8")


def test_a_byte_order_mark_and_the_most_frequent_line_end_are_kept() -> None:
    source = decode(b"\xef\xbb\xbfa\r\nb\r\nc\n", "ISO-8859-1")

    assert (source.text, source.newline) == ("a\r\nb\r\nc\n", "\r\n")
    assert source.encode("x") == b"\xef\xbb\xbfx"
    assert source.with_own_newlines("a\nb\r\n") == "a\r\nb\r\n"


def test_letters_that_the_encoding_lacks_become_escapes() -> None:
    assert decode(b"\xe9").encode("\u4e2d\U0001f600") == b"\\u4e2d\\ud83d\\ude00"


@pytest.mark.parametrize("declared", ["idna", "punycode", "unicode_escape", "raw-unicode-escape"])
def test_what_python_alone_calls_an_encoding_is_unknown(declared: str) -> None:
    content = "class A {} // \u00e9\n".encode()

    assert decode(content, declared).encoding == "utf-8"
    assert decode(content, declared).encode("a\ud800") == b"a\\ud800"
    assert encode("\u00e9", declared) == b"\xc3\xa9"
