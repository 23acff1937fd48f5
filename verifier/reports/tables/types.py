"""The figures of each model on each refactoring type (SWE-Refactor, table 3)."""

from verifier.reports.figures import FIGURES, MODEL, Group, grouped, label_column
from verifier.reports.material import Material
from verifier.reports.table import Declaration


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
