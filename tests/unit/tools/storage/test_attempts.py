"""A unit that ended its process twice is not tried a third time."""

import subprocess
import sys
from pathlib import Path

import pytest

from verifier.errors import StorageError
from verifier.tools.storage.attempts import UnitAttempts

KILLED = """
import os, signal, sys
from pathlib import Path
from verifier.tools.storage.attempts import UnitAttempts
with UnitAttempts(Path(sys.argv[1])) as attempts:
    with attempts.attempt("ends"):
        pass
    with attempts.attempt("kills"), attempts.attempt("ran at the same time"):
        os.kill(os.getpid(), signal.SIGKILL)
"""


def kill(path: Path) -> None:
    assert subprocess.run([sys.executable, "-c", KILLED, path], check=False).returncode == -9


def test_two_deaths_poison_the_units_that_had_started(tmp_path: Path) -> None:
    path = tmp_path / "attempts"
    kill(path)
    with UnitAttempts(path) as attempts:
        assert attempts.is_suspect("kills")
        assert attempts.find_refusal("kills") is None
        assert not attempts.is_suspect("ends")
        # Run alone, it ends: it was not the one.
        with attempts.attempt("ran at the same time"):
            pass

    kill(path)
    with UnitAttempts(path) as attempts:
        refusal = attempts.find_refusal("kills")
        assert refusal is not None
        assert "2 attempts ended the process" in refusal.message
        assert attempts.find_refusal("ran at the same time") is None

    with UnitAttempts(path, fresh=True) as attempts:
        assert attempts.find_refusal("kills") is None


def test_an_error_and_a_stop_are_ends(tmp_path: Path) -> None:
    path = tmp_path / "attempts"
    for error in (StorageError("full"), KeyboardInterrupt()):
        with pytest.raises(type(error)), UnitAttempts(path) as attempts, attempts.attempt("unit"):
            raise error
    with UnitAttempts(path) as attempts:
        left = attempts.attempt("still runs when the run is left")
        left.__enter__()

    assert not path.exists()
    with UnitAttempts(path) as attempts:
        assert not attempts.is_suspect("unit")
        assert not attempts.is_suspect("still runs when the run is left")


def test_a_torn_line_and_foreign_bytes_are_no_attempts(tmp_path: Path) -> None:
    path = tmp_path / "attempts"
    path.write_bytes(b"\xff\xfe\nstarted a\nstarted a\nended a\nstarted b\nstart")

    with UnitAttempts(path) as attempts:
        assert not attempts.is_suspect("a")
        assert attempts.is_suspect("b")
