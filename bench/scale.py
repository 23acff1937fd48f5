"""How long ten thousand repositories take on 1 to 1,000 machines: simulated with measured times.

The units are the projects of docs/results.md, drawn at random with a fixed seed. A repository is mined by
one machine. Shards are chosen by a hash, as `--shard` does, so their sizes differ; a scheduler such as
Ray gives the longest unit that is left to the next free machine.
"""

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from bench.tables import as_markdown
from verifier.domain.shard import choose_shard
from verifier.reports.project_figures import PROJECTS

RESULTS = Path(__file__).parents[1] / "docs" / "results.md"
SEED, REPOSITORIES, MACHINES = 20261127, 10_000, (1, 10, 100, 1000)
_PROJECT, _MINING, _VALIDATED, _VALIDATION = "Project", "Mining, s", "Validated", "Validation, s"


@dataclass(frozen=True, kw_only=True, slots=True)
class MeasuredProject:
    """Seconds of a project on two processors; those of validation per instance, None if not measured."""

    name: str
    mining: float
    per_instance: float | None


def read_projects(page: str) -> list[MeasuredProject]:
    """Read the table of projects in docs/results.md."""
    titles = [column.title for column in PROJECTS.columns]
    found = []
    for line in page.partition("## Projects")[2].partition("## ")[0].splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        row = dict(zip(titles, cells, strict=False))
        if len(cells) == len(titles) and _number(row[_MINING]) is not None:
            mining, validation = _number(row[_MINING]), _number(row[_VALIDATION])
            instances = _number(row[_VALIDATED])
            found.append(
                MeasuredProject(
                    name=row[_PROJECT],
                    mining=mining or 0.0,
                    per_instance=validation / instances if validation and instances else None,
                )
            )
    return found


def _number(cell: str) -> float | None:
    digits = cell.replace(",", "")
    return float(digits) if digits.replace(".", "", 1).isdigit() else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Simulated:
    """Hours until the last machine ends, with shards by hash and with the longest unit first."""

    machines: int
    evenly_divided: float
    shards_by_hash: float
    longest_first: float


def simulate(units: Sequence[float], machines: int) -> Simulated:
    """Divide units, in seconds, among machines."""
    shards = [0.0] * machines
    for number, seconds in enumerate(units):
        shards[choose_shard(machines, f"repository{number}")] += seconds
    busy = [0.0] * machines
    for seconds in sorted(units, reverse=True):
        heapq.heapreplace(busy, busy[0] + seconds)
    return Simulated(
        machines=machines,
        evenly_divided=sum(units) / machines / 3600,
        shards_by_hash=max(shards) / 3600,
        longest_first=max(busy) / 3600,
    )


def draw(projects: Sequence[MeasuredProject], count: int, seed: int = SEED) -> list[float]:
    """Draw the seconds of mining of so many repositories."""
    # No secret depends on it.
    chooser = random.Random(seed)  # noqa: S311
    return [chooser.choice(projects).mining for _ in range(count)]


def make_table(page: str) -> str:
    """Return the table of docs/scale.md."""
    units = draw(read_projects(page), REPOSITORIES)
    return as_markdown([simulate(units, machines) for machines in MACHINES])


@click.command()
def main() -> None:
    """Print the simulated hours of mining."""
    page = RESULTS.read_text(encoding="utf-8")
    click.echo(make_table(page))
    known = [p.per_instance for p in read_projects(page) if p.per_instance is not None]
    click.echo(
        f"validation: {sum(known) / len(known):.1f} s per instance, mean of {len(known)} projects"
    )


if __name__ == "__main__":
    main()
