"""Column definitions: a name, a description, a type that supports missing values, and how to read the value."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

import pandas as pd

from verifier.domain.column import TypedColumn

Record = TypeVar("Record")

TEXT = "string"
COUNT = "Int64"
NUMBER = "Float64"
FLAG = "boolean"


def one_of(*sets: type[StrEnum]) -> pd.CategoricalDtype:
    """Return the type of closed sets: all their members as strings, in declaration order."""
    return pd.CategoricalDtype([str(member) for members in sets for member in members])


FrameColumn: TypeAlias = TypedColumn[Record, str | pd.CategoricalDtype, Any]
"""One column of a frame. Its kind is a type of pandas that supports missing values."""


def column(
    name: str, kind: str | pd.CategoricalDtype, description: str, value: Callable[[Record], Any]
) -> FrameColumn[Record]:
    """Create a column in one line, for readable lists of columns."""
    return FrameColumn[Record](name=name, description=description, kind=kind, value=value)


def frame_of(records: Iterable[Record], columns: Sequence[FrameColumn[Record]]) -> pd.DataFrame:
    """Return one row per record, numbered from 0; without records, the same columns and types."""
    rows = list(records)
    return pd.DataFrame(
        {c.name: pd.array([_plain(c.value(row)) for row in rows], dtype=c.kind) for c in columns}
    )


def _plain(value: object) -> object:
    """Convert a value for a column: a member of a closed set to its string, a text to valid
    Unicode.

    A file name may contain an undecodable byte, which becomes an escape.
    """
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "backslashreplace").decode()
