"""A declaration's tokens are those that the compiler reads, at the places where they are written."""

import pytest

from verifier.residue.text.method_text import MethodText


def words(code: str) -> list[str]:
    text = f"class A {{\n{code}\n}}\n"
    start = text.index(code)
    method = MethodText(file="A.java", text=text, start=start, end=start + len(code))
    return [token.text for token in method.tokens()]


@pytest.mark.parametrize(
    ("written", "escaped"),
    [
        ('String f() { return "\u00e9"; }', 'String f() { return "\\u00e9"; }'),
        ("void caf\u00e9() { }", "void caf\\u00e9() { }"),
        ("char f() { return '\u00e9'; }", "char f() { return '\\uu00e9'; }"),
        ('String f() { return "\U0001f600"; }', 'String f() { return "\\ud83d\\ude00"; }'),
        ("void f() { g(); }", "void f() \\u007b g(); \\u007d"),
    ],
)
def test_an_escape_is_the_letter(written: str, escaped: str) -> None:
    assert words(written) == words(escaped)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('String f() { return "\u00e9"; }', 'String f() { return "\\u00e8"; }'),
        ('String f() { return "\u00e9"; }', 'String f() { return "\\\\u00e9"; }'),
        ('String f() { return "a"; }', 'String f() { return "a\\u0022 + x + \\u0022"; }'),
        ("void f() { g(); }", "void f() { // \\u000a x(); \n g(); }"),
    ],
    ids=["another letter", "an escaped backslash", "code in quotes", "code in a comment"],
)
def test_an_escape_is_no_other_letter(one: str, other: str) -> None:
    assert words(one) != words(other)
