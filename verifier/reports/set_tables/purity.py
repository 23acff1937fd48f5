"""The evidence for the purity of instances, and the reasons against a higher tier."""

from collections import Counter
from collections.abc import Iterator, Sequence

from verifier.domain.purity import Purity
from verifier.reports.instance_set import InstanceSet
from verifier.reports.table import TableDeclaration, count_column, text_column

Row = tuple[tuple[str, str], int]


def collect(found: InstanceSet) -> Sequence[Row]:
    """Count the statements about purity, the most frequent first within each kind."""
    counts = Counter(said for e in found.entries for said in _list_values(e.instance.purity))
    kinds = {kind: at for at, kind in enumerate(_KINDS)}
    return sorted(counts.items(), key=lambda row: (kinds[row[0][0]], -row[1], row[0][1]))


_KINDS = ("verdict", "tier", "tolerated edit", "not proved")


def _list_values(purity: Purity) -> Iterator[tuple[str, str]]:
    yield "verdict", str(purity.verdict).replace("_", " ")
    if purity.tier is not None:
        yield "tier", str(purity.tier)
    yield from (("tolerated edit", edit) for edit in dict.fromkeys(purity.tolerated))
    if purity.unproved is not None:
        why = purity.unproved
        yield "not proved", f"{why.outcome}: {why.reason}" if why.reason else str(why.outcome)


PURITY = TableDeclaration(
    name="purity",
    title="Purity",
    description="PurityChecker's verdicts, the tiers, the edits that exclude the strict tier, and the"
    " obstacles to proofs. An instance may have several.",
    columns=(
        text_column("kind", "What", "Verdict, tier, tolerated edit, or why not proved.", lambda r: r[0][0]),
        text_column("said", "Said", "The word.", lambda r: r[0][1]),
        count_column("instances", "Instances", "How many.", lambda r: r[1]),
    ),
    collect=collect,
)  # fmt: skip
