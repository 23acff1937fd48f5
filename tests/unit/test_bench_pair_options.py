"""Which pairs of public sets a benchmark takes."""

from pathlib import Path

import click
from click.testing import CliRunner

from bench.fuzzing_sets import Labelled
from bench.pair_options import PairChoice, choosing_pairs


def make_labelled(name: str, label: str) -> Labelled:
    return Labelled(set="s", name=name, label=label, differs=False, old={}, new={})


def pairs(folder: Path) -> list[Labelled]:
    del folder
    return [
        make_labelled(f"{label}{n}", label)
        for label in ("same", "sound", "wrong")
        for n in range(4)
    ]


@click.command()
@choosing_pairs({"mine": pairs})
@click.option("--jobs", type=int, default=1)
def command(choice: PairChoice, jobs: int) -> None:
    click.echo(" ".join([str(jobs), *(pair.name for pair in choice.pairs())]))


def read_output(*words: str) -> str:
    return CliRunner().invoke(command, [".", *words]).output.strip()


def test_all_pairs_where_nothing_is_asked_for() -> None:
    assert len(read_output().split()) == 1 + 12


def test_pairs_by_label_name_and_number() -> None:
    assert read_output("--label", "s", "--every", "2", "--limit", "1") == "1 same0 sound0"
    assert read_output("--label", "wrong", "--every", "3", "--jobs", "2") == "2 wrong0 wrong3"
    assert read_output("--name", "same1", "--name", "wrong2", "--only", "mine") == "1 same1 wrong2"
