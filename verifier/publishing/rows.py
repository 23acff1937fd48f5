"""One instance as a row of a published data set: flat columns, its licence and marks, and the whole record."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from verifier.domain.column import TypedColumn
from verifier.domain.instance import Instance, SideSources
from verifier.domain.instance_columns import INSTANCE_COLUMNS, ColumnKind, InstanceColumn
from verifier.domain.outcome import JsonValue
from verifier.publishing.duplicates import Marks
from verifier.publishing.licences import Licence
from verifier.tools.records import to_json

TEXTS: tuple[tuple[str, str], ...] = (
    ("before_sources", "method"),
    ("before_sources", "partner"),
    ("before_sources", "class_"),
    ("after_sources", "method"),
    ("after_sources", "partner"),
    ("after_sources", "class_"),
    ("patch", ""),
)
"""The places of source text in the record; each has its own column."""


class Texts(StrEnum):
    """Whether a row includes its sources."""

    INCLUDED = "included"
    WITHHELD = "withheld"


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """An instance with the data that publishing adds."""

    instance: Instance
    licence: Licence
    marks: Marks
    texts: Texts


RowColumn: TypeAlias = TypedColumn[Row, ColumnKind, Any]
"""One column of the published rows."""


def _text(name: str, description: str, value: Callable[[Row], str | None]) -> RowColumn:
    return RowColumn(name=name, kind=ColumnKind.TEXT, description=description, value=value)


def _of_row(shared: InstanceColumn) -> RowColumn:
    """A column of the instance; the members of a closed set become plain texts."""
    kind = shared.kind if isinstance(shared.kind, ColumnKind) else ColumnKind.TEXT
    return RowColumn(
        name=shared.name,
        kind=kind,
        description=shared.description,
        value=lambda row: shared.value(row.instance),
    )


def _source(name: str, description: str, place: tuple[str, str]) -> RowColumn:
    return _text(name, description, lambda row: text_at(row, place))


RECORD = "record"
COLUMNS_BEGIN = "<!-- columns: written by scripts/write-schemas -->"
COLUMNS_END = "<!-- end of columns -->"


def text_at(row: Row, place: tuple[str, str]) -> str | None:
    """Return one source text for its column; None if it is withheld."""
    if row.texts is Texts.WITHHELD:
        return None
    found = getattr(row.instance, place[0])
    return str(getattr(found, place[1])) if isinstance(found, SideSources) else str(found)


def lean_record(row: Row) -> str:
    """Return the record's JSON without the texts that have columns or are withheld."""
    instance = row.instance
    if row.texts is Texts.WITHHELD and instance.context is not None:
        instance = replace(instance, context=instance.context.without_texts())
    plain: dict[str, JsonValue] = json.loads(to_json(instance))
    for outer, inner in TEXTS:
        holder, name = (plain[outer], inner) if inner else (plain, outer)
        holder[name] = None
    return _line(plain)


def whole_record(cells: Mapping[str, Any]) -> str:
    """Return the record's JSON as it was before it became a row.

    Raises:
        ValueError: its texts were withheld.
    """
    if cells["texts"] != Texts.INCLUDED:
        raise ValueError(f"{cells['id']}: its texts were withheld")
    plain: dict[str, JsonValue] = json.loads(cells[RECORD])
    for place, column in TEXT_COLUMNS.items():
        holder, name = (plain[place[0]], place[1]) if place[1] else (plain, place[0])
        holder[name] = cells[column]
    return _line(plain)


def _line(plain: Mapping[str, JsonValue]) -> str:
    return json.dumps(plain, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


COLUMNS: tuple[RowColumn, ...] = (
    *map(_of_row, INSTANCE_COLUMNS),
    _text("licence", "The SPDX id of the repository's licence at the base.", lambda r: r.licence.id),
    _text("duplicate_of", "The id of the first instance with the same methods on both sides.", lambda r: r.marks.duplicate_of),
    _text("near_duplicate_of", "The id of the first instance with nearly the same methods.", lambda r: r.marks.near_duplicate_of),
    _text("texts", "`included`, or `withheld` if the licence does not permit a copy.", lambda r: str(r.texts)),
    _source("method_before", "The method's source before the change.", TEXTS[0]),
    _source("partner_before", "Its partner's source before the change; empty if there is none.", TEXTS[1]),
    _source("class_before", "The enclosing class before the change.", TEXTS[2]),
    _source("method_after", "The method's source after the change.", TEXTS[3]),
    _source("partner_after", "Its partner's source after the change: an extracted method; empty if there is none.", TEXTS[4]),
    _source("class_after", "The enclosing class after the change.", TEXTS[5]),
    _source("patch", "The whole commit as a unified diff.", TEXTS[6]),
    _text(RECORD, "The whole instance as JSON, see docs/json.md. Its texts are null, because they have their own columns.", lean_record),
)  # fmt: skip
"""Every column, in the order of the file; a cell without a value is null."""
TEXT_COLUMNS: Mapping[tuple[str, str], str] = dict(
    zip(
        TEXTS,
        ("method_before", "partner_before", "class_before", "method_after", "partner_after",
         "class_after", "patch"),
        strict=True,
    )
)  # fmt: skip


def columns_table() -> str:
    """Return the columns as a Markdown table."""
    rows = [f"| `{c.name}` | {c.kind} | {c.description} |" for c in COLUMNS]
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *rows])


def with_columns(page: str) -> str:
    """Return a page with the columns between its marks."""
    before, _, rest = page.partition(f"{COLUMNS_BEGIN}\n")
    after = rest.partition(COLUMNS_END)[2]
    return f"{before}{COLUMNS_BEGIN}\n{columns_table()}\n{COLUMNS_END}{after}"
