"""A property whose value is made once for each object, however many threads ask for it."""

import threading
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - used as a decorator
    """Like `functools.cached_property`, whose lock in Python 3.11 is one for all objects of a class.

    There a value that takes long, the build of one prediction say, keeps all other objects waiting for theirs.
    What raises is not kept, so it is tried again.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name = make, ""
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        known = instance.__dict__
        # One step of a dictionary, so all threads get the same lock.
        with known.setdefault(f"{self._name} is made", threading.RLock()):
            if self._name not in known:
                known[self._name] = self._make(instance)
            value: T = known[self._name]
            return value
