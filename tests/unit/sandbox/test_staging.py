import stat
import tempfile
from pathlib import Path

import pytest

from verifier.errors import SandboxError
from verifier.sandbox.base import Job, Mount
from verifier.sandbox.lease import Lease
from verifier.sandbox.staging import (
    PREFIX,
    inside,
    reap_folders,
    refuse_outside,
    remove_tree,
    scratch_folder,
    write_files,
)


def test_a_scratch_folder_is_private_and_goes_with_its_contents() -> None:
    with scratch_folder() as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (folder / "a/b").mkdir(parents=True)
        (folder / "a").chmod(0o000)
    assert not folder.exists()


def test_removing_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir(mode=0o755)
    (tmp_path / "kept/file").write_text("kept")
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone/link").symlink_to(tmp_path / "kept")
    (tmp_path / "gone").chmod(0o500)
    remove_tree(tmp_path / "gone")
    assert [p.name for p in tmp_path.iterdir()] == ["kept"]
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o755


def test_only_folders_of_the_dead_are_reaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead, alive = str(Lease.own()).rpartition(".")[0] + ".1", str(Lease.own())
    for name in (f"{PREFIX}{dead}.x", f"{PREFIX}{alive}.x", f"{PREFIX}strange", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / f"{PREFIX}{dead}.link").symlink_to(tmp_path / "other")
    assert reap_folders() == 1
    assert {p.name for p in tmp_path.iterdir()} == {
        *(f"{PREFIX}{alive}.x", f"{PREFIX}strange", "other", f"{PREFIX}{dead}.link"),
    }


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
