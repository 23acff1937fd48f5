"""docs/glossary.md: one word for each concept, in the commands' own options."""

import re
from pathlib import Path

import click
import pytest

from tests.contracts.test_help import ALL_PATHS, command_at
from verifier.domain.gate import BehaviourAnswer, Decision

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "glossary.md").read_text(encoding="utf-8")
OUTPUTS = {"--out", "--into", "--output-dir", "--destination", "--save"}


def options() -> list[tuple[click.Option, str]]:
    """Each option with its command."""
    return [
        (option, " ".join(path))
        for path in ALL_PATHS
        for option in command_at(path).params
        if isinstance(option, click.Option)
    ]


def long_names() -> list[tuple[str, str]]:
    """Each long name of an option with its command."""
    return [
        (name, path) for option, path in options() for name in option.opts if name.startswith("--")
    ]


def rows(text: str) -> list[str]:
    return re.findall(r"^\| (?!option|word|---)(.+?) \|", text, re.MULTILINE)


@pytest.mark.parametrize("page", ["start", "review", "coding-agents"])
def test_the_first_pages_name_answers_as_check_prints_them(page: str) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    printed = {each.replace("_", " ").upper() for each in (*BehaviourAnswer, *Decision)}
    named = set(re.findall(r"`([A-Z][A-Z ]+)`", text))

    assert "OPEN" in named
    assert named <= printed


def test_what_is_written_is_named_by_one_option() -> None:
    assert [each for each in long_names() if each[0] in OUTPUTS] == []


@pytest.mark.parametrize(
    ("name", "short"), [("--output", "-o"), ("--instances", "-i"), ("--format", "--format")]
)
def test_one_option_has_the_same_names_everywhere(name: str, short: str) -> None:
    for option, path in options():
        if name in option.opts:
            assert set(option.opts) == {name, short}, path


def test_each_time_limit_says_what_it_limits() -> None:
    limits = {"--analysis-timeout", "--answer-timeout", "--build-timeout", "--commit-timeout"}
    limits |= {"--request-timeout", "--shard-timeout"}
    assert {name for name, _ in long_names() if "timeout" in name} == limits


def test_every_format_is_a_text_or_json_at_least() -> None:
    for option, path in options():
        if "--format" in option.opts:
            assert isinstance(option.type, click.Choice), path
            assert {"text", "json"} <= set(option.type.choices), path


def test_what_mine_writes_is_what_the_others_read() -> None:
    default = {
        option.default
        for option, path in options()
        if (path, option.name) in {("mine", "output"), ("instances", "file"), ("show", "file")}
    }
    assert default == {"instances.jsonl"}


def test_words_are_in_order_and_once() -> None:
    words = rows(PAGE)
    assert words == sorted(set(words))
