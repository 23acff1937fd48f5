"""Locks hold among threads as well as among processes."""

import os
import threading
from pathlib import Path

import pytest

from verifier.errors import StorageError
from verifier.tools.storage.locking import exclusive, try_to_hold


def test_one_after_the_other_within_a_process_too(tmp_path: Path) -> None:
    lock, inside, order = tmp_path / "folder" / "lock", threading.Event(), []

    def second() -> None:
        inside.wait()
        with exclusive(lock):
            order.append("second")

    other = threading.Thread(target=second)
    other.start()
    with exclusive(lock):
        inside.set()
        other.join(timeout=0.2)
        order.append("first")
    other.join()

    assert order == ["first", "second"]


def test_a_lock_that_cannot_be_made_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot write"), exclusive(tmp_path / "file" / "lock"):
        pytest.fail("held a lock that is not there")


def test_a_lock_that_is_held_can_be_asked_for_without_waiting(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with exclusive(lock):
        handle = os.open(lock, os.O_RDWR)
        assert not try_to_hold(handle)
    assert try_to_hold(handle)
    os.close(handle)
