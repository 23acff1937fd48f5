"""Cells as plain text. The other renderers use these functions."""

from dataclasses import dataclass, replace
from typing import assert_never

from verifier.printable import visible
from verifier.reports.intervals import Interval
from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import Cell, Kind, Table

NO_VALUE = "\N{EN DASH}"
LEGEND = (
    "n/m: passed of judged; [..]: 95 % Wilson interval in percent; ±: 95 % t interval of a mean,"
    " in percent ([..]: bootstrap); ?k: k inconclusive,"
    f" not counted; {NO_VALUE}: no value"
)

_NUMERIC = frozenset(Kind) - {Kind.TEXT}
_SYMMETRIC = 1e-9
_SMALL = 0.001


def is_numeric(kind: Kind) -> bool:
    """Whether the column is right-aligned."""
    return kind in _NUMERIC


def cell_text(cell: Cell, kind: Kind) -> str:
    """Format one cell for a person."""
    match cell:
        case None:
            return NO_VALUE
        case str():
            return visible(cell)
        case bool() | int():
            return f"{cell:,}"
        case float():
            return dollars(cell) if kind is Kind.DOLLARS else f"{cell:.3f}"
        case Mean():
            return mean_text(cell, kind)
        case Rate():
            wide = kind is Kind.RATE_WITH_INTERVAL
            return (
                count_text(cell) if kind is Kind.COUNT_OF else rate_text(cell, with_interval=wide)
            )
        case _:
            assert_never(cell)


def without_empty_columns(table: Table) -> Table:
    """Return the first column and those with a value in some row; without rows, every column."""
    kinds = [heading.kind for heading in table.headings]
    shown = [
        n
        for n, kind in enumerate(kinds)
        if n == 0
        or not table.rows
        or any(cell_text(row[n], kind) != NO_VALUE for row in table.rows)
    ]
    return replace(
        table,
        headings=tuple(table.headings[n] for n in shown),
        rows=tuple(tuple(row[n] for n in shown) for row in table.rows),
    )


def rate_text(rate: Rate, *, with_interval: bool) -> str:
    """Format a rate as `12/20 60.0% [38.7, 78.1] ?2`."""
    parts = [NO_VALUE]
    if rate.value is not None and rate.interval is not None:
        parts = [f"{rate.passed}/{rate.judged}", percent(rate.value)]
        if with_interval:
            parts.append(interval_text(rate.interval))
    if rate.inconclusive:
        parts.append(f"?{rate.inconclusive}")
    return " ".join(parts)


def count_text(rate: Rate) -> str:
    """Format a rate as `12 of 20 ?2`."""
    unjudged = f" ?{rate.inconclusive}" if rate.inconclusive else ""
    return f"{rate.passed} of {rate.judged}{unjudged}" if rate.judged else NO_VALUE + unjudged


def dollars(value: float) -> str:
    """Format an amount with cents from one dollar on, and with two significant digits at least."""
    if value == 0 or value >= 1:
        return f"{value:,.2f}"
    return f"{value:.4f}" if value >= _SMALL else f"{value:.2g}"


def percent(value: float) -> str:
    """Format a proportion in percent."""
    return f"{100 * value:.1f}%"


def interval_text(interval: Interval) -> str:
    """Format both ends in percent."""
    return f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def mean_text(mean: Mean, kind: Kind = Kind.MEAN) -> str:
    """Format a mean as `0.547 (n=12)`, or `69.6% ± 8.1 (n=12)`."""
    return NO_VALUE if mean.value is None else f"{mean_figure(mean, kind)} (n={mean.count})"


def mean_figure(mean: Mean, kind: Kind) -> str:
    """Format a mean according to its kind, with its interval if it has one."""
    if mean.value is None:
        return NO_VALUE
    if kind is Kind.AMOUNT:
        return f"{mean.value:,.1f}"
    if kind is not Kind.MEAN_WITH_INTERVAL:
        return f"{mean.value:.3f}"
    if mean.interval is None:
        return percent(mean.value)
    low, high = mean.interval.low, mean.interval.high
    if abs(mean.value - (low + high) / 2) < _SYMMETRIC:
        return f"{percent(mean.value)} ± {100 * (high - low) / 2:.1f}"
    return f"{percent(mean.value)} {interval_text(mean.interval)}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownCell:
    """A cell as two lines: the figure and its basis."""

    figure: str
    basis: str = ""


def split_cell(cell: Cell, kind: Kind) -> ShownCell:
    """Split a cell into figure and basis. The basis goes on a second line, so that tables stay
    narrow.
    """
    match cell:
        case Rate(value=float() as value) if kind is not Kind.COUNT_OF:
            basis = [f"{cell.passed}/{cell.judged}"]
            if kind is Kind.RATE_WITH_INTERVAL and cell.interval is not None:
                basis.append(interval_text(cell.interval))
            if cell.inconclusive:
                basis.append(f"?{cell.inconclusive}")
            return ShownCell(figure=percent(value), basis=" ".join(basis))
        case Mean(value=float()):
            return ShownCell(figure=mean_figure(cell, kind), basis=f"n={cell.count}")
        case _:
            return ShownCell(figure=cell_text(cell, kind))
