"""Each project: its instances, and how many of them are usable."""

from collections.abc import Sequence

from verifier.domain.validation import Demand
from verifier.reports.instance_set import (
    InstanceSet,
    SetEntry,
    acts_of,
    count_passed,
    count_validated,
    group_entries,
)
from verifier.reports.table import TableColumn, TableDeclaration, count_column, text_column

Group = tuple[str, tuple[SetEntry, ...]]


def collect(found: InstanceSet) -> Sequence[Group]:
    """One row per project, by name."""
    return sorted(group_entries(found.entries, lambda entry: entry.instance.repo).items())


STEPS: tuple[TableColumn[Group], ...] = (
    count_column(
        "validated", "Validated", "Instances that were validated.", lambda g: count_validated(g[1])
    ),
    count_column("built", "Built", "Both sides build.", lambda g: count_passed(g[1], Demand.BUILT)),
    count_column(
        "tested",
        "Tested",
        "Of these, the tests pass on both sides.",
        lambda g: count_passed(g[1], Demand.TESTED),
    ),
    count_column(
        "covered",
        "Covered",
        "Of these, the tests run the refactored code on both sides.",
        lambda g: count_passed(g[1], Demand.COVERED),
    ),
    count_column(
        "golden",
        "Golden",
        "Of these, the developers' refactoring alone is a success on the base.",
        lambda g: count_passed(g[1], Demand.GOLDEN),
    ),
)
"""Results of validation; without a value if nothing was validated."""

COUNTS: tuple[TableColumn[Group], ...] = (
    count_column("instances", "Instances", "Instances in the set.", lambda g: len(g[1])),
    count_column(
        "acts", "Acts", "Acts of developers: instances done in one go count once.",
        lambda g: acts_of(g[1]),
    ),
    count_column(
        "pure", "Pure", "Instances that PurityChecker calls pure.",
        lambda g: sum(e.is_pure for e in g[1]),
    ),
)  # fmt: skip
"""The number of instances and of acts."""

PROJECTS = TableDeclaration(
    name="projects",
    title="Projects",
    description="What each repository brings; every step of validation counts what all before it kept.",
    columns=(
        text_column("project", "Project", "The repository.", lambda g: g[0]),
        text_column(
            "licence",
            "Licence",
            "Its licence at the bases, in SPDX's words.",
            lambda g: ", ".join(sorted({e.licence or "not asked" for e in g[1]})),
        ),
        *COUNTS,
        count_column(
            "commits",
            "Commits",
            "Commits that they come from.",
            lambda g: len({e.instance.commit for e in g[1]}),
        ),
        *STEPS,
    ),
    collect=collect,
)
