"""docs/glossary.md: one word for one thing, in the commands' own options."""

import re
from collections import Counter
from pathlib import Path

import click
import pytest

from tests.contracts.test_help import ALL_PATHS, command_at

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
WORDS, OPTIONS = PAGE.split("## Options that several commands have")
OUTPUTS = {"--out", "--into", "--to", "--output-dir", "--destination", "--save"}


def options(*, hidden: bool) -> list[tuple[str, str]]:
    """Each long option with its command."""
    return [
        (name, " ".join(path))
        for path in ALL_PATHS
        for option in command_at(path).params
        if isinstance(option, click.Option) and option.hidden is hidden
        for name in option.opts
        if name.startswith("--")
    ]


def rows(text: str) -> list[str]:
    return re.findall(r"^\| (?!option|word|---)(.+?) \|", text, re.MULTILINE)


def test_every_option_of_several_commands_is_in_the_glossary_and_no_other() -> None:
    shared = Counter(name for name, _ in options(hidden=False))
    listed = [re.findall(r"--[\w-]+", row)[0] for row in rows(OPTIONS)]
    assert listed == sorted(name for name, count in shared.items() if count > 1)


def test_what_is_written_is_named_by_one_option() -> None:
    assert [each for each in options(hidden=False) if each[0] in OUTPUTS] == []
    assert sorted(options(hidden=True)) == [
        ("--into", "rules propose"),
        ("--into", "rules register"),
        ("--out", "fuzz pair"),
        ("--out", "fuzz replay"),
    ]


@pytest.mark.parametrize("path", ALL_PATHS, ids=" ".join)
def test_output_and_instances_have_their_short_names(path: tuple[str, ...]) -> None:
    for option in command_at(path).params:
        if "--output" in option.opts:
            assert "-o" in option.opts


def test_words_are_in_order_and_once() -> None:
    words = rows(WORDS)
    assert words == sorted(set(words))


def test_an_old_name_is_taken_and_says_the_new_one() -> None:
    import subprocess
    import sys

    program = "from verifier.cli.main import entry_point; entry_point()"
    words = ["fuzz", "A.java", "B.java", "--out", "found"]
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[0] == "--out is now called -o/--output"
