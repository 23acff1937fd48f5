"""The outcomes of each step of validation, with the reasons."""

from collections import Counter
from collections.abc import Sequence

from verifier.domain.validation import Step
from verifier.reports.instance_set import InstanceSet
from verifier.reports.table import TableDeclaration, count_column, text_column

Row = tuple[tuple[Step, str, str], int]


def collect(found: InstanceSet) -> Sequence[Row]:
    """One row per step, outcome and reason. Empty if nothing was validated."""
    counts = Counter(
        (step, str(result.status), str(result.reason or ""))
        for entry in found.entries
        for step, result in entry.steps.items()
    )
    order = list(Step)
    return sorted(counts.items(), key=lambda row: (order.index(row[0][0]), -row[1], row[0][1:]))


OUTCOMES = TableDeclaration(
    name="outcomes",
    title="Validation",
    description="Each step independently of the others: an instance counts once at every step.",
    columns=(
        text_column("step", "Step", "What was asked.", lambda r: str(r[0][0])),
        text_column("outcome", "Outcome", "How it ended.", lambda r: r[0][1].replace("_", " ")),
        text_column("reason", "Reason", "Why it did not pass.", lambda r: r[0][2]),
        count_column("instances", "Instances", "How many.", lambda r: r[1]),
    ),
    collect=collect,
)
