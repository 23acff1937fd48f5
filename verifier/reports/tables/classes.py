"""Atomic against compound refactorings (SWE-Refactor, section 4.2)."""

from verifier.reports.figures import FIGURES, MODEL, Group, grouped, label_column
from verifier.reports.material import Material
from verifier.reports.table import Declaration


def collect(material: Material) -> tuple[Group, ...]:
    """One group per model and class."""
    return grouped(material.rows, "model", "refactoring_class")


CLASSES = Declaration(
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
