"""A table as flat rows of numbers and texts: what CSV and JSON hold."""

from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import Cell, Heading, Kind, Table

Flat = str | int | float | None


def flat_names(heading: Heading) -> tuple[str, ...]:
    """The flat columns of one heading; a rate and a mean take several."""
    parts: tuple[str, ...] = ("",)
    match heading.kind:
        case Kind.RATE:
            parts = ("", "_passed", "_judged", "_inconclusive")
        case Kind.RATE_WITH_INTERVAL:
            parts = ("", "_low", "_high", "_passed", "_judged", "_inconclusive")
        case Kind.MEAN | Kind.AMOUNT:
            parts = ("", "_n")
        case Kind.MEAN_WITH_INTERVAL:
            parts = ("", "_low", "_high", "_n")
        case Kind.TEXT | Kind.COUNT | Kind.NUMBER:
            pass
    return tuple(heading.name + part for part in parts)


def flat_values(cell: Cell, kind: Kind) -> tuple[Flat, ...]:
    """The flat values of one cell, in the order of `flat_names`; None is 'no value'."""
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
    """Every row as one flat mapping."""
    names = [name for heading in table.headings for name in flat_names(heading)]
    rows = []
    for row in table.rows:
        cells = zip(row, table.headings, strict=True)
        values = [value for cell, heading in cells for value in flat_values(cell, heading.kind)]
        rows.append(dict(zip(names, values, strict=True)))
    return rows
