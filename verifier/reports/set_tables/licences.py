"""The licences of the sources."""

from collections.abc import Sequence

from verifier.reports.instance_set import InstanceSet, SetEntry, group_entries
from verifier.reports.table import TableDeclaration, count_column, text_column

Group = tuple[str, tuple[SetEntry, ...]]


def collect(found: InstanceSet) -> Sequence[Group]:
    """One row per licence, the most frequent first. Empty if no repository was given."""
    groups = group_entries((e for e in found.entries if e.licence), lambda entry: entry.licence)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


LICENCES = TableDeclaration(
    name="licences",
    title="Licences",
    description="From the licence files of each base, or its pom; NOASSERTION if unknown.",
    columns=(
        text_column("licence", "Licence", "In SPDX's words.", lambda g: g[0]),
        text_column(
            "projects",
            "Projects",
            "The repositories.",
            lambda g: ", ".join(sorted({e.instance.repo for e in g[1]})),
        ),
        count_column("instances", "Instances", "How many.", lambda g: len(g[1])),
        count_column(
            "texts",
            "With code",
            "Those whose code this page shows.",
            lambda g: sum(e.has_texts for e in g[1]),
        ),
    ),
    collect=collect,
)
