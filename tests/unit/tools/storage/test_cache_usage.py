"""What running processes use of the cache is known, and free once they have ended."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from verifier.tools.storage.cache_usage import USES, hold, list_used

HOLD = """import sys
from pathlib import Path
from verifier.tools.storage.cache_usage import hold
hold(Path(sys.argv[1], "prepared", "base"), Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_process(cache: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that uses `prepared/base` until its standard input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(cache)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process


def test_what_this_process_uses_is_known(tmp_path: Path) -> None:
    assert list_used(tmp_path) == frozenset()

    hold(tmp_path / "prepared" / "a", tmp_path)
    hold(tmp_path / "prepared" / "a", tmp_path)
    hold(tmp_path / "repositories" / "b", tmp_path)

    assert list_used(tmp_path) == {"prepared/a", "repositories/b"}
    (written,) = (path for path in (tmp_path / USES).iterdir() if path.is_file())
    assert written.read_text("utf-8") == "prepared/a\nrepositories/b\n"


def test_what_another_uses_is_known_until_it_has_ended(tmp_path: Path) -> None:
    with another_process(tmp_path):
        assert list_used(tmp_path) == {"prepared/base"}

    assert list_used(tmp_path) == frozenset()
    assert [path.name for path in (tmp_path / USES).iterdir()] == ["prepared"]


def test_what_a_killed_one_used_is_free(tmp_path: Path) -> None:
    with another_process(tmp_path) as process:
        process.kill()

    assert list_used(tmp_path) == frozenset()


def test_a_file_that_names_no_process_is_removed(tmp_path: Path) -> None:
    (tmp_path / USES).mkdir()
    (tmp_path / USES / "notes").write_text("prepared/base\n")

    assert list_used(tmp_path) == frozenset()
    assert not (tmp_path / USES / "notes").exists()
