"""A mined data set for its page: instances, their facts for publishing, and the funnel."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from verifier.domain.instance import Instance
from verifier.domain.outcome import Status
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.validation import Demand, Step, StepResult
from verifier.reports.funnel import FunnelStages

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, kw_only=True)
class SetEntry:
    """An instance of the set.

    `licence` is the SPDX identifier of its repository's licence at the base; it is empty if no
    repository was given. `duplicate_of` and `near_duplicate_of` name an earlier instance.
    `has_texts` is false if the licence forbids showing the sources on the page.
    """

    instance: Instance
    licence: str = ""
    duplicate_of: str | None = None
    near_duplicate_of: str | None = None
    has_texts: bool = True

    @cached_property
    def steps(self) -> Mapping[Step, StepResult]:
        """The results of validation by step; empty if the instance was not validated."""
        found = self.instance.validation
        return {} if found is None else found.steps

    @property
    def is_pure(self) -> bool:
        """Whether PurityChecker found the refactoring pure."""
        return self.instance.purity.verdict is PurityVerdict.PURE

    def meets(self, demand: Demand) -> bool:
        """Whether the instance passed this step and all earlier ones."""
        found = self.instance.validation
        return found is not None and found.meets(demand)


@dataclass(frozen=True, kw_only=True, slots=True)
class InstanceSet:
    """The whole set in the order of its file; `name` is the file's name."""

    name: str
    entries: tuple[SetEntry, ...]
    funnel: FunnelStages | None = None
    notices: tuple[str, ...] = field(default=())

    def by_type(self) -> Iterator[tuple[RefactoringType, tuple[SetEntry, ...]]]:
        """Yield the entries of each type that occurs, in the order of the types' declaration."""
        found = group_entries(self.entries, lambda entry: entry.instance.type)
        return ((kind, found[kind]) for kind in RefactoringType if kind in found)


def group_entries(
    entries: Iterable[SetEntry], key: Callable[[SetEntry], Key]
) -> Mapping[Key, tuple[SetEntry, ...]]:
    """Group the entries by a key; the groups keep the order in which their keys first occur."""
    found: dict[Key, list[SetEntry]] = {}
    for entry in entries:
        found.setdefault(key(entry), []).append(entry)
    return {word: tuple(own) for word, own in found.items()}


def acts_of(entries: Iterable[SetEntry]) -> int:
    """Count the acts of developers in the entries."""
    return len({(e.instance.repo, e.instance.group) for e in entries})


def count_passed(entries: Sequence[SetEntry], demand: Demand) -> int | None:
    """Count the entries that passed a step and all earlier ones. None if none was asked for that
    step.
    """
    asked = any(demand.last in entry.steps for entry in entries)
    return sum(entry.meets(demand) for entry in entries) if asked else None


def count_proved(entries: Iterable[SetEntry]) -> int | None:
    """Count the proved entries. None if no entry was asked for a proof."""
    asked = [p for e in entries if (p := e.instance.purity).was_to_be_proved]
    return sum(p.tier is PurityTier.PROVED for p in asked) if asked else None


def count_validated(entries: Iterable[SetEntry]) -> int:
    """Count the entries that were validated, with any outcome."""
    return sum(bool(entry.steps) for entry in entries)


def lines_of(text: str) -> int:
    """Count the lines of a source text that are not blank."""
    return sum(bool(line.strip()) for line in text.splitlines())


def size_of(entry: SetEntry) -> int | None:
    """Count the lines of the wanted method on the base. None if the record has no text."""
    return lines_of(entry.instance.before_sources.method) or None


def is_covered(entry: SetEntry) -> bool | None:
    """Whether tests run the refactored code on both sides. None if this was not measured."""
    coverage = entry.instance.coverage
    if coverage is None or coverage.facts is None or not coverage.facts.measured:
        return None
    return coverage.status is Status.PASSED
