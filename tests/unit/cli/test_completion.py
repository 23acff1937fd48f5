import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.instances import make_mined
from verifier.cli.main import main
from verifier.tools.records import to_json


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


def complete_by_bash(*words: str, folder: Path) -> list[str]:
    """What bash is offered for the last of the words, by the script that we print."""
    done = subprocess.run(
        [str(Path(sys.executable).parent / "refverify"), "completion", "bash"],
        capture_output=True,
        check=True,
    )
    script = done.stdout.decode()
    quoted = " ".join(map(shlex.quote, words))
    asked = (
        f"{script}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}\n"
        f"_refverify_completion refverify\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    shown = subprocess.run(
        ["bash", "--norc", "-c", asked],
        capture_output=True,
        check=True,
        cwd=folder,
        env={"PATH": path, "HOME": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return shown.stdout.decode().splitlines()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["instances", "x", "--type", "spl"], [r"Split\ Method"]),
        (["instances", "x", "--type", '"Spl'], ["Split Method"]),
        (["mine", ".", "--types", '"Inline Method,spl'], ["Inline Method,Split Method"]),
        (["report", "run", "--table", "pass"], ["pass-at-k"]),
        (["datasets", "build", "bis"], ["bistro"]),
        (["show", "a1"], ["a1b2"]),
        (["check", "--want", "Split"], [r"Split\ Method:"]),
    ],
    ids=" ".join,
)
def test_bash_is_offered_values_as_one_word(
    words: list[str], offered: list[str], tmp_path: Path
) -> None:
    instances = [make_mined(id="a1b2"), make_mined(id="b1b2")]
    text = "".join(f"{to_json(i)}\n" for i in instances)
    (tmp_path / "instances.jsonl").write_text(text, encoding="utf-8")

    assert complete_by_bash("refverify", *words, folder=tmp_path) == offered


def complete_by_fish(line: str, folder: Path) -> list[str]:
    program = shutil.which("fish")
    if program is None:
        pytest.skip("fish is not installed: apt install fish")
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    tools = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    script = f"refverify completion fish | source; complete -C {shlex.quote(line)}"
    done = subprocess.run(
        [program, "--no-config", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env=os.environ | home | {"PATH": tools},
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("refverify instances x --type extract\\ m", "Extract Method"),
        ("refverify instances x --type 'Inline", "Inline Method"),
        ("refverify datasets build bis", "bistro"),
    ],
)
def test_fish_completes_values_with_blanks(line: str, first: str, tmp_path: Path) -> None:
    assert [word.strip("'").replace("\\ ", " ") for word in complete_by_fish(line, tmp_path)][
        :1
    ] == [first]


ZPTY = r"""
zmodload zsh/zpty
zpty -b shell zsh -f -i
read_until() {
  local end=$((SECONDS + 40)) part
  while (( SECONDS < end )); do
    zpty -r -t shell part && out+=$part
    [[ $out == *$1* ]] && return 0
    sleep 0.1
  done
  return 1
}
zpty -w shell 'autoload -Uz compinit; compinit -u -D; source <(refverify completion zsh); print BE""GIN'
read_until BEGIN
zpty -w -n shell $'refverify instances x --type \'Inline M\t'
read_until "Inline Method'"
print -r -- "$out"
zpty -d shell
"""
"""A shell in a terminal of its own, in which the tabulator is pressed."""


def test_zsh_completes_values_with_blanks_as_one_word(tmp_path: Path) -> None:
    program = shutil.which("zsh")
    if program is None:
        pytest.skip("zsh is not installed: apt install zsh")
    tools = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        [program, "-f", "-c", ZPTY],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=120,
        env=os.environ | {"HOME": str(tmp_path), "PATH": tools, "TERM": "dumb"},
    )
    assert "'Inline Method'" in done.stdout, done.stdout + done.stderr
