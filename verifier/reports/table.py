"""Tables as types: a name, a description and typed columns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from verifier.domain.column import TypedColumn
from verifier.reports.statistics import Mean, Rate

Row = TypeVar("Row")
Source = TypeVar("Source")

Cell = str | int | float | Rate | Mean | None
"""One value. None and a rate or mean without data are 'no value', never 0."""


class Kind(StrEnum):
    """The kind of value in a column. It decides formatting and sorting."""

    TEXT = "text"
    COUNT = "count"
    NUMBER = "number"
    RATE = "rate"
    RATE_WITH_INTERVAL = "rate_with_interval"
    MEAN = "mean"
    MEAN_WITH_INTERVAL = "mean_with_interval"
    """In percent."""
    AMOUNT = "amount"
    """A mean that is not a share, such as lines or dollars."""
    DOLLARS = "dollars"
    """An amount in US dollars."""
    COUNT_OF = "count_of"
    """A share as `n of m`."""


@dataclass(frozen=True, kw_only=True)
class TableColumn(TypedColumn[Row, Kind, Cell], Generic[Row]):
    """A column of a report's table; `title` is its heading for people."""

    title: str


def text_column(
    name: str, title: str, description: str, value: Callable[[Row], str]
) -> TableColumn[Row]:
    """A column of text."""
    return TableColumn(name=name, title=title, description=description, kind=Kind.TEXT, value=value)


def count_column(
    name: str, title: str, description: str, value: Callable[[Row], int | None]
) -> TableColumn[Row]:
    """A column of whole numbers. None marks a missing value."""
    return TableColumn(
        name=name, title=title, description=description, kind=Kind.COUNT, value=value
    )


def rate_column(
    name: str, title: str, description: str, value: Callable[[Row], Rate]
) -> TableColumn[Row]:
    """A column of shares."""
    return TableColumn(name=name, title=title, description=description, kind=Kind.RATE, value=value)


def interval_column(
    name: str, title: str, description: str, value: Callable[[Row], Rate]
) -> TableColumn[Row]:
    """A column of shares, each with its 95 % Wilson interval."""
    kind = Kind.RATE_WITH_INTERVAL
    return TableColumn(name=name, title=title, description=description, kind=kind, value=value)


def mean_column(
    name: str, title: str, description: str, value: Callable[[Row], Mean]
) -> TableColumn[Row]:
    """A column of means."""
    return TableColumn(name=name, title=title, description=description, kind=Kind.MEAN, value=value)


def model_column(value: Callable[[Row], str]) -> TableColumn[Row]:
    """The column that every table by model begins with."""
    return text_column("model", "Model", "Who made the predictions.", value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """The part of a column that a filled table keeps."""

    name: str
    title: str
    description: str
    kind: Kind


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """A filled table for any renderer."""

    name: str
    title: str
    description: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, kw_only=True)
class TableDeclaration(Generic[Source, Row]):
    """A table without data: `collect` makes the rows, and the columns read them."""

    name: str
    title: str
    description: str
    columns: tuple[TableColumn[Row], ...]
    collect: Callable[[Source], Sequence[Row]]

    def fill(self, source: Source) -> Table:
        """Collect the rows and read every cell."""
        return Table(
            name=self.name,
            title=self.title,
            description=self.description,
            headings=tuple(
                Heading(name=c.name, title=c.title, description=c.description, kind=c.kind)
                for c in self.columns
            ),
            rows=tuple(
                tuple(column.value(row) for column in self.columns) for row in self.collect(source)
            ),
        )
