"""The figures of each model on each refactoring type (SWE-Refactor, tables 3 to 5)."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from verifier.reports.figures import FIGURES, MODEL, Group, group_rows, label_column, label_order
from verifier.reports.material import ReportData
from verifier.reports.statistics import Rate
from verifier.reports.table import Kind, TableColumn, TableDeclaration, model_column


def collect(material: ReportData) -> tuple[Group, ...]:
    """One group per model and type."""
    return group_rows(material.rows, "model", "type")


TYPES = TableDeclaration(
    name="types",
    title="Models by refactoring type",
    description="What each model manages of each type of refactoring.",
    columns=(
        MODEL,
        label_column(1, "type", "Type", "The wanted refactoring's type."),
        *FIGURES,
    ),
    collect=collect,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class CountsRow:
    """The successes of one model, in all and by type."""

    model: str
    size: str | None
    whole: Rate
    by_type: Mapping[str, Rate]


def count_types(material: ReportData) -> TableDeclaration[ReportData, CountsRow]:
    """Return the table as the paper prints it: one row per model, one column per type of the report."""
    types = sorted({group.labels[1] for group in collect(material)}, key=label_order)
    headline = material.headline
    name, title, what = "success", "Success", "Successes"
    if headline is not None:
        name, title = headline.name, headline.title
        what = f"Predictions for which this holds ({headline.meaning}),"
    return TableDeclaration(
        name=TYPES.name,
        title=f"{'Successes' if headline is None else f'{title},'} by refactoring type",
        description=f"{what} of the judged predictions of each type.",
        columns=(
            model_column(lambda row: row.model),
            *((_SIZE,) if material.labels is not None else ()),
            _count(
                name,
                title,
                f"{what} of all judged predictions.",
                lambda r: r.whole,
            ),
            *(_of_type(each, what) for each in types),
        ),
        collect=_collect_counts,
    )


_SIZE: TableColumn[CountsRow] = TableColumn(
    name="size",
    title="Size",
    description="The model's size, from the labels file.",
    kind=Kind.TEXT,
    value=lambda row: row.size,
)


def _collect_counts(material: ReportData) -> tuple[CountsRow, ...]:
    own: defaultdict[str, dict[str, Rate]] = defaultdict(dict)
    for group in collect(material):
        own[group.labels[0]][group.labels[1]] = _rate(group, material)
    labels = material.labels
    return tuple(
        CountsRow(
            model=group.labels[0],
            size=None if labels is None else labels.of(group.label).size,
            whole=_rate(group, material),
            by_type=dict(own[group.labels[0]]),
        )
        for group in group_rows(material.rows, "model")
    )


def _rate(group: Group, material: ReportData) -> Rate:
    """Success, or the headline if not every prediction was asked for success."""
    return group.success if material.headline is None else group.rate(material.headline.status)


def _of_type(name: str, what: str) -> TableColumn[CountsRow]:
    key = name.lower().replace(" ", "_")
    none = Rate(passed=0, judged=0)
    return _count(key, name, f"{what} of type {name}.", lambda row: row.by_type.get(name, none))


def _count(
    name: str, title: str, description: str, value: Callable[[CountsRow], Rate]
) -> TableColumn[CountsRow]:
    return TableColumn(
        name=name, title=title, description=description, kind=Kind.COUNT_OF, value=value
    )
