"""Comments that say that code was left out, whatever their length."""

import pytest

from tests.support.cpu import cpu_seconds
from verifier.predictions.answers.abridged import leaves_out


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("// ...", True),
        ("// the rest of the class", True),
        ("// add your own logic", True),
        ("// insert it", False),
        ("// adds two numbers", False),
    ],
)
def test_words_of_omission_are_known(comment: str, said: bool) -> None:
    assert leaves_out(f"{comment}\n") is said


@pytest.mark.parametrize("unit", ["add ", ".", "insert\t", "other "])
def test_long_comments_are_read_in_seconds(unit: str) -> None:
    comment = "// a" + unit * (390_000 // len(unit)) + "x\n"

    assert cpu_seconds(lambda: leaves_out(comment)) < 4
