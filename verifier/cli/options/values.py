"""Values that a shell may complete: types, tables, data sets and ids, in their written form."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click
from click.shell_completion import CompletionItem

from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import VerifierError

Member = TypeVar("Member", bound=str)


class OneOf(click.Choice[Member]):
    """A choice among words or members of an enum, which the user writes as their values."""

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Return the value of a member; a typed word stays as it is."""
        del ctx
        return str(choice)


class Exact(click.Choice[str]):
    """A choice that accepts any case and completes to the written form."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the values that begin with the typed text."""
        del ctx, param
        return [CompletionItem(value) for value in beginning(self.choices, incomplete)]


def beginning(values: Iterable[str], incomplete: str) -> list[str]:
    """Return the values that begin with the typed text, ignoring case."""
    return [v for v in map(str, values) if v.casefold().startswith(incomplete.casefold())]


def types(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
    """Complete the refactoring type after the last comma, and keep the text before it."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in beginning(RefactoringType, last.lstrip())]


def complete_wanted(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
    """Complete the type of a wanted refactoring up to its colon; the user writes the method."""
    return beginning((f"{name}:" for name in RefactoringType), incomplete)


def tables(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
    """The names of the report's tables."""
    from verifier.reports.tables import TABLES

    return beginning((table.name for table in TABLES), incomplete)


def data_sets(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
    """The names of the data sets."""
    from verifier.datasets.catalogue import dataset_names

    return beginning(dataset_names(), incomplete)


def instance_ids(ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
    """The ids of the file that `-i` names; none if the file cannot be read."""
    file = ctx.params.get("file") or ctx.params.get("instances")
    return beginning(_ids(Path(file)), incomplete) if file else []


def _ids(file: Path) -> Iterator[str]:
    from verifier.mining.selection import read_instances

    try:
        yield from (instance.id for instance in read_instances(file, skip_bad=True))
    except VerifierError:
        return
