"""What mining kept and lost, stage by stage (SWE-Refactor, table 6)."""

from verifier.reports.funnel import Stage
from verifier.reports.material import Material
from verifier.reports.table import Column, Declaration, Kind


def collect(material: Material) -> tuple[Stage, ...]:
    """The stages; none where no funnel was given."""
    return material.funnel.stages if material.funnel is not None else ()


def _losses(stage: Stage) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in sorted(stage.losses.items()))


FUNNEL = Declaration(
    name="funnel",
    title="Mining funnel",
    description="From the listed commits to the instances that were kept.",
    columns=(
        Column[Stage](
            name="stage",
            title="Stage",
            description="The step of mining.",
            kind=Kind.TEXT,
            value=lambda stage: stage.name,
        ),
        Column[Stage](
            name="unit",
            title="Unit",
            description="What is counted.",
            kind=Kind.TEXT,
            value=lambda stage: stage.unit,
        ),
        Column[Stage](
            name="count",
            title="Kept",
            description="How many are left after the step.",
            kind=Kind.COUNT,
            value=lambda stage: stage.count,
        ),
        Column[Stage](
            name="losses",
            title="Lost",
            description="How many were lost in the step, by reason.",
            kind=Kind.TEXT,
            value=_losses,
        ),
    ),
    collect=collect,
)
