"""Atomic against compound refactorings (SWE-Refactor, section 4.2)."""

from verifier.reports.figures import FIGURES, MODEL, Group, group_rows, label_column
from verifier.reports.material import ReportData
from verifier.reports.table import TableDeclaration


def collect(material: ReportData) -> tuple[Group, ...]:
    """One group per model and class."""
    return group_rows(material.rows, "model", "refactoring_class")


CLASSES = TableDeclaration(
    name="classes",
    title="Atomic and compound",
    description="One kind of change against several in one step.",
    columns=(
        MODEL,
        label_column(1, "class", "Class", "Whether the wanted refactoring is atomic or compound."),
        *FIGURES,
    ),
    collect=collect,
)
