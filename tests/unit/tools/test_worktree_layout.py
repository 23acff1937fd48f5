"""Folders of files: what stands elsewhere is linked there, all else is written."""

from pathlib import Path

import pytest

from verifier.tools.worktree_layout import StandingFiles, lay_out

FILES = {"p/A.class": b"a", "p/q/B.class": b"b", "C.class": b""}


def read(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def links(path: Path) -> int:
    return path.stat().st_nlink


def test_files_are_written_below_a_new_folder(tmp_path: Path) -> None:
    lay_out(tmp_path / "made" / "here", FILES)

    assert read(tmp_path / "made" / "here") == FILES


def test_no_files_are_an_empty_folder(tmp_path: Path) -> None:
    lay_out(tmp_path / "made", {})

    assert list((tmp_path / "made").iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        lay_out(tmp_path, FILES)


def test_the_same_path_with_the_same_content_is_linked_and_all_else_written(tmp_path: Path) -> None:
    lay_out(tmp_path / "one", FILES)
    one = StandingFiles(folder=tmp_path / "one", files=FILES)
    other = {"p/A.class": b"new", "p/q/B.class": b"b", "p/D.class": b"a"}

    lay_out(tmp_path / "other", other, [one])

    assert read(tmp_path / "other") == other
    assert read(tmp_path / "one") == FILES
    counts = {path: links(tmp_path / "other" / path) for path in other}
    assert counts == {"p/A.class": 1, "p/q/B.class": 2, "p/D.class": 1}


def test_each_standing_folder_is_asked(tmp_path: Path) -> None:
    main, test = {"p/A.class": b"a"}, {"p/A.class": b"b"}
    lay_out(tmp_path / "main", main)
    lay_out(tmp_path / "test", test)
    places = [
        StandingFiles(folder=tmp_path / name, files=files)
        for name, files in (("main", main), ("test", test))
    ]

    lay_out(tmp_path / "other", test, places)

    assert read(tmp_path / "other") == test
    assert links(tmp_path / "test" / "p" / "A.class") == 2


def test_what_does_not_stand_any_more_is_written(tmp_path: Path) -> None:
    gone = StandingFiles(folder=tmp_path / "gone", files=FILES)

    lay_out(tmp_path / "made", FILES, [gone])

    assert read(tmp_path / "made") == FILES
