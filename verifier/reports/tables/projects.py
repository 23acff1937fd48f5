"""The figures of each model on each project."""

from verifier.reports.figures import FIGURES, MODEL, Group, group_rows, label_column
from verifier.reports.material import ReportData
from verifier.reports.table import TableDeclaration


def collect(material: ReportData) -> tuple[Group, ...]:
    """One group per model and repository."""
    return group_rows(material.rows, "model", "repo")


PROJECTS = TableDeclaration(
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
