from dataclasses import dataclass
from pathlib import Path

import pytest

from verifier.domain.described import Described
from verifier.errors import InputError, UsageError
from verifier.tools.storage.keyed_lines import KeyedLines


@dataclass(frozen=True, kw_only=True, slots=True)
class Said(Described):
    """A record with a key."""

    key: str
    """Its key."""
    word: str
    """What is said under it."""


def open_lines(path: Path, *, fresh: bool = False) -> KeyedLines[Said]:
    return KeyedLines(path, Said, what="no word: ", hint="Begin anew.", fresh=fresh)


def test_the_last_line_of_a_key_counts_for_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "said.jsonl"
    with open_lines(path) as lines:
        lines.append(Said(key="a", word="first"))
        lines.append(Said(key="b", word="other"))
        lines.append(Said(key="a", word="last"))

    with open_lines(path) as lines:
        assert lines.read("a") == Said(key="a", word="last")
        assert lines.read("b") == Said(key="b", word="other")
        assert lines.read("c") is None


def test_what_a_killed_run_left_of_a_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "said.jsonl"
    with open_lines(path) as lines:
        lines.append(Said(key="a", word="whole"))
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"key": "b", "wo')

    with open_lines(path) as lines:
        assert lines.read("b") is None
    assert path.read_bytes() == whole


def test_begun_anew_nothing_is_known(tmp_path: Path) -> None:
    path = tmp_path / "said.jsonl"
    with open_lines(path) as lines:
        lines.append(Said(key="a", word="old"))

    with open_lines(path, fresh=True) as lines:
        assert lines.read("a") is None


def test_one_run_at_a_time_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "said.jsonl"
    with open_lines(path), pytest.raises(UsageError, match="another run is writing"):
        open_lines(path)


def test_a_damaged_line_is_told_and_the_file_let_go(tmp_path: Path) -> None:
    path = tmp_path / "said.jsonl"
    path.write_text("no json\n", encoding="utf-8")

    for _ in range(2):
        with pytest.raises(InputError, match=r"said\.jsonl:1: no word: ") as told:
            open_lines(path)
        assert told.value.hint == "Begin anew."
