from pathlib import Path

import pytest

from verifier.errors import StorageError
from verifier.tools.files import replacing, storage_errors


def test_a_file_is_there_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with replacing(path) as stream:
        stream.write(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"


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
