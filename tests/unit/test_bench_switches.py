"""Verdicts with a switch on and off: what counts as another verdict."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.soak import PREDICTIONS
from bench.switch_sets import PredictionSet, SetName, sample_file, spread
from bench.switches import SWITCHES, Judged, by_prediction, differences, main, words_for_verify
from tests.support.verdicts import checks_until, passing, verdict
from verifier.cli.verify import command
from verifier.config import CACHE_VARIABLE
from verifier.domain.outcome import CheckName, Reason
from verifier.domain.verdict import Verdict


def slower(made: Verdict) -> Verdict:
    return replace(made, checks=tuple(replace(check, seconds=9.0) for check in made.checks))


def test_seconds_make_no_other_verdict() -> None:
    made = verdict(checks=passing())

    expected = by_prediction([made])

    assert list(differences(expected, by_prediction([slower(made)]), among=set(expected))) == []


def test_another_reason_is_another_verdict() -> None:
    failed = verdict(checks=checks_until(CheckName.TESTS, Reason.TEST_FAILED))
    missing = verdict(checks=checks_until(CheckName.TESTS, Reason.TEST_MISSING))
    expected = by_prediction([failed])

    (line,) = differences(expected, by_prediction([missing]), among=set(expected))

    assert "TEST_FAILED" in line
    assert "TEST_MISSING" in line


def test_a_prediction_without_a_verdict_is_told() -> None:
    expected = by_prediction([verdict(checks=passing())])

    (line,) = differences(expected, {}, among=set(expected))
    (neither,) = differences({}, {}, among=set(expected))

    assert line.endswith("judged by one alone")
    assert neither.endswith("judged by neither")


def test_a_prediction_that_is_not_in_the_sample_makes_no_difference() -> None:
    found = by_prediction([verdict(checks=passing())])

    assert list(differences(found, {}, among=set())) == []


def test_a_sample_has_about_as_many_of_each_outcome_whatever_the_period_of_the_order() -> None:
    of_five = [number % 5 for number in spread(1000, 200)]

    assert [of_five.count(outcome) for outcome in range(5)] == [40, 38, 40, 42, 40]


def test_a_smaller_sample_lies_in_a_larger_one_and_the_largest_is_the_whole() -> None:
    small, large = spread(51, 8), spread(51, 20)

    assert (len(small), len(large)) == (8, 20)
    assert set(small) < set(large)
    assert spread(51, 51) == spread(51, 1000) == list(range(51))


def test_a_sample_is_spread_over_the_file() -> None:
    assert spread(56, 7) == [0, 5, 13, 26, 34, 39, 47]


def test_a_sample_is_a_file_beside_the_whole(tmp_path: Path) -> None:
    whole = tmp_path / f"{PREDICTIONS}.jsonl"
    whole.write_text("".join(f"{number}\n" for number in range(56)), encoding="utf-8")

    assert sample_file(whole, None) == whole
    assert sample_file(whole, 7).read_text("utf-8").split() == [
        "0",
        "5",
        "13",
        "26",
        "34",
        "39",
        "47",
    ]
    assert len(whole.read_text("utf-8").split()) == 56


def test_each_switch_has_a_cache_of_its_own_that_begins_with_dependencies_where_it_is_cold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kept in ("repositories/0a1b", "prepared/0a1b"):
        (tmp_path / "first" / kept).mkdir(parents=True)
        (tmp_path / "first" / f"{kept}.lock").touch()
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "first"))
    made = PredictionSet(folder=tmp_path / "soak", repositories=(), unexpected=lambda *_: 0)
    shared = Judged(made=made, predictions=made.predictions, words=())
    one, other = SWITCHES[:2]

    assert shared.cache(one) == shared.cache(other) == tmp_path / "first"
    cold = replace(shared, cold=True)
    assert cold.cache(one) != cold.cache(other)
    assert [kept.name for kept in cold.cache(one).iterdir()] == ["repositories"]


def test_what_follows_two_hyphens_is_for_the_command_that_judges() -> None:
    own, more = words_for_verify(["--most", "2", "--", "--image", "x"])

    assert (own, more) == (["--most", "2"], ["--image", "x"])
    assert words_for_verify(["--most", "2"]) == (["--most", "2"], [])


def test_answers_are_judged_of_a_file_and_a_repository_that_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path), "--set", SetName.ANSWERS])

    assert "--released and --repo" in capsys.readouterr().err


@pytest.mark.parametrize("word", sorted({word for s in SWITCHES for word in s.words}))
def test_every_switch_is_an_option_of_the_command(word: str) -> None:
    names = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}

    assert word.partition("=")[0] in names
