"""From the words of the command line to an endpoint, its sampling parameters and budgets."""

from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from verifier.cli.options.endpoint import endpoint_options
from verifier.cli.options.records import pass_as
from verifier.domain.generation import Sampling
from verifier.generation.endpoints.options import EndpointChoice


@dataclass(frozen=True, kw_only=True)
class Options:
    endpoint: EndpointChoice
    sampling: Sampling


def call_command(*words: str) -> tuple[Result, list[tuple[EndpointChoice, Sampling]]]:
    found: list[tuple[EndpointChoice, Sampling]] = []

    @click.command()
    @endpoint_options
    @pass_as(Options)
    def command(options: Options) -> None:
        found.append((options.endpoint, options.sampling))

    return CliRunner().invoke(command, words), found


def test_every_word_arrives() -> None:
    _, found = call_command(
        *("--model", "m", "--base-url", "http://localhost/v1", "--api-key-env", "MY_KEY"),
        *("--jobs", "9", "--request-timeout", "30", "--give-up-after", "60"),
        *("--prices", "p.toml", "--budget", "5", "--budget-tokens", "7", "--budget-each", "0.5"),
        *("--confirm-above", "0", "--yes", "--temperature", "0", "--top-p", "0.9", "--seed", "3"),
        *("--max-tokens", "100", "--reasoning-effort", "low"),
    )

    options = EndpointChoice(
        model="m",
        base_url="http://localhost/v1",
        api_key_env="MY_KEY",
        jobs=9,
        request_timeout=30,
        give_up_after=60,
        prices=Path("p.toml"),
        budget=5,
        budget_tokens=7,
        budget_each=0.5,
        confirm_above=0,
        yes=True,
    )
    sampling = Sampling(temperature=0, top_p=0.9, seed=3, max_tokens=100, reasoning_effort="low")
    assert found == [(options, sampling)]


def test_without_words_the_library_decides_and_no_parameter_is_sent() -> None:
    assert call_command("--model", "m")[1] == [(EndpointChoice(model="m"), Sampling())]


def test_a_key_can_never_be_a_word() -> None:
    assert call_command("--model", "m", "--api-key", "sk-CANARY")[0].exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--model", "m", "--budget", "0"),
        ("--model", "m", "--temperature", "-1"),
        ("--model", "m", "--top-p", "1.1"),
        ("--model", "m", "--max-tokens", "0"),
        ("--model", "m", "--jobs", "0"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...]) -> None:
    assert call_command(*words)[0].exit_code == 2
