"""All models over all predictions (SWE-Refactor, table 2)."""

from verifier.reports.figures import FIGURES, MODEL, Group, grouped
from verifier.reports.material import Material
from verifier.reports.table import Declaration


def collect(material: Material) -> tuple[Group, ...]:
    """One group per model."""
    return grouped(material.rows, "model")


MODELS = Declaration(
    name="models",
    title="Models",
    description="Every model over all its predictions; the reference predictions come last.",
    columns=(MODEL, *FIGURES),
    collect=collect,
)
