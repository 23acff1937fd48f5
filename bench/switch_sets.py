"""The predictions that are judged with each switch: the demo's, a model's real answers, and those of the soak."""

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
"""Its multiples, less their whole parts, are spread evenly over any number of them, and no period meets them."""


class SetName(StrEnum):
    """Whose predictions are judged."""

    DEMO = "demo"
    ANSWERS = "answers"
    SOAK = "soak"


@dataclass(frozen=True, kw_only=True, slots=True)
class PredictionSet:
    """Predictions in a folder, and where they are judged.

    `unexpected` takes the file of those that were judged and their ledger, says which verdicts are other than
    was known beforehand, and returns their number.
    """

    folder: Path
    repositories: tuple[str, ...]
    unexpected: Callable[[Path, Path], int]

    @property
    def predictions(self) -> Path:
        """All of them."""
        return self.folder / f"{soak.PREDICTIONS}.jsonl"

    @property
    def instances(self) -> Path:
        """What they answer."""
        return self.folder / "instances.jsonl"


def demo_script() -> ModuleType:
    """`scripts/demo`, which makes the predictions and knows what comes of each."""
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
    """Those of `make demo`."""
    made = demo_script()
    folder.mkdir(parents=True, exist_ok=True)
    made.build_and_mine(folder)
    instances = made.choose(folder)
    made.write(folder / "instances.jsonl", instances)
    expected = made.make_predictions(folder, instances)

    def unexpected(predictions: Path, ledger: Path) -> int:
        judged = {made.key(prediction) for prediction in made.read(predictions)}
        among = {key: value for key, value in expected.items() if key in judged}
        return int(made.compare(among, made.read(ledger)))

    repositories = tuple(f"--repo={name}={folder / name}" for name in ("bistro", "commons-cli"))
    return PredictionSet(folder=folder, repositories=repositories, unexpected=unexpected)


def answers(folder: Path, released: Path, repository: Path) -> PredictionSet:
    """Those of a file of SWE-Refactor's release. What comes of them is not known beforehand."""

    def make(fresh: Path) -> None:
        words = ("--repo", repository, "-o", fresh)
        process.check([*QUIET, "import", "swe-refactor", released, *words])

    once(folder, make)
    repositories = (f"--repo={repository}",)
    return PredictionSet(folder=folder, repositories=repositories, unexpected=lambda *_: 0)


def of_soak(folder: Path, bases: int, predictions: int) -> PredictionSet:
    """Those of `make bench-soak`."""
    once(folder, lambda fresh: soak.make(fresh, bases, predictions))

    def unexpected(judged: Path, ledger: Path) -> int:
        wrong = list(soak.wrong_verdicts(judged, ledger))
        sys.stdout.writelines(f"{line}\n" for line in wrong)
        return len(wrong)

    repositories = (f"--repo=small={folder / 'small'}",)
    return PredictionSet(folder=folder, repositories=repositories, unexpected=unexpected)


def once(folder: Path, make: Callable[[Path], None]) -> None:
    """Make it in a folder of its own, which gets its name when it is whole."""
    if folder.exists():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        fresh = Path(place) / folder.name
        fresh.mkdir()
        make(fresh)
        fresh.rename(folder)


def spread(number: int, most: int) -> list[int]:
    """Which of so many are in a sample of at most `most`: the same ones each time, and all over the file.

    A smaller sample lies in a larger one.
    """
    ranked = sorted(range(number), key=lambda place: place * GOLDEN_RATIO % 1)
    return sorted(ranked[:most])


def sampled(predictions: Path, most: int | None) -> Path:
    """The file of a sample beside that of all, or that of all where none is asked for."""
    if most is None:
        return predictions
    lines = predictions.read_text(encoding="utf-8").splitlines(keepends=True)
    sample = predictions.with_name(f"{predictions.stem}-{most}.jsonl")
    sample.write_text("".join(lines[place] for place in spread(len(lines), most)), "utf-8")
    return sample
