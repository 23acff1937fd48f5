"""How a compile error is written."""

import pytest

from verifier.domain.testrun import CompileError


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("p/A.java", "p/A.java:3: cannot find symbol | symbol: class \\x1b"),
        ("", "cannot find symbol | symbol: class \\x1b"),
    ],
)
def test_an_error_is_one_printable_line(file: str, text: str) -> None:
    error = CompileError(file=file, line=3, message="cannot find symbol\n  symbol: class \x1b")

    assert str(error) == text


def test_a_long_error_is_cut() -> None:
    assert len(str(CompileError(file="", line=0, message="\x1b" * 9000))) == 500
