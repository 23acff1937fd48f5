"""A cached file is used only if its content is as it was written."""

import errno
import time
from pathlib import Path

import pytest

from verifier.errors import CacheError, StorageError
from verifier.tools.storage.cache_seal import (
    cache_errors,
    damage,
    listing,
    read_or_set_aside,
    read_sealed,
    remove_newer,
    seal,
    set_aside,
    write_listing,
    write_sealed,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "made"
    (made / "classes").mkdir(parents=True)
    (made / "classes/A.class").write_bytes(b"cafe babe")
    (made / "record.json").write_text("{}")
    seal(made)
    return made


def test_a_folder_as_it_was_sealed_is_whole_whatever_came_later(folder: Path) -> None:
    (folder / "later").write_text("new")

    assert damage(folder) == ""


@pytest.mark.parametrize("content", [b"cafe", b"cafe bab\x00", b""])
def test_a_file_that_was_cut_or_changed_is_named(folder: Path, content: bytes) -> None:
    (folder / "classes/A.class").write_bytes(content)

    assert damage(folder) == "classes/A.class"


def test_a_file_that_is_gone_or_a_link_is_named(folder: Path, tmp_path: Path) -> None:
    (folder / "record.json").unlink()
    assert damage(folder) == "record.json"
    (tmp_path / "other").write_text("{}")
    (folder / "record.json").symlink_to(tmp_path / "other")
    assert damage(folder) == "record.json"


@pytest.mark.parametrize("content", [b"", b"{", b"sha256 00\n{}"])
def test_a_damaged_manifest_vouches_for_nothing(folder: Path, content: bytes) -> None:
    (folder / ".refverify-manifest.json").write_bytes(content)

    assert damage(folder) == ".refverify-manifest.json"


def test_a_listing_of_some_files_may_lie_elsewhere(folder: Path, tmp_path: Path) -> None:
    held = listing(folder, lambda path: path.endswith(".class"))
    write_listing(tmp_path / "held.json", held)
    (folder / "record.json").write_text("changed")

    assert list(held) == ["classes/A.class"]
    assert damage(folder, tmp_path / "held.json") == ""


def test_what_is_set_aside_is_kept_under_a_name_of_its_own(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    set_aside(folder)
    folder.mkdir()
    set_aside(folder, " (record.json)")

    assert sorted(p.name for p in folder.parent.iterdir()) == ["made.damaged-0", "made.damaged-1"]
    assert f"{folder} is damaged (record.json); it is kept as made.damaged-1" in caplog.text


def test_what_cannot_be_set_aside_is_an_error_that_names_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> None:
        del self, target
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(CacheError, match=f"{folder} is damaged and cannot be moved aside"):
        set_aside(folder)


def test_a_sealed_file_gives_what_was_written_or_nothing(tmp_path: Path) -> None:
    file = tmp_path / "measurements/m.json"
    assert read_or_set_aside(file) is None
    write_sealed(file, b"{}\n")
    assert (read_sealed(file), read_or_set_aside(file)) == (b"{}\n", b"{}\n")
    file.write_bytes(file.read_bytes()[:-1])
    assert (read_sealed(file), read_or_set_aside(file)) == (None, None)
    assert [p.name for p in file.parent.iterdir()] == ["m.json.damaged-0"]


def test_what_a_killed_writer_left_behind_its_mark_is_removed(folder: Path) -> None:
    mark = folder.parent / "mark"
    time.sleep(0.02)  # the clock of a file system ticks
    mark.write_bytes(b"")
    (folder / "torn.jar").write_bytes(b"P")

    assert remove_newer(folder, mark) == 1
    assert damage(folder) == ""


def test_a_full_disk_is_the_cache_s_error_there() -> None:
    with pytest.raises(CacheError, match="the cache: cannot write x: full"), cache_errors():
        raise StorageError("cannot write x: full", hint="Free some space.")
