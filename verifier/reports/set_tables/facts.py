"""What the facts of the records are: a row a fact, whatever facts there are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_high

from verifier.domain.outcome import JsonValue
from verifier.reports.instance_set import InstanceSet
from verifier.reports.table import Cell, Column, Declaration, Kind, count_column, text_column

_MOST_SHOWN = 3
_LONGEST = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """One fact of all records; `values` are those that are not null."""

    name: str
    values: tuple[JsonValue, ...]

    @property
    def numbers(self) -> list[float | int]:
        """The values where all of them are numbers, smallest first; lists count by their length."""
        found = [len(v) if isinstance(v, list) else v for v in self.values]
        return sorted(found) if all(map(_is_number, found)) else []


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def collect(found: InstanceSet) -> Sequence[Fact]:
    """One row a fact, in the order in which the records have them."""
    values: dict[str, list[JsonValue]] = {}
    for entry in found.entries:
        for name, value in entry.facts.items():
            values.setdefault(name, [])
            if value is not None:
                values[name].append(value)
    return [Fact(name=name, values=tuple(own)) for name, own in values.items()]


def _words(fact: Fact) -> str:
    """The most frequent values of what is no number."""
    if fact.numbers:
        return ""
    counts = Counter(map(_shown, fact.values)).most_common(_MOST_SHOWN)
    return ", ".join(f"{word} ({count})" for word, count in counts)


def _shown(value: JsonValue) -> str:
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return word if len(word) <= _LONGEST else f"{word[:_LONGEST]} …"


def _figure(name: str, title: str, description: str, at: int) -> Column[Fact]:
    def value(fact: Fact) -> Cell:
        return fact.numbers[at] if fact.numbers else None

    return Column(name=name, title=title, description=description, kind=Kind.NUMBER, value=value)


FACTS = Declaration(
    name="facts",
    title="Facts",
    description="Facts of the refactored code, by their way in the record; a list counts by its length.",
    columns=(
        text_column("fact", "Fact", "Its way in the record.", lambda f: f.name),
        count_column("instances", "Instances", "Those that have a value.", lambda f: len(f.values)),
        _figure("least", "Least", "The smallest number.", 0),
        Column(
            name="median",
            title="Median",
            description="Half have no more.",
            kind=Kind.NUMBER,
            value=lambda f: median_high(f.numbers) if f.numbers else None,
        ),
        _figure("most", "Most", "The largest number.", -1),
        text_column("words", "Most frequent", "Of what is no number, how often.", _words),
    ),
    collect=collect,
)
