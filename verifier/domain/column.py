"""A column of a table, a frame or a file of rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = TypeVar("Row")
Kind = TypeVar("Kind")
Value = TypeVar("Value")


@dataclass(frozen=True, kw_only=True)
class TypedColumn(Generic[Row, Kind, Value]):
    """One column: a name for machines, a description for people, and how to read a row's value.

    `kind` is the type of the values, in the terms of the table that the column belongs to. `value`
    returns None if a row has no value.
    """

    name: str
    description: str
    kind: Kind
    value: Callable[[Row], Value]
