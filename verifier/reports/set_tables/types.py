"""Each type: its instances, the evidence for their purity, and how many are usable."""

from collections.abc import Sequence

from verifier.domain.purity import PurityTier
from verifier.reports.instance_set import InstanceSet, count_proved
from verifier.reports.set_tables.projects import COUNTS, STEPS, Group
from verifier.reports.table import TableColumn, TableDeclaration, count_column, text_column


def collect(found: InstanceSet) -> Sequence[Group]:
    """One row per type, in the order of declaration."""
    return [(str(kind), entries) for kind, entries in found.by_type()]


def _tier(tier: PurityTier, description: str) -> TableColumn[Group]:
    return count_column(
        str(tier),
        str(tier).capitalize(),
        description,
        lambda g: sum(e.instance.purity.tier is tier for e in g[1]),
    )


TYPES = TableDeclaration(
    name="types",
    title="Types",
    description="Each type of refactoring, with the tier of its pure instances; every step of validation counts"
    " what all before it kept.",
    columns=(
        text_column("type", "Type", "The refactoring's type.", lambda g: g[0]),
        text_column(
            "class",
            "Class",
            "Atomic: one kind of change; compound: several in one step.",
            lambda g: str(g[1][0].instance.refactoring_class),
        ),
        *COUNTS,
        _tier(PurityTier.CHECKER, "PurityChecker's word, with edits that it tolerates."),
        _tier(PurityTier.STRICT, "Its word, and none of the edits that it tolerates."),
        count_column(
            "proved",
            "Proved",
            "Proved from the byte code of both versions; no value if no proof was asked for.",
            lambda g: count_proved(g[1]),
        ),
        *STEPS,
    ),
    collect=collect,
)
