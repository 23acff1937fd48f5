"""Columns as types: a name, a sentence, a type that has a missing value, and how to read it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

import pandas as pd

Record = TypeVar("Record")

TEXT = "string"
COUNT = "Int64"
NUMBER = "Float64"
FLAG = "boolean"


def one_of(members: type[StrEnum]) -> pd.CategoricalDtype:
    """The type of a closed set: all its members as words, in the order of their declaration."""
    return pd.CategoricalDtype([str(member) for member in members])


@dataclass(frozen=True, kw_only=True)
class Column(Generic[Record]):
    """One column of a frame; `value` gives None where a record has no value."""

    name: str
    description: str
    kind: str | pd.CategoricalDtype
    value: Callable[[Record], Any]


def column(
    name: str, kind: str | pd.CategoricalDtype, description: str, value: Callable[[Record], Any]
) -> Column[Record]:
    """A column in one line, where a list of them is to be read."""
    return Column(name=name, description=description, kind=kind, value=value)


def frame_of(records: Iterable[Record], columns: Sequence[Column[Record]]) -> pd.DataFrame:
    """One row a record, numbered from 0; without records the same columns and types."""
    rows = list(records)
    return pd.DataFrame(
        {c.name: pd.array([_plain(c.value(row)) for row in rows], dtype=c.kind) for c in columns}
    )


def _plain(value: object) -> object:
    """What a column can hold: a member of a closed set is its word, a text is valid Unicode.

    A file name can hold a byte that is no character; it becomes an escape.
    """
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "backslashreplace").decode()
