"""Comments that say that code was left out, whatever their length."""

import pytest

from tests.support.cpu import LINEAR, growth
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
def test_the_time_for_a_comment_grows_with_its_length(unit: str) -> None:
    assert growth(leaves_out, unit, before="// a", after="x\n") < LINEAR
