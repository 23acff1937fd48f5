import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from verifier.errors import StorageError
from verifier.tools.storage.append_only import AppendOnlyFile
from verifier.tools.storage.files import (
    create_whole,
    make_readable,
    refuse_to_overwrite,
    replacing,
    storage_errors,
    write_whole,
)


def test_a_file_is_there_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with replacing(path) as stream:
        stream.write(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_a_pipe_or_folder_is_not_replaced(
    tmp_path: Path, make: Callable[[Path], None], linked: bool
) -> None:
    place, path = tmp_path / "place", tmp_path / ("link" if linked else "place")
    make(place)
    if linked:
        path.symlink_to(place)
    kind = place.lstat().st_mode

    with pytest.raises(StorageError, match="it is not a plain file"), replacing(path) as stream:
        stream.write(b"x")
    with pytest.raises(StorageError, match="it is not a plain file"):
        AppendOnlyFile(path, in_use=KeyError())
    with pytest.raises(StorageError, match="it is not a plain file"):
        refuse_to_overwrite([], [path])
    assert (place.lstat().st_mode, path.is_symlink()) == (kind, linked)


def test_a_file_that_was_begun_and_given_up_leaves_the_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"earlier")

    def give_up() -> None:
        with replacing(path) as stream:
            stream.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        give_up()
    assert path.read_bytes() == b"earlier"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_folder_that_is_not_there_is_a_storage_error(tmp_path: Path) -> None:
    with (
        pytest.raises(StorageError, match=r"cannot write .*none/a: No such file"),
        replacing(tmp_path / "none" / "a"),
    ):
        pass


def test_a_full_disk_is_told_as_such() -> None:
    with (
        Path("/dev/full").open("wb", buffering=0) as stream,
        pytest.raises(StorageError) as caught,
        storage_errors(Path("out")),
    ):
        stream.write(b"x")
    assert caught.value.hint.startswith("Free some space")


def test_a_whole_file_is_written_with_its_folder_and_replaces_the_former(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "file"
    write_whole(path, b"\xff\x00one")
    assert path.read_bytes() == b"\xff\x00one"
    write_whole(path, b"two")

    assert path.read_bytes() == b"two"
    assert [p.name for p in path.parent.iterdir()] == ["file"]


def _half_made(folder: Path) -> None:
    with create_whole(folder) as scratch:
        (scratch / "two").write_text("2")
        raise RuntimeError("half way")


def test_a_folder_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    with create_whole(folder) as scratch:
        (scratch / "one").write_text("1")
        assert not folder.exists()
    with pytest.raises(RuntimeError, match="half"):
        _half_made(folder)

    assert [p.name for p in tmp_path.rglob("*")] == ["made", "one"]


def test_an_older_folder_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "old").touch()
    with create_whole(folder) as scratch:
        (scratch / "new").touch()
        assert (folder / "old").exists()

    assert [p.name for p in tmp_path.rglob("*")] == ["made", "new"]


def test_a_readable_folder_keeps_what_is_executable(tmp_path: Path) -> None:
    (tmp_path / "tool").touch(mode=0o700)
    (tmp_path / "text").touch(mode=0o600)
    (tmp_path / "link").symlink_to("nowhere")
    make_readable(tmp_path)

    modes = {p.name: p.lstat().st_mode & 0o777 for p in tmp_path.iterdir() if p.name != "link"}
    assert modes == {"tool": 0o755, "text": 0o644}


def test_a_file_is_written_although_its_folder_is_moved_away(tmp_path: Path) -> None:
    group, ended = tmp_path / "group", threading.Event()

    def move_away() -> None:
        moved = 0
        while moved < 5 and not ended.is_set():
            with suppress(FileNotFoundError):
                group.rename(tmp_path / f"moved-{moved}")
                moved += 1

    moving = threading.Thread(target=move_away)
    moving.start()
    try:
        write_whole(group / "a.json", b"{}")
    finally:
        ended.set()
        moving.join()

    assert [path.name for path in tmp_path.rglob("*.json")] == ["a.json"]
