"""A table as flat rows of numbers and texts, for CSV and JSON."""

from collections.abc import Mapping
from enum import StrEnum

from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import Cell, Heading, Kind, Table

Flat = str | int | float | None


class FlatKind(StrEnum):
    """The type of a flat column."""

    TEXT = "text"
    COUNT = "count"
    NUMBER = "number"


_VALUE = ("", FlatKind.NUMBER)
_ENDS = (("_low", FlatKind.NUMBER), ("_high", FlatKind.NUMBER))
_COUNTS = tuple((part, FlatKind.COUNT) for part in ("_passed", "_judged", "_inconclusive"))
_N = ("_n", FlatKind.COUNT)
_PARTS: Mapping[Kind, tuple[tuple[str, FlatKind], ...]] = {
    Kind.TEXT: (("", FlatKind.TEXT),),
    Kind.COUNT: (("", FlatKind.COUNT),),
    Kind.NUMBER: (_VALUE,),
    Kind.DOLLARS: (_VALUE,),
    Kind.RATE: (_VALUE, *_COUNTS),
    Kind.COUNT_OF: (_VALUE, *_COUNTS),
    Kind.RATE_WITH_INTERVAL: (_VALUE, *_ENDS, *_COUNTS),
    Kind.MEAN: (_VALUE, _N),
    Kind.AMOUNT: (_VALUE, _N),
    Kind.MEAN_WITH_INTERVAL: (_VALUE, *_ENDS, _N),
}


def flat_columns(heading: Heading) -> tuple[tuple[str, FlatKind], ...]:
    """The flat columns of one heading; a rate or a mean has several."""
    return tuple((heading.name + part, kind) for part, kind in _PARTS[heading.kind])


def flat_values(cell: Cell, kind: Kind) -> tuple[Flat, ...]:
    """The flat values of one cell, in the order of `flat_columns`. None means 'no value'."""
    match cell:
        case Rate():
            counts = (cell.passed, cell.judged, cell.inconclusive)
            if kind is not Kind.RATE_WITH_INTERVAL:
                return (cell.value, *counts)
            interval = cell.interval
            ends = (interval.low, interval.high) if interval else (None, None)
            return (cell.value, *ends, *counts)
        case Mean():
            if kind is not Kind.MEAN_WITH_INTERVAL:
                return (cell.value, cell.count)
            limits = (cell.interval.low, cell.interval.high) if cell.interval else (None, None)
            return (cell.value, *limits, cell.count)
        case _:
            return (cell,)


def flat_rows(table: Table) -> list[dict[str, Flat]]:
    """Turn every row into a flat mapping."""
    names = [name for heading in table.headings for name, _ in flat_columns(heading)]
    rows = []
    for row in table.rows:
        cells = zip(row, table.headings, strict=True)
        values = [value for cell, heading in cells for value in flat_values(cell, heading.kind)]
        rows.append(dict(zip(names, values, strict=True)))
    return rows
