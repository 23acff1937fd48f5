"""Command line options that choose among the pairs of public sets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import click

from bench.fuzzing_sets import Labelled

Sets = Mapping[str, Callable[[Path], Iterable[Labelled]]]


@dataclass(frozen=True, kw_only=True, slots=True)
class PairChoice:
    """The chosen pairs; the default is all."""

    sets: Sets
    folder: Path
    only: Sequence[str] = ()
    labels: Sequence[str] = ()
    names: Sequence[str] = ()
    every: int = 1
    limit: int | None = None

    def pairs(self) -> list[Labelled]:
        """Read every n-th wanted pair of each label, up to the limit."""
        found = (pair for name in self.only or self.sets for pair in self.sets[name](self.folder))
        return list(self._thin(p for p in found if not self.names or p.name in self.names))

    def _thin(self, pairs: Iterable[Labelled]) -> Iterator[Labelled]:
        def key(pair: Labelled) -> tuple[str, str]:
            return pair.set, pair.label

        most = None if self.limit is None else self.limit * self.every
        for (_, label), group in groupby(sorted(pairs, key=key), key):
            if not self.labels or label.startswith(tuple(self.labels)):
                yield from islice(group, 0, most, self.every)


def choosing_pairs(sets: Sets) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command FOLDER and the options of choice. It is called with a `PairChoice`."""
    options = (
        click.argument("folder", type=click.Path(path_type=Path, exists=True)),
        click.option("--only", type=click.Choice(sorted(sets)), multiple=True, help="These sets; repeat."),
        click.option("--label", "labels", multiple=True, help="Labels that begin with this; repeat."),
        click.option("--name", "names", multiple=True, help="Pairs of this name; repeat."),
        click.option("--every", type=int, default=1, show_default=True, help="Each n-th pair of a label."),
        click.option("--limit", type=int, help="At most so many pairs of a label."),
    )  # fmt: skip

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def call(**words: Any) -> None:
            own = {name: words.pop(name) for name in ("folder", "only", "labels", "names", "every", "limit")}  # fmt: skip
            command(choice=PairChoice(sets=sets, **own), **words)

        decorated: Callable[..., None] = call
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return with_options
