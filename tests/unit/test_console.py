import io
import json

import jsonschema
import pytest

from verifier.console import Console, Groups
from verifier.datasets.catalogue import datasets_folder


def test_plain_progress_has_a_first_and_a_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    with Console(plain=True).progress("mine", 3) as progress:
        progress.advance("a")
        progress.advance("b")
        progress.advance("c")
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "mine: 0/3\nmine: 3/3 c\n"


def test_plain_progress_of_nothing_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    with Console(plain=True).progress("mine", 0):
        pass
    assert capsys.readouterr().err == "mine: 0/0\n"


def test_quiet_silences_notices_and_progress_but_not_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    console = Console(quiet=True, plain=True)
    console.say("a notice")
    with console.progress("mine", 1) as progress:
        progress.advance()
    console.error("an error")
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "an error\n"


def test_bars_are_drawn_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with Console(plain=False).progress("mine", 2) as progress:
        progress.advance("first")
        progress.advance("second")
    out, err = capsys.readouterr()
    assert out == ""
    assert "mine" in err
    assert "2/2" in err


def test_lines_are_the_default_where_standard_error_is_no_terminal() -> None:
    assert Console().plain is True


def test_what_a_message_quotes_cannot_drive_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Console(plain=True).error("it ended:\n\x1b[2J gone")
    assert capsys.readouterr().err == "it ended:\n\\x1b[2J gone\n"


BASES = Groups(name="base", of_steps=(1, 1, 2, 3))


def test_a_line_says_which_base_is_at_work_and_what_is_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.console.SECONDS_BETWEEN_LINES", 0)
    with Console(plain=True).progress("verify", 4, BASES) as progress:
        for name in "abcd":
            progress.advance(name)
    assert capsys.readouterr().err.splitlines() == [
        "verify: 0/4, base 1/3",
        "verify: 1/4, base 1/3, about 1 s left: a",
        "verify: 2/4, base 2/3, about 1 s left: b",
        "verify: 3/4, base 3/3, about 1 s left: c",
        "verify: 4/4 d",
    ]


def test_the_first_step_of_each_group_begins_something_new() -> None:
    assert BASES.fresh == [True, False, True, True]
    assert (BASES.count, BASES.at(2), BASES.at(4), Groups(name="base", of_steps=()).at(0)) == (
        3,
        2,
        3,
        0,
    )


def test_records_tell_progress_notices_and_errors(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(records=True)
    console.say("a notice")
    with console.progress("verify", 4, BASES) as progress:
        progress.advance("i1 passed")
    console.error("it ended")

    schema = json.loads((datasets_folder() / "schema" / "progress.json").read_text("utf-8"))
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    for line in lines:
        jsonschema.validate(line, schema)
    assert [line["event"] for line in lines] == ["notice", "progress", "progress", "error"]
    first, second = lines[1:3]
    assert (first["done"], first["total"], first["seconds_left"]) == (0, 4, None)
    assert (second["done"], second["group"], second["groups"]) == (1, 1, 3)
    assert (second["task"], second["text"]) == ("verify", "i1 passed")
    assert second["seconds_left"] >= 0


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("y\n", True), ("Yes\n", True), ("\n", False), ("no\n", False), ("", False)],
)
def test_a_person_is_asked_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, typed: str, answer: bool
) -> None:
    shown = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr("sys.stderr", shown)

    assert Console().confirm("Go\x1b on?") is answer
    assert shown.getvalue() == "Go\\x1b on? [y/N] "


@pytest.mark.parametrize("records", [False, True])
def test_without_a_terminal_there_is_no_answer(
    monkeypatch: pytest.MonkeyPatch, records: bool
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("y\n") if records else io.StringIO("y\n"))
    monkeypatch.setattr("sys.stderr", Terminal())

    assert Console(records=records).confirm("Go on?") is None
