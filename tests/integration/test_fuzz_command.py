"""`refverify fuzz` from the command line: the exit status, the files, and a replay of them."""

import json
from pathlib import Path

import pytest

from verifier.cli.main import main
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]

RIGHT = "package p; public class Calc { public static int twice(int a) { return a + a; } }"
SAME = RIGHT.replace("a + a", "2 * a")
WRONG = RIGHT.replace("a + a", "a * a")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for version, text in (("right", RIGHT), ("same", SAME), ("wrong", WRONG)):
        file = tmp_path / version / "Calc.java"
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
    return tmp_path


def fuzz(jdk: Jdk, *words: str | Path) -> int:
    """The exit status."""
    budget = ("--fuzz-executions", "100", "--sandbox", "local", "--jdk", jdk.home)
    return main(["fuzz", *map(str, (*words, *budget))])


def test_versions_that_do_the_same_end_with_0_and_say_how_many_inputs_ran(
    place: Path, jdk: Jdk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz(jdk, place / "right/Calc.java", place / "same/Calc.java") == 0
    assert capsys.readouterr().out.startswith("no difference in 100 inputs; 2 of 2 changed lines")


def test_a_difference_ends_with_1_and_its_replay_says_when_it_is_gone(
    place: Path, jdk: Jdk, capsys: pytest.CaptureFixture[str]
) -> None:
    out = place / "found"

    assert fuzz(jdk, place / "right/Calc.java", place / "wrong/Calc.java", "-o", out) == 1
    printed, told = capsys.readouterr()
    assert "behaviour differs (return): Calc.twice(" in printed
    assert "-o FOLDER" not in told
    assert {file.name for file in out.iterdir()} == {
        "result.json", "replay.json", "CalcBehaviourTest.java",
    }  # fmt: skip

    assert fuzz(jdk, "replay", out / "replay.json", "--format", "json") == 1
    printed, told = capsys.readouterr()
    assert json.loads(printed)["executions"] == 1
    assert told.endswith("-o FOLDER writes the failing test and a replay file\n")

    assert fuzz(jdk, "replay", out / "replay.json", "--new", place / "same/Calc.java") == 0
