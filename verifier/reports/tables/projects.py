"""The figures of each model on each project."""

from verifier.reports.figures import FIGURES, MODEL, Group, grouped, label_column
from verifier.reports.material import Material
from verifier.reports.table import Declaration


def collect(material: Material) -> tuple[Group, ...]:
    """One group per model and repository."""
    return grouped(material.rows, "model", "repo")


PROJECTS = Declaration(
    name="projects",
    title="Models by project",
    description="The same figures for each repository.",
    columns=(
        MODEL,
        label_column(1, "project", "Project", "The repository that the instances come from."),
        *FIGURES,
    ),
    collect=collect,
)
