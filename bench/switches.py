"""Verdicts with what makes them faster switched off, beside those that are given by default.

    python -m bench.switches [FOLDER] [--only NAME ...] [--sandbox docker|local]

The predictions are those of the demo. They are judged by default and once more for each switch, each time in
a run folder of its own: every figure, and every check's status and reason, must be the same. What is in FOLDER
already is not done again. REFVERIFY_CACHE names the cache that all of them use.
"""

import argparse
import importlib.util
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

from bench.command import QUIET
from verifier.domain.verdict import Verdict
from verifier.tools import process
from verifier.tools.records import load_jsonl

DEFAULT = "default"
JUDGED = {0, 3}
"""Exit statuses of `refverify verify` with a verdict for every prediction of a file."""

Seen = tuple[tuple[str, str, str], tuple[tuple[str, str, str], ...]]
"""The three figures of a verdict, and status and reason of each check."""
Key = tuple[str, str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Switch:
    """The other position of something that is about speed alone."""

    name: str
    words: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)


_NO_ARCHIVE = {"REFVERIFY_ANALYSIS_ARCHIVE": "off"}
_OFF = (
    "--no-neighbours",
    "--no-class-archives",
    "--no-warm-compiler",
    "--no-compile-in-part",
    "--no-ahead",
    "--no-same-code",
    "--base-runs-when=always",
)
SWITCHES = (
    Switch(
        name="all off, one at a time",
        words=(*_OFF, "--jobs=1"),
        env=_NO_ARCHIVE,
    ),
    *(Switch(name=word, words=(word,)) for word in (*_OFF, "--tests=first-failure", "--jobs=1")),
    Switch(name="REFVERIFY_ANALYSIS_ARCHIVE=off", env=_NO_ARCHIVE),
)
"""`--tests first-failure` is off by default; all others are on."""


def seen(verdict: Verdict) -> Seen:
    """What must not depend on a switch."""
    figures = verdict.success, verdict.strict_success, verdict.proved_success
    return figures, tuple((c.check, c.status, c.reason or "") for c in verdict.checks)


def by_prediction(verdicts: Sequence[Verdict]) -> dict[Key, Seen]:
    """What was seen of each prediction; the last verdict on one counts."""
    return {(v.instance_id, v.model_name_or_path, v.sample): seen(v) for v in verdicts}


def differences(expected: Mapping[Key, Seen], found: Mapping[Key, Seen]) -> Iterator[str]:
    """One line for each prediction that was judged otherwise, or by one of the two alone."""
    for key in sorted(expected.keys() | found.keys()):
        one, other = expected.get(key), found.get(key)
        if one is None or other is None:
            yield f"{_name(key)}: judged by {'one' if one is None else 'the other'} alone"
        elif one != other:
            pairs = zip((*one[0], *one[1]), (*other[0], *other[1]), strict=True)
            changed = "; ".join(f"{a} became {b}" for a, b in pairs if a != b)
            yield f"{_name(key)}: {changed}"


def _name(key: Key) -> str:
    return f"{key[1]} on {key[0]} #{key[2]}"


def demo() -> ModuleType:
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Set:
    """Predictions in a folder, and where they are judged."""

    folder: Path
    repositories: tuple[str, ...]
    sandbox: str

    def verdicts(self, switch: Switch) -> dict[Key, Seen]:
        """Judge all of them, or go on with it."""
        run = self.folder / "runs" / switch.name.replace(" ", "-")
        files = (self.folder / "predictions.jsonl", "-i", self.folder / "instances.jsonl")
        words = (*self.repositories, "--sandbox", self.sandbox, "--jobs", "2", *switch.words)
        done = process.run(
            [*QUIET, "verify", *files, "--run", run, *words],
            env={**os.environ, **switch.env},
        )
        if done.status not in JUDGED:
            raise process.ProcessFailed(done)
        return by_prediction(load_jsonl(Verdict, run / "verdicts.jsonl")[0])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line a switch; 1 where a verdict differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("switches-run"))
    parser.add_argument("--only", action="append", choices=[s.name for s in SWITCHES])
    parser.add_argument("--sandbox", choices=("docker", "local"), default="docker")
    chosen = parser.parse_args(arguments)
    made = demo()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    made.build_and_mine(chosen.folder)
    instances = made.choose(chosen.folder)
    made.write(chosen.folder / "instances.jsonl", instances)
    expected = made.make_predictions(chosen.folder, instances)
    repositories = tuple(f"--repo={n}={chosen.folder / n}" for n in ("bistro", "commons-cli"))
    asked = Set(folder=chosen.folder, repositories=repositories, sandbox=chosen.sandbox)
    usual = asked.verdicts(Switch(name=DEFAULT))
    wrong = made.compare(expected, made.read(chosen.folder / "runs" / DEFAULT / "verdicts.jsonl"))
    for switch in SWITCHES:
        if chosen.only and switch.name not in chosen.only:
            continue
        found = list(differences(usual, asked.verdicts(switch)))
        wrong += len(found)
        sys.stdout.write(f"{switch.name:32} {len(usual)} predictions, {len(found)} differ\n")
        sys.stdout.writelines(f"    {line}\n" for line in found)
        sys.stdout.flush()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
