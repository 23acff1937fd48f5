import os
import stat
from pathlib import Path

import pytest

from verifier.errors import SandboxError
from verifier.sandbox.base import Job, Mount
from verifier.sandbox.staging import (
    inside,
    keep_plain_files,
    refuse_outside,
    write_files,
)


def test_files_are_written_and_deletions_come_back(tmp_path: Path) -> None:
    assert write_files(tmp_path, {"a/b": b"1", "c": None}) == ("c",)
    assert (tmp_path / "a/b").read_bytes() == b"1"


def test_writing_passes_no_link_and_replaces_one(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "work/dir").symlink_to(tmp_path)
    (tmp_path / "work/file").symlink_to(tmp_path / "secret")
    with pytest.raises(SandboxError):
        write_files(tmp_path / "work", {"dir/secret": b"evil"})
    write_files(tmp_path / "work", {"file": b"new"})
    assert (tmp_path / "secret").read_text() == "secret"


@pytest.mark.parametrize("bad", ["/etc/passwd", "..", "a/../b", "a\0b"])
def test_paths_that_leave_the_folder_are_refused(tmp_path: Path, bad: str) -> None:
    with pytest.raises(SandboxError):
        inside(tmp_path, bad)
    mount = Mount(name="m", source=tmp_path)
    for job in (
        Job(command=("true",), results=(bad,)),
        Job(command=("true",), files={bad: b""}),
        Job(command=("true",), copies={bad: mount}),
    ):
        with pytest.raises(SandboxError):
            refuse_outside(job)


def test_of_a_folder_that_a_job_wrote_only_plain_files_and_folders_stay(tmp_path: Path) -> None:
    store, secret = tmp_path / "store", tmp_path / "secret"
    (store / "a").mkdir(parents=True, mode=0o700)
    secret.write_text("of the host")
    secret.chmod(0o600)
    (store / "a/lib.jar").write_text("jar")
    (store / "a/lib.jar").chmod(0o4777)
    (store / "a/link.jar").symlink_to(secret)
    (store / "folder").symlink_to(tmp_path)
    os.mkfifo(store / "pipe")
    keep_plain_files(store)

    assert sorted(p.relative_to(store).as_posix() for p in store.rglob("*")) == ["a", "a/lib.jar"]
    assert stat.S_IMODE((store / "a/lib.jar").stat().st_mode) == 0o755
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
