"""A property whose value is computed once per object, even with several threads."""

import threading
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - used as a decorator
    """Like `functools.cached_property`, but with one lock per object.

    In Python 3.11 the lock of `cached_property` is shared by all objects of a class: one slow
    value, for example the build of one prediction, blocks all other objects. An exception is not
    cached, so the next access tries again.
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
        # `setdefault` is atomic, so all threads get the same lock.
        with known.setdefault(f"{self._name} is made", threading.RLock()):
            if self._name not in known:
                known[self._name] = self._make(instance)
            value: T = known[self._name]
            return value
