"""The examples of docs/python.md run in order and print what the page shows."""

import re
from pathlib import Path

import pytest

from verifier.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def examples() -> list[str]:
    return re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def list_announced(example: str) -> list[str]:
    """What the example says it prints: the comment of each line that prints."""
    return re.findall(r"^ *print\(.*\)  # (.*)$", example, re.MULTILINE)


def test_every_line_that_prints_says_what() -> None:
    for example in examples():
        assert len(list_announced(example)) == len(re.findall(r"^ *print\(", example, re.MULTILINE))


def test_the_page_has_examples_of_every_part() -> None:
    assert len(examples()) == 10
    assert sum(len(list_announced(example)) for example in examples()) == 16


def test_the_examples_run_and_print_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["datasets", "build", "bistro", "-o", "bistro"]) == 0
    capsys.readouterr()
    names: dict[str, object] = {}

    for example in examples():
        exec(compile(example, str(PAGE), "exec"), names)
        assert capsys.readouterr().out.splitlines() == list_announced(example)
