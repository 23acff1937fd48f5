"""The items that each stage of mining kept and lost (SWE-Refactor, table 6)."""

from verifier.domain.funnel import Stage
from verifier.reports.material import ReportData
from verifier.reports.table import TableDeclaration, count_column, text_column


def collect(material: ReportData) -> tuple[Stage, ...]:
    """The stages. Empty if no funnel was given."""
    return material.funnel.narrowing if material.funnel is not None else ()


def _losses(stage: Stage) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in sorted(stage.losses.items()))


FUNNEL = TableDeclaration(
    name="funnel",
    title="Mining funnel",
    description="From the listed commits to the instances that were kept.",
    columns=(
        text_column("stage", "Stage", "The step of mining.", lambda stage: stage.name),
        text_column("unit", "Unit", "What is counted.", lambda stage: stage.unit),
        count_column(
            "count", "Kept", "How many are left after the step.", lambda stage: stage.count
        ),
        text_column("losses", "Lost", "How many were lost in the step, by reason.", _losses),
    ),
    collect=collect,
)
