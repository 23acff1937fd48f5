"""The words of `fuzz`'s command line; nothing is run."""

from pathlib import Path

import pytest

from verifier.cli.main import main
from verifier.fuzzing.replay import ReplayFile
from verifier.tools.records import to_json


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["A.java"], "two versions are needed"),
        (["A.java", "B.java", "C.java"], "two versions are needed"),
        (["pair", "--old", "a"], "two versions are needed"),
        (["A.java", "--old", "a"], "two versions are needed"),
        (["A.java", "B.java", "--old", "a", "--new", "b"], "two versions are needed"),
        (["A.java", "B.java", "--rename", "p.A"], "--rename p.A: not OLD=NEW"),
        (["A.java", "B.java", "--rename", "=p.A"], "--rename =p.A: not OLD=NEW"),
        (["A.java", "B.java", "--class-path", "none.jar"], "--class-path: none.jar is not there"),
    ],
)
def test_what_is_missing_on_the_command_line_is_named(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fuzz", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_replay_file_that_names_no_versions_needs_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "replay.json"
    file.write_text(to_json(ReplayFile(replay={})))

    assert main(["fuzz", "replay", str(file), "--old", "a"]) == 2
    assert "does not say where the versions are" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}", "is not a replay file"),
        ('{"replay": {}, "old": "a", "new": "b"}', "names no method, or no input"),
    ],
)
def test_what_is_no_record_of_an_input_is_refused(
    tmp_path: Path, content: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "replay.json"
    file.write_text(content)

    assert main(["fuzz", "replay", str(file)]) == 4
    assert said in capsys.readouterr().err


def test_a_replay_file_that_is_not_there_is_an_input_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fuzz", "replay", str(tmp_path / "none.json")]) == 4
    assert "cannot read" in capsys.readouterr().err
