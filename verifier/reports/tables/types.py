"""The figures of each model on each refactoring type (SWE-Refactor, tables 3 to 5)."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from verifier.reports.figures import FIGURES, MODEL, Group, grouped, label_column, label_order
from verifier.reports.material import Material
from verifier.reports.statistics import Rate
from verifier.reports.table import Column, Declaration, Kind, model_column


def collect(material: Material) -> tuple[Group, ...]:
    """One group per model and type."""
    return grouped(material.rows, "model", "type")


TYPES = Declaration(
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


def counted_types(material: Material) -> Declaration[Material, CountsRow]:
    """The table as the paper prints it: one row per model, one column per type of the report."""
    types = sorted({group.labels[1] for group in collect(material)}, key=label_order)
    headline = material.headline
    name, title, what = "success", "Success", "Successes"
    if headline is not None:
        name, title = headline.name, headline.title
        what = f"Predictions of which this holds ({headline.meaning}),"
    return Declaration(
        name=TYPES.name,
        title=f"{'Successes' if headline is None else title} by refactoring type",
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


_SIZE: Column[CountsRow] = Column(
    name="size",
    title="Size",
    description="The model's size, from the labels file.",
    kind=Kind.TEXT,
    value=lambda row: row.size,
)


def _collect_counts(material: Material) -> tuple[CountsRow, ...]:
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
        for group in grouped(material.rows, "model")
    )


def _rate(group: Group, material: Material) -> Rate:
    """Success, or the headline if not every prediction was asked for success."""
    return group.success if material.headline is None else group.rate(material.headline.status)


def _of_type(name: str, what: str) -> Column[CountsRow]:
    key = name.lower().replace(" ", "_")
    none = Rate(passed=0, judged=0)
    return _count(key, name, f"{what} of type {name}.", lambda row: row.by_type.get(name, none))


def _count(
    name: str, title: str, description: str, value: Callable[[CountsRow], Rate]
) -> Column[CountsRow]:
    return Column(name=name, title=title, description=description, kind=Kind.COUNT_OF, value=value)
