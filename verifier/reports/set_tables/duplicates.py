"""How many instances repeat an earlier one."""

from collections import Counter
from collections.abc import Iterator, Sequence

from verifier.reports.instance_set import InstanceSet
from verifier.reports.table import TableDeclaration, count_column, text_column

SAME, NEAR = "the same methods", "nearly the same methods"
Row = tuple[tuple[str, str, str], int]


def collect(found: InstanceSet) -> Sequence[Row]:
    """One row per kind and pair of projects, the most frequent first."""
    return sorted(Counter(_pairs(found)).items(), key=lambda row: (-row[1], row[0]))


def _pairs(found: InstanceSet) -> Iterator[tuple[str, str, str]]:
    projects = {e.instance.id: e.instance.repo for e in found.entries}
    for entry in found.entries:
        for kind, other in ((SAME, entry.duplicate_of), (NEAR, entry.near_duplicate_of)):
            if other is not None:
                yield kind, entry.instance.repo, projects.get(other, "")


DUPLICATES = TableDeclaration(
    name="duplicates",
    title="Duplicates",
    description="Instances whose methods repeat those of an earlier one: marked, never dropped.",
    columns=(
        text_column("kind", "Kind", "How similar they are.", lambda r: r[0][0]),
        text_column("project", "Project", "Where the later one is from.", lambda r: r[0][1]),
        text_column("of", "First seen in", "Where the earlier one is from.", lambda r: r[0][2]),
        count_column("instances", "Instances", "How many repeat one.", lambda r: r[1]),
    ),
    collect=collect,
)
