"""What running processes use of the cache is known, and free once they have ended."""

import json
import os
from pathlib import Path

import pytest

from tests.support.cache_user import another_process
from verifier.errors import CacheError
from verifier.tools.storage.cache_usage import (
    USES,
    forget_entries,
    hold,
    list_used,
    read_entries,
    release,
)
from verifier.tools.storage.lease import Lease


def test_what_this_process_uses_is_known(tmp_path: Path) -> None:
    assert list_used(tmp_path) == frozenset()

    hold(tmp_path / "prepared" / "a", tmp_path)
    hold(tmp_path / "prepared" / "a", tmp_path)
    hold(tmp_path / "repositories" / "b", tmp_path)

    assert list_used(tmp_path) == {"prepared/a", "repositories/b"}
    (written,) = (path for path in (tmp_path / USES).iterdir() if path.is_file())
    assert json.loads(written.read_text("utf-8"))["holds"] == {
        "prepared/a": [""],
        "repositories/b": [""],
    }


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


def test_a_base_that_is_released_uses_nothing_and_shared_entries_stay(tmp_path: Path) -> None:
    store, one, two = (tmp_path / name for name in ("repositories/s", "prepared/1", "prepared/2"))
    for base, entry in (("one", one), ("two", two)):
        hold(entry, tmp_path, base)
        hold(store, tmp_path, base)
    os.utime(tmp_path / "uses/prepared/1", (0, 0))

    assert release("one", tmp_path) == [one]

    assert list_used(tmp_path) == {"prepared/2", "repositories/s"}
    assert (tmp_path / "uses/prepared/1").stat().st_mtime > 0
    assert set(release("two", tmp_path)) == {two, store}
    assert list_used(tmp_path) == frozenset()


def test_a_base_may_be_used_again_after_it_was_released(tmp_path: Path) -> None:
    entry = tmp_path / "prepared/1"
    hold(entry, tmp_path, "one")
    release("one", tmp_path)

    hold(entry, tmp_path, "one")

    assert list_used(tmp_path) == {"prepared/1"}


def test_the_entries_of_a_base_are_known_until_its_preparation_is_gone(tmp_path: Path) -> None:
    for name in ("prepared/1", "repositories/s"):
        hold(tmp_path / name, tmp_path, "one")
    release("one", tmp_path)

    forget_entries(tmp_path, frozenset({"repositories/s"}))
    assert read_entries(tmp_path, "one") == ("prepared/1", "repositories/s")

    forget_entries(tmp_path, frozenset({"prepared/1"}))
    assert read_entries(tmp_path, "one") == ()


def test_a_file_of_a_running_process_that_cannot_be_read_protects_everything(
    tmp_path: Path,
) -> None:
    (tmp_path / USES).mkdir()
    (tmp_path / USES / str(Lease.own())).write_text("prepared/base\n")

    with pytest.raises(CacheError) as caught:
        list_used(tmp_path)
    assert "another version" in caught.value.hint
