"""The edit that removes a difference uses only names that its place has."""

import pytest

from verifier.java_text.tokens import scan_in_place
from verifier.residue.causes.mending import Spelling, undo
from verifier.residue.causes.pairing import Pairing
from verifier.residue.text.method_text import MethodText
from verifier.residue.text.words import Statement, statements_of, words_of, write_words

OLD = "return text.substring(1, length - 1);"


def method(code: str) -> tuple[MethodText, tuple[Statement, ...]]:
    text = MethodText(file="A.java", text=code, start=0, end=len(code))
    return text, tuple(statements_of(words_of(text, list(scan_in_place(code)))))


def undone(old: str, new: str, *variables: str) -> str:
    """Undo the difference of the only statement of the old code in the last one of the new code."""
    before = method(old)[1][-1]
    home, statements = method(new)
    pairing = Pairing(old=(before,), new=statements, same={}, moved={}, changed={})
    return undo(before, statements[-1], Spelling.of(home, pairing, (), frozenset(variables)))


@pytest.mark.parametrize(
    "new",
    [
        "return text.substring(1, text.length() - 1);",
        "return text.substring(1, this.length - 1);",
        "int n = text.length(); return text.substring(1, n - 1);",
        "return text.substring(1, apply(Text::length) - 1);",
    ],
)
def test_a_variable_that_the_place_does_not_have_is_not_written(new: str) -> None:
    assert undone(OLD, new, "length", "text") == ""


def test_a_variable_that_the_place_has_is_written() -> None:
    new = "int length = text.length(); return text.substring(1, text.length() - 1);"

    assert undone(OLD, new, "length", "text") == OLD


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("use(size - 1);", "use(box.size() - 1);"),
        ("use(b);", "use(a + b);"),
        ("use(a, c);", "use(a, b, c);"),
        ("int n = f();", "final int n = f();"),
    ],
)
def test_what_is_left_keeps_its_spaces(old: str, new: str) -> None:
    assert undone(old, new) == old


def test_a_text_block_is_written_as_a_literal_on_one_line() -> None:
    old, new = (f'use("""\n    a\n    {word}""");' for word in ("b", "c"))

    assert undone(old, new) == r'use("a\nb");'
    assert method(new)[1][-1].source == r'use("a\nc");'
    assert write_words(method(old)[1][-1].words) == r'use("a\nb");'
