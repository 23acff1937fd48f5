"""The folder of a distributed job, which all nodes share: one folder for each start of a shard.

A shard that was interrupted starts in a new folder, which begins as a copy of the last one. So an old
process that still runs on a node out of reach writes where no merge reads.
"""

import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import InputError, UsageError
from verifier.tools.storage.files import create_whole, storage_errors, write_whole
from verifier.tools.storage.locking import try_to_hold

ENDED = "ended.json"
"""The file with the exit code of a shard's command, written when the command ended."""
_JOB, _LOCK, _MERGING = "job.json", "lock", "merging"
_START = re.compile(r"([0-9]{1,9})-([0-9]{1,9})", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardFolders:
    """The folder of a job. `name` is the name of its output, which each shard uses, too."""

    root: Path
    name: str
    count: int
    """The number of shards."""
    job: str
    """A random name, the same for every call that continues this job."""

    def start(self, index: int, number: int) -> Path:
        """Return the folder of a start of a shard; the first start has the number 1."""
        return self.root / f"{index}-{number}"

    def last_start(self, index: int) -> int:
        """Return the number of the last start of a shard; 0 if it was never started."""
        found = (_START.fullmatch(each.name) for each in self.root.iterdir())
        return max((int(m[2]) for m in found if m and int(m[1]) == index), default=0)

    def output(self, index: int) -> Path:
        """Return the output of the last start of a shard."""
        return self.start(index, self.last_start(index)) / self.name

    def is_complete(self, index: int) -> bool:
        """Tell whether a shard needs no other call."""
        return read_exit_code(self.start(index, self.last_start(index))) == 0

    @property
    def is_merging(self) -> bool:
        """Whether a merge began, so that files at the output belong to this job."""
        return (self.root / _MERGING).exists()

    def begin_merging(self) -> None:
        """Record that files at the output belong to this job from now on."""
        write_whole(self.root / _MERGING, b"")

    def remove(self) -> None:
        """Rename the folder, then remove it, so that no call continues a half-removed one."""
        gone = self.root.with_name(f"{self.root.name}.done")
        shutil.rmtree(gone, ignore_errors=True)
        with storage_errors(self.root):
            self.root.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)


def name_folder(output: Path) -> Path:
    """Return the folder of the job that writes `output`, a file of records or a folder."""
    whole = Path(os.path.abspath(output))  # noqa: PTH100 - links stay as the user wrote them
    return whole.with_name(f"{whole.name.removesuffix('.jsonl')}.shards")


@contextmanager
def open_folders(output: Path, words: Sequence[str], count: int) -> Iterator[ShardFolders]:
    """Create the folder of a job, or open an earlier one, which keeps its number of shards. Lock it.

    Raises:
        UsageError: the folder belongs to another command, or another process has the lock.
        InputError: the folder is damaged. StorageError: it cannot be written.
    """
    root = name_folder(output)
    with storage_errors(root):
        root.mkdir(parents=True, exist_ok=True)
        handle = os.open(root / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        if not try_to_hold(handle):
            raise UsageError(f"another process works in {root}", hint="Wait until it ends.")
        yield _describe(root, output.name, tuple(words), count)
    finally:
        os.close(handle)


def _describe(root: Path, name: str, words: tuple[str, ...], count: int) -> ShardFolders:
    file = root / _JOB
    if not file.exists():
        facts = {"command": words, "count": count, "job": secrets.token_hex(8)}
        write_whole(file, json.dumps(facts).encode())
    try:
        found = json.loads(file.read_bytes())
        command, count, job = tuple(found["command"]), int(found["count"]), str(found["job"])
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise InputError(f"cannot read {file}: {error}", hint=f"Remove {root}.") from error
    if command != words:
        raise UsageError(
            f"{root} has the shards of another command: {' '.join(command)}",
            hint="Run that command, or remove the folder.",
        )
    return ShardFolders(root=root, name=name, count=count, job=job)


def prepare_start(folder: Path, previous: Path | None) -> None:
    """Create the folder of a start, with a copy of what the previous start wrote, if there was one.

    Raises:
        StorageError: it cannot be written.
    """
    with create_whole(folder) as scratch:
        if previous is not None and previous.is_dir():
            shutil.copytree(
                previous, scratch, symlinks=True, dirs_exist_ok=True, ignore=_ignore_end
            )


def _ignore_end(_folder: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if name == ENDED]


def write_exit_code(folder: Path, code: int) -> None:
    """Record the exit code with which the command of a start ended.

    Raises:
        StorageError: it cannot be written.
    """
    write_whole(folder / ENDED, json.dumps({"exit_code": code}).encode())


def read_exit_code(folder: Path) -> int | None:
    """Return the exit code of a start; None if its command did not end, or there is none."""
    try:
        return int(json.loads((folder / ENDED).read_bytes())["exit_code"])
    except (OSError, ValueError, TypeError, LookupError):
        return None
