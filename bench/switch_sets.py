"""The predictions for each switch: the demo's, a model's real answers, and those of the soak."""

import importlib.util
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

from bench import soak
from bench.command import QUIET
from verifier.tools import process

GOLDEN_RATIO = (5**0.5 - 1) / 2
"""The fractional parts of its multiples are spread evenly for any count and match no period."""


class SetName(StrEnum):
    """The origin of the predictions."""

    DEMO = "demo"
    ANSWERS = "answers"
    SOAK = "soak"


@dataclass(frozen=True, kw_only=True, slots=True)
class PredictionSet:
    """Predictions in a folder, and the repositories for judging them.

    `unexpected` takes the file of the judged predictions and their ledger, prints the verdicts that
    differ from the known ones, and returns their number.
    """

    folder: Path
    repositories: tuple[str, ...]
    unexpected: Callable[[Path, Path], int]

    @property
    def predictions(self) -> Path:
        """The file of all predictions."""
        return self.folder / f"{soak.PREDICTIONS}.jsonl"

    @property
    def instances(self) -> Path:
        """The file of their instances."""
        return self.folder / "instances.jsonl"


def demo_script() -> ModuleType:
    """Load `scripts/demo`, which makes the predictions and knows their outcomes."""
    path = Path(__file__).parents[1] / "scripts" / "demo"
    loader = SourceFileLoader("demo", str(path))
    spec = importlib.util.spec_from_loader("demo", loader)
    if spec is None:
        raise AssertionError("a loader has a spec")
    module = importlib.util.module_from_spec(spec)
    sys.modules["demo"] = module
    loader.exec_module(module)
    return module


def demo(folder: Path) -> PredictionSet:
    """The predictions of `make demo`."""
    made = demo_script()
    folder.mkdir(parents=True, exist_ok=True)
    made.build_and_mine(folder)
    instances = made.choose(folder)
    made.write(folder / "instances.jsonl", instances)
    expected = made.make_predictions(folder, instances)

    def count_unexpected(predictions: Path, ledger: Path) -> int:
        judged = {made.key(prediction) for prediction in made.read(predictions)}
        among = {key: value for key, value in expected.items() if key in judged}
        return int(made.compare(among, made.read(ledger)))

    repositories = tuple(f"--repo={name}={folder / name}" for name in ("bistro", "commons-cli"))
    return PredictionSet(folder=folder, repositories=repositories, unexpected=count_unexpected)


def answers(folder: Path, released: Path, repository: Path) -> PredictionSet:
    """The predictions in a file of SWE-Refactor's release. Their outcomes are not known beforehand."""

    def make(fresh: Path) -> None:
        words = ("--repo", repository, "-o", fresh)
        process.check([*QUIET, "import", "swe-refactor", released, *words])

    once(folder, make)
    repositories = (f"--repo={repository}",)
    return PredictionSet(folder=folder, repositories=repositories, unexpected=lambda *_: 0)


def of_soak(folder: Path, bases: int, predictions: int) -> PredictionSet:
    """The predictions of `make bench-soak`."""
    once(folder, lambda fresh: soak.make(fresh, bases, predictions))

    def count_unexpected(judged: Path, ledger: Path) -> int:
        wrong = list(soak.wrong_verdicts(judged, ledger))
        sys.stdout.writelines(f"{line}\n" for line in wrong)
        return len(wrong)

    repositories = (f"--repo=small={folder / 'small'}",)
    return PredictionSet(folder=folder, repositories=repositories, unexpected=count_unexpected)


def once(folder: Path, make: Callable[[Path], None]) -> None:
    """Make it in a temporary folder, which is renamed when it is complete."""
    if folder.exists():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        fresh = Path(place) / folder.name
        fresh.mkdir()
        make(fresh)
        fresh.rename(folder)


def spread(number: int, most: int) -> list[int]:
    """The positions of a sample of at most `most`: the same each time, and spread over the file.

    A smaller sample is part of a larger one.
    """
    ranked = sorted(range(number), key=lambda place: place * GOLDEN_RATIO % 1)
    return sorted(ranked[:most])


def sample_file(predictions: Path, most: int | None) -> Path:
    """Write a sample next to the file of all. Without `most`, return the file of all."""
    if most is None:
        return predictions
    lines = predictions.read_text(encoding="utf-8").splitlines(keepends=True)
    sample = predictions.with_name(f"{predictions.stem}-{most}.jsonl")
    sample.write_text("".join(lines[place] for place in spread(len(lines), most)), "utf-8")
    return sample
