"""A property that is made once for each object."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from verifier.tools.once import once

SECONDS = 60


class Meeting:
    """Two of these are made at the same time, or never."""

    def __init__(self, door: threading.Barrier) -> None:
        self._door = door

    @once
    def met(self) -> int:
        """The number of the thread at the barrier."""
        return self._door.wait(SECONDS)


class Counted:
    def __init__(self, fails: int = 0) -> None:
        self.made, self._fails = 0, fails

    @once
    def value(self) -> int:
        self.made += 1
        if self.made <= self._fails:
            raise ValueError(self.made)
        return self.made


def test_one_object_does_not_wait_for_another_ones_value() -> None:
    door = threading.Barrier(2)
    meetings = [Meeting(door), Meeting(door)]

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda meeting: meeting.met, meetings))

    assert sorted(found) == [0, 1]


def test_the_value_is_made_once_whoever_asks() -> None:
    counted = Counted()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: counted.value, range(40)))

    assert (found, counted.made) == ([1] * 40, 1)


def test_what_raised_is_tried_again() -> None:
    counted = Counted(fails=1)

    with pytest.raises(ValueError, match="1"):
        _ = counted.value

    assert (counted.value, counted.value, counted.made) == (2, 2, 2)


def test_the_class_shows_the_property_itself_with_its_words() -> None:
    assert Meeting.met.__doc__ == "The number of the thread at the barrier."
