"""An option that is not a whole number gets a clear error."""

import click
import pytest

from verifier.cli.main import main
from verifier.cli.options.numbers import Number, Seconds, Whole


@pytest.mark.parametrize(
    ("number", "word", "said"),
    [
        (Whole(1), "two", "'two' is not a whole number of at least 1"),
        (Whole(1, 64), "0", "'0' is not a whole number from 1 to 64"),
        (Whole(max=9), "10", "'10' is not a whole number of at most 9"),
        (Whole(), "1.5", "'1.5' is not a whole number"),
    ],
)
def test_a_wrong_number_is_refused_with_its_bounds(number: Whole, word: str, said: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        number.convert(word, None, None)
    assert caught.value.message == said


def test_a_right_number_is_a_number() -> None:
    assert Whole(1, 64).convert("64", None, None) == 64


def test_commands_speak_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mine", ".", "-o", "x.jsonl", "--jobs", "two"]) == 2
    assert "'two' is not a whole number of at least 1" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["nan", "inf", "-inf"])
@pytest.mark.parametrize("kind", [Number(), Seconds(1), Number(0, 1, min_open=True)])
def test_a_number_is_finite(kind: Number, text: str) -> None:
    with pytest.raises(click.BadParameter):
        kind.convert(text, None, None)
