"""A file of lines that only grows; the tests of the ledger and of the journal kill their writers."""

from pathlib import Path

import pytest

from verifier.tools.storage.append_only import AppendOnlyFile
from verifier.tools.storage.locking import try_to_hold

IN_USE = RuntimeError("somebody else writes it")


def open_file(path: Path) -> AppendOnlyFile:
    return AppendOnlyFile(path, in_use=IN_USE)


def test_lines_are_added_and_found_by_their_place(tmp_path: Path) -> None:
    file = open_file(tmp_path / "lines")
    assert (file.append(b"one"), file.append(b"three")) == (0, 4)
    file.sync()

    assert list(file.lines()) == [b"one\n", b"three\n"]
    assert file.read(4, 5) == b"three"
    assert file.append(b"five") == 10


@pytest.mark.parametrize("torn", [b"t", b"t" * 200_000])
def test_a_torn_line_is_no_line_and_goes_when_it_is_cut(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"one\ntwo\n" + torn)
    file = open_file(path)

    assert list(file.lines()) == [b"one\n", b"two\n"]
    assert path.stat().st_size == 8 + len(torn)
    file.cut_torn_line()
    assert path.read_bytes() == b"one\ntwo\n"


def test_a_file_without_any_line_end_is_emptied_by_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"torn")
    open_file(path).cut_torn_line()

    assert path.read_bytes() == b""


def test_only_one_holds_it_at_a_time(tmp_path: Path) -> None:
    first = open_file(tmp_path / "lines")
    with pytest.raises(RuntimeError, match="somebody else"):
        open_file(tmp_path / "lines")
    first.close()
    open_file(tmp_path / "lines").close()


def test_discarded_lines_stay_until_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"one\ntorn")
    file = open_file(path)
    file.discard()
    file.cut_torn_line()

    assert list(file.lines()) == []
    assert path.read_bytes() == b"one\ntorn"
    assert (file.append(b"two"), file.append(b"three")) == (0, 4)
    assert path.read_bytes() == b"two\nthree\n"


def test_a_file_that_another_one_removed_while_it_was_opened_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lines"

    def remove_and_hold(descriptor: int) -> bool:
        path.unlink()
        return try_to_hold(descriptor)

    monkeypatch.setattr("verifier.tools.storage.append_only.try_to_hold", remove_and_hold)
    with pytest.raises(RuntimeError, match="somebody else"):
        open_file(path)
