"""What validation kept of each type in each project, by step (SWE-Refactor, table 6)."""

from verifier.domain.funnel import ValidatedCounts
from verifier.reports.material import ReportData
from verifier.reports.table import TableDeclaration, count_column, text_column


def collect(material: ReportData) -> tuple[ValidatedCounts, ...]:
    """One row per project and type. Empty if nothing was validated."""
    return material.funnel.validated if material.funnel is not None else ()


def _losses(counts: ValidatedCounts) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in counts.losses.items())


VALIDATED = TableDeclaration(
    name="validated",
    title="Validated instances",
    description="Of each project and type, what is left after each step; each counts what all before it kept.",
    columns=(
        text_column("project", "Project", "The repository.", lambda n: n.repo),
        text_column("type", "Type", "The refactoring's type.", lambda n: str(n.type)),
        count_column("instances", "Asked", "Instances that were asked.", lambda n: n.instances),
        count_column("builds_before", "Before", "The base builds.", lambda n: n.builds_before),
        count_column("builds_after", "After", "The commit builds.", lambda n: n.builds_after),
        count_column(
            "tests_pass", "Tests", "The tests pass on both sides.", lambda n: n.tests_pass
        ),
        count_column(
            "covered", "Covered", "The tests run the refactored code.", lambda n: n.covered
        ),
        count_column(
            "golden",
            "Golden",
            "The refactoring alone is a success on the base; no value if this was not judged.",
            lambda n: n.golden,
        ),
        count_column("kept", "Kept", "Instances that were written.", lambda n: n.kept),
        text_column("losses", "Lost", "How many were lost, by step and reason.", _losses),
    ),
    collect=collect,
)
