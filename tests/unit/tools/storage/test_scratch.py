"""Temporary folders carry a lease, and go with their makers."""

import stat
import tempfile
from pathlib import Path

import pytest

from verifier.tools.storage.files import write_whole
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.scratch import (
    create_leased_folder,
    reap_folders,
    remove_tree,
    scratch_folder,
)


def dead_lease() -> str:
    return str(Lease.own()).rpartition(".")[0] + ".1"


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
    for name in (
        f"refverify-job-{dead}.x",
        f"refverify-job-{alive}.x",
        "refverify-job-strange",
        "other",
    ):
        (tmp_path / name).mkdir()
    (tmp_path / f"refverify-job-{dead}.link").symlink_to(tmp_path / "other")
    assert reap_folders() == 1
    assert {p.name for p in tmp_path.iterdir()} == {
        *(
            f"refverify-job-{alive}.x",
            "refverify-job-strange",
            "other",
            f"refverify-job-{dead}.link",
        ),
    }


def test_a_folder_that_is_made_in_another_removes_those_of_the_dead_there(tmp_path: Path) -> None:
    left = tmp_path / f".making-{dead_lease()}.x"
    (left / "half").mkdir(parents=True)
    own = create_leased_folder("making", tmp_path)

    assert [p.name for p in tmp_path.iterdir()] == [own.name]
    assert own.name.startswith(f".making-{Lease.own()}.")


def test_a_file_that_a_dead_writer_left_is_removed_by_the_next_one(tmp_path: Path) -> None:
    (tmp_path / f".file-{dead_lease()}.x").write_text("half")
    write_whole(tmp_path / "whole", b"whole")

    assert [p.name for p in tmp_path.iterdir()] == ["whole"]


def test_a_purpose_that_would_make_the_lease_unreadable_is_refused(tmp_path: Path) -> None:
    for what in ("git-home", "Home", ""):
        with pytest.raises(ValueError, match=f"^{what}$"):
            create_leased_folder(what, tmp_path)
    assert list(tmp_path.iterdir()) == []
