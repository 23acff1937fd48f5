"""The size of the refactorings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median_high

from verifier.reports.instance_set import InstanceSet, SetEntry, lines_of, size_of
from verifier.reports.table import TableDeclaration, count_column, text_column


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """One figure of the instances of one type. `values` are sorted; instances without a value are
    left out.
    """

    type: str
    figure: str
    values: tuple[int, ...]


def _partner(entry: SetEntry) -> int | None:
    sources = entry.instance.before_sources.partner or entry.instance.after_sources.partner
    return lines_of(sources) or None


FIGURES: tuple[tuple[str, Callable[[SetEntry], int | None]], ...] = (
    ("lines of the method before", size_of),
    ("lines of the method after", lambda e: lines_of(e.instance.after_sources.method) or None),
    ("lines of the other method", _partner),
    ("files that it edits", lambda e: len(e.instance.files)),
    ("other refactorings in the commit", lambda e: len(e.instance.others)),
)


def collect(found: InstanceSet) -> Sequence[Size]:
    """One row per type and figure that has a value."""
    sizes = [
        Size(
            type=str(kind),
            figure=name,
            values=tuple(sorted(v for v in map(of, entries) if v is not None)),
        )
        for kind, entries in found.by_type()
        for name, of in FIGURES
    ]
    return [size for size in sizes if size.values]


SIZES = TableDeclaration(
    name="sizes",
    title="Sizes",
    description="Lines that are not blank; the other method is the extracted one, or the one that is inlined into.",
    columns=(
        text_column("type", "Type", "The refactoring's type.", lambda s: s.type),
        text_column("figure", "Figure", "What is counted.", lambda s: s.figure),
        count_column("instances", "Instances", "Those that have it.", lambda s: len(s.values)),
        count_column("least", "Least", "The smallest.", lambda s: s.values[0]),
        count_column("median", "Median", "Half have no more.", lambda s: median_high(s.values)),
        count_column("most", "Most", "The largest.", lambda s: s.values[-1]),
    ),
    collect=collect,
)
