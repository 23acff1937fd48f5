import pytest

from verifier.console import Console


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
