"""How much of the refactored code the tests run."""

from collections.abc import Sequence

from verifier.reports.instance_set import InstanceSet, SetEntry, is_covered
from verifier.reports.statistics import Rate
from verifier.reports.table import Kind, TableColumn, TableDeclaration, count_column, text_column

Group = tuple[str, tuple[SetEntry, ...]]


def collect(found: InstanceSet) -> Sequence[Group]:
    """One row per type with at least one measurement."""
    measured = (
        (str(kind), tuple(e for e in entries if is_covered(e) is not None))
        for kind, entries in found.by_type()
    )
    return [(kind, entries) for kind, entries in measured if entries]


def _lines(which: str, title: str) -> TableColumn[Group]:
    def value(group: Group) -> Rate:
        coverage = (entry.instance.coverage for entry in group[1])
        facts = (c.facts for c in coverage if c is not None and c.facts is not None)
        sides = [side for f in facts if (side := getattr(f, which)) is not None]
        return Rate(
            passed=sum(side.lines.covered for side in sides),
            judged=sum(side.lines.total for side in sides),
        )

    description = f"Lines of the refactored code {which} that ran, of those that have byte code."
    return TableColumn(
        name=f"lines_{which}", title=title, description=description, kind=Kind.RATE, value=value
    )


COVERAGE = TableDeclaration(
    name="coverage",
    title="Coverage of the refactored code",
    description="By the tests that pass, measured by JaCoCo on both sides.",
    columns=(
        text_column("type", "Type", "The refactoring's type.", lambda g: g[0]),
        count_column("measured", "Measured", "Instances that were measured.", lambda g: len(g[1])),
        count_column(
            "covered",
            "Covered",
            "Instances with a line that ran on both sides.",
            lambda g: sum(is_covered(e) is True for e in g[1]),
        ),
        _lines("before", "Lines before"),
        _lines("after", "Lines after"),
    ),
    collect=collect,
)
