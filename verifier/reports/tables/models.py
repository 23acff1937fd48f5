"""All models over all predictions (SWE-Refactor, table 2)."""

from collections.abc import Callable

from verifier.reports.figures import FIGURES, MODEL, Group, group_rows
from verifier.reports.labels import Labels
from verifier.reports.material import ReportData
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    Kind,
    TableColumn,
    TableDeclaration,
    count_column,
    interval_column,
)


def collect(material: ReportData) -> tuple[Group, ...]:
    """One group per model."""
    return group_rows(material.rows, "model")


MODELS = TableDeclaration(
    name="models",
    title="Models",
    description="Every model over all its predictions; the reference predictions come last.",
    columns=(MODEL, *FIGURES),
    collect=collect,
)


def label_models(labels: Labels) -> TableDeclaration[ReportData, Group]:
    """Return the table with size and cut-off, and with success before and after the cut-off."""
    return TableDeclaration(
        name=MODELS.name,
        title=MODELS.title,
        description=f"{MODELS.description} A model may have seen the commits up to its cut-off.",
        columns=(MODEL, *_label_columns(labels), *FIGURES),
        collect=collect,
    )


def _label_columns(labels: Labels) -> tuple[TableColumn[Group], ...]:
    return (
        _text("size", "Size", "The model's size, from the labels file.", lambda g: labels.of(g.label).size),
        _text(
            "cutoff", "Cut-off", "The last day of its training data, from the labels file.",
            lambda g: None if (day := labels.of(g.label).cutoff) is None else day.isoformat(),
        ),
        interval_column(
            "success_before", "Success before", "Success on instances whose commit the model may have seen.",
            lambda g: _success(g, labels, after=False),
        ),
        interval_column(
            "success_after", "Success after", "Success on instances whose commit is later than the cut-off.",
            lambda g: _success(g, labels, after=True),
        ),
        count_column(
            "undated", "Undated", "Predictions in neither: the cut-off or the commit's date is unknown.",
            lambda g: sum(_is_after(g, labels, v.instance_id) is None for v in g.verdicts),
        ),
    )  # fmt: skip


def _text(
    name: str, title: str, description: str, value: Callable[[Group], str | None]
) -> TableColumn[Group]:
    return TableColumn(name=name, title=title, description=description, kind=Kind.TEXT, value=value)


def _is_after(group: Group, labels: Labels, instance: str) -> bool | None:
    return labels.is_after(group.label, instance)


def _success(group: Group, labels: Labels, *, after: bool) -> Rate:
    return group.success_of(lambda v: _is_after(group, labels, v.instance_id) is after)
