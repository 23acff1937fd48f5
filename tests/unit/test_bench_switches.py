"""Verdicts with a switch on and off: what counts as another verdict."""

from dataclasses import replace

import pytest

from bench.switches import SWITCHES, by_prediction, differences
from tests.support.verdicts import passing, stopped_at, verdict
from verifier.cli.verify import command
from verifier.domain.outcome import CheckName, Reason
from verifier.domain.verdict import Verdict


def slower(made: Verdict) -> Verdict:
    return replace(made, checks=tuple(replace(check, seconds=9.0) for check in made.checks))


def test_seconds_make_no_other_verdict() -> None:
    made = verdict(checks=passing())

    assert list(differences(by_prediction([made]), by_prediction([slower(made)]))) == []


def test_another_reason_is_another_verdict() -> None:
    failed = verdict(checks=stopped_at(CheckName.TESTS, Reason.TEST_FAILED))
    missing = verdict(checks=stopped_at(CheckName.TESTS, Reason.TEST_MISSING))

    (line,) = differences(by_prediction([failed]), by_prediction([missing]))

    assert "TEST_FAILED" in line
    assert "TEST_MISSING" in line


def test_a_prediction_without_a_verdict_is_told() -> None:
    (line,) = differences(by_prediction([verdict(checks=passing())]), {})

    assert line.endswith("judged by the other alone")


@pytest.mark.parametrize("word", sorted({word for s in SWITCHES for word in s.words}))
def test_every_switch_is_an_option_of_the_command(word: str) -> None:
    names = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}

    assert word.partition("=")[0] in names
