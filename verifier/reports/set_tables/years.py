"""Each year: the instances of its commits, and how many are usable."""

from collections.abc import Sequence

from verifier.reports.instance_set import InstanceSet, group_entries
from verifier.reports.set_tables.projects import COUNTS, STEPS, Group
from verifier.reports.table import TableDeclaration, text_column

UNKNOWN = "unknown"


def collect(found: InstanceSet) -> Sequence[Group]:
    """One row per year, the earliest first. Instances without a time come last."""
    by_year = group_entries(found.entries, lambda entry: entry.instance.year)
    known = sorted((year, entries) for year, entries in by_year.items() if year is not None)
    rows: list[Group] = [(str(year), entries) for year, entries in known]
    return [*rows, (UNKNOWN, by_year[None])] if known and None in by_year else rows


YEARS = TableDeclaration(
    name="years",
    title="By year",
    description="Each year in which commits of the set were made, in UTC; every step of validation counts what all"
    " before it kept.",
    columns=(
        text_column("year", "Year", "The year of the commit.", lambda g: g[0]),
        *COUNTS,
        *STEPS,
    ),
    collect=collect,
)
