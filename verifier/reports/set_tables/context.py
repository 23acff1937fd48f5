"""How many context entries of each kind the methods have."""

from collections.abc import Sequence
from statistics import median_high

from verifier.domain.context import MethodSurroundings
from verifier.domain.context_text import LISTS
from verifier.reports.instance_set import InstanceSet
from verifier.reports.table import (
    Cell,
    Kind,
    TableColumn,
    TableDeclaration,
    count_column,
    text_column,
)

Around = tuple[str, Sequence[int]]
"""A kind of entry, and the number of entries of each method."""


def collect(found: InstanceSet) -> Sequence[Around]:
    """One row per kind. Empty if no record has a context."""
    contexts = (entry.instance.context for entry in found.entries)
    methods = [method for each in contexts if each is not None for method in each.methods]
    if not methods:
        return []
    return [(words, [_number(method, name) for method in methods]) for name, words in LISTS]


def _number(method: MethodSurroundings, name: str) -> int:
    return len(getattr(method, name)) + method.left_out.get(name, 0)


def _middle(around: Around) -> Cell:
    return median_high(around[1])


CONTEXT = TableDeclaration(
    name="context",
    title="Around the methods",
    description="The repository's own code around the refactored methods, on their base.",
    columns=(
        text_column("kind", "Kind", "The relation, seen from the method.", lambda a: a[0]),
        count_column("methods", "Methods", "Methods that were read.", lambda a: len(a[1])),
        count_column(
            "with_any", "With any", "Those that have one or more.", lambda a: sum(map(bool, a[1]))
        ),
        TableColumn(
            name="median",
            title="Median",
            description="Half of the methods have no more.",
            kind=Kind.NUMBER,
            value=_middle,
        ),
        TableColumn(
            name="most",
            title="Most",
            description="The largest number.",
            kind=Kind.NUMBER,
            value=lambda a: max(a[1]),
        ),
    ),
    collect=collect,
)
