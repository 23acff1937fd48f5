import errno
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from verifier.cli import main as main_module
from verifier.cli.main import COMMANDS, LazyGroup, cli, main
from verifier.errors import InputError

PROGRAM = str(Path(sys.executable).parent / "refverify")


Raising = Callable[[BaseException], None]


@pytest.fixture
def raising(monkeypatch: pytest.MonkeyPatch) -> Raising:
    """Make `refverify boom` a command that raises what it is given."""

    def prepare(error: BaseException) -> None:
        @click.command()
        def boom() -> None:
            raise error

        class Group(LazyGroup):
            def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
                return boom if cmd_name == "boom" else super().get_command(ctx, cmd_name)

        group = Group("refverify", params=cli.params, callback=cli.callback)
        monkeypatch.setattr(main_module, "cli", group)

    return prepare


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (InputError("a:1: bad", hint="Mend it."), 4, "refverify: a:1: bad\nMend it.\n"),
        (
            OSError(errno.ENOSPC, "No space left on device", "run/ledger.jsonl"),
            10,
            "refverify: run/ledger.jsonl: No space left on device\n",
        ),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), 10, "refverify: Disk quota exceeded\n"),
        (PermissionError(errno.EACCES, "Permission denied", "run"), 10, "run: Permission denied"),
        (KeyboardInterrupt(), 130, "interrupted; nothing was written"),
        (click.Abort(), 130, "interrupted"),
        (ZeroDivisionError("division by zero"), 70, "ZeroDivisionError: division by zero\n"),
        (OSError(errno.EBADF, "Bad file descriptor"), 70, "internal error: OSError"),
        (click.ClickException("some file"), 4, "refverify: some file"),
        (click.UsageError("no such thing"), 2, "Error: no such thing"),
        (click.exceptions.Exit(3), 3, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)
def test_every_ending_has_its_code_and_no_traceback(
    raising: Raising,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    text: str,
) -> None:
    raising(error)
    assert main(["boom"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert text in err
    assert "Traceback" not in err


def test_debug_adds_the_traceback(
    raising: Raising,
    capsys: pytest.CaptureFixture[str],
) -> None:
    raising(InputError("a:1: bad"))
    assert main(["--debug", "boom"]) == 4
    err = capsys.readouterr().err
    assert err.startswith("Traceback")
    assert err.endswith("refverify: a:1: bad\n")


def test_help_lists_every_command_and_succeeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n  {name} " not in out] == []


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == "refverify, version 0.1.0\n"


@pytest.mark.parametrize(
    "words",
    [
        ["no-such-command"],
        ["completion"],
        ["--no-such-option"],
        ["mine", ".", "-o", "x.jsonl", "--max-heap", "2x"],
    ],
)
def test_a_wrong_command_line_is_code_2(words: list[str]) -> None:
    assert main(words) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["show", "3f0c"],
        ["instances"],
        ["predictions", "empty", "-o", "x.jsonl"],
        ["predictions", "template", "3f0c"],
        ["rules", "propose", "--repo", ".", "-o", "rules"],
        pytest.param(["verify", "predictions.jsonl", "--run", "run"], marks=pytest.mark.java),
    ],
    ids=" ".join,
)
def test_every_command_says_how_to_name_the_file_of_instances(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 4
    assert capsys.readouterr().err == (
        "refverify: cannot read instances.jsonl: No such file or directory\n"
        "Name the file of instances with -i FILE.\n"
    )


def test_a_full_disk_behind_standard_output_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [PROGRAM, "completion", "bash"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 10
    assert b"No space left on device" in done.stderr


def test_a_reader_that_goes_away_is_no_noise() -> None:
    with subprocess.Popen(
        [PROGRAM, "completion", "bash"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


def test_a_termination_signal_unwinds() -> None:
    program = (
        "import sys, time, click; from verifier.cli import main as m\n"
        "@click.command()\n"
        "def wait():\n"
        "    try:\n"
        "        print('ready', flush=True); time.sleep(60)\n"
        "    finally:\n"
        "        print('cleaned up', flush=True)\n"
        "m.cli.get_command = lambda ctx, name: wait\n"
        "sys.argv = ['refverify', 'wait']; m.entry_point()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == b"cleaned up\n"
        assert b"refverify: terminated; " in process.stderr.read()
        assert process.wait(timeout=60) == 143


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["verfy"], "No such command 'verfy'. Did you mean verify?"),
        (["rules", "chek"], "No such command 'chek'. Did you mean check?"),
        (["datasets", "biuld"], "No such command 'biuld'. Did you mean build?"),
        (["xyzzy"], "No such command 'xyzzy'.\n"),
    ],
)
def test_a_mistyped_command_is_answered_with_what_was_meant(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err
