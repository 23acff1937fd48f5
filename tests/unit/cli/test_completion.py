import pytest

from verifier.cli.main import main


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("bash", "_REFVERIFY_COMPLETE=bash_complete"),
        ("zsh", "#compdef refverify"),
        ("fish", "complete --no-files --command refverify"),
    ],
)
def test_every_shell_has_its_script(
    shell: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    assert line in capsys.readouterr().out


def test_another_shell_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "position", "completed"),
    [
        ("refverify comp", "1", ["plain,completion"]),
        ("refverify completion z", "2", ["plain,zsh"]),
        ("refverify --qu", "1", ["plain,--quiet"]),
    ],
)
def test_words_are_completed(
    words: str,
    position: str,
    completed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("_REFVERIFY_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", position)
    assert main([]) == 0
    assert capsys.readouterr().out.splitlines() == completed
