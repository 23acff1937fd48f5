"""Compare verdicts with speedups switched off to those with the default settings.

    python -m bench.switches [FOLDER] [--set demo|answers|soak] [--most N] [--only NAME ...] [--cold]
        [--released FILE --repo CLONE] [--sandbox docker|local] [-- WORD ...]

The predictions are those of the demo, the answers in a released file of SWE-Refactor whose commits
are in a clone, or those of the soak. They are judged with the defaults and once more for each
switch, each time in a separate run folder: every figure, and every check's status and reason, must
be the same. Results that are already in FOLDER are reused. Words after -- are passed to every
`refverify verify`. REFVERIFY_CACHE names the cache that all of them use, or with --cold the one
from which they copy dependencies.
"""

import argparse
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import assert_never

from bench.command import QUIET
from bench.killed import seed
from bench.soak import BASES, MANY
from bench.switch_sets import PredictionSet, SetName, answers, demo, of_soak, once, sample_file
from verifier.builds.speedups import Speedup
from verifier.config import CACHE_VARIABLE, cache_folder
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.tools import process
from verifier.tools.records import load_jsonl

DEFAULT = "default"
JUDGED = {0, 3}
"""Exit statuses of `refverify verify` with a verdict for every prediction of a file."""

Seen = tuple[tuple[str, str, str], tuple[tuple[str, str, str], ...]]
"""The three figures of a verdict, and the status and reason of each check."""
Key = tuple[str, str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Switch:
    """The other position of a setting that should affect only speed."""

    name: str
    words: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The name of its folders."""
        return self.name.replace(" ", "-")


_NO_ARCHIVE = {"REFVERIFY_ANALYSIS_ARCHIVE": "off"}
_OFF = tuple(f"--without={each}" for each in Speedup)
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


def view_of(verdict: Verdict) -> Seen:
    """The parts of a verdict that must not depend on a switch."""
    figures = verdict.success, verdict.strict_success, verdict.proved_success
    return figures, tuple((c.check, c.status, c.reason or "") for c in verdict.checks)


def by_prediction(verdicts: Sequence[Verdict]) -> dict[Key, Seen]:
    """The compared parts of each prediction's last verdict."""
    return {key_of(v): view_of(v) for v in verdicts}


def key_of(record: Prediction | Verdict) -> Key:
    """The identity of a prediction."""
    return record.instance_id, record.model_name_or_path, record.sample


def differences(
    expected: Mapping[Key, Seen], found: Mapping[Key, Seen], among: Collection[Key]
) -> Iterator[str]:
    """One line for each of these predictions with different verdicts, or without one on some side."""
    for key in sorted(among):
        one, other = expected.get(key), found.get(key)
        if one is None or other is None:
            neither = one is other
            yield f"{_name(key)}: {'judged by neither' if neither else 'judged by one alone'}"
        elif one != other:
            pairs = zip((*one[0], *one[1]), (*other[0], *other[1]), strict=True)
            changed = "; ".join(f"{a} became {b}" for a, b in pairs if a != b)
            yield f"{_name(key)}: {changed}"


def _name(key: Key) -> str:
    return f"{key[1]} on {key[0]} #{key[2]}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """The predictions to judge, and the words for every call of `refverify verify`.

    With `cold`, each switch has a new cache with dependencies only. Otherwise it mostly reuses a
    base that was prepared and measured with the default settings.
    """

    made: PredictionSet
    predictions: Path
    words: tuple[str, ...]
    cold: bool = False

    def ledger(self, switch: Switch) -> Path:
        """The file of the verdicts with a switch."""
        return self.made.folder / "runs" / switch.folder / "verdicts.jsonl"

    def cache(self, switch: Switch) -> Path:
        """The cache for a switch."""
        if not self.cold:
            return cache_folder()
        own = self.made.folder / "caches" / switch.folder
        once(own, lambda fresh: seed(fresh, cache_folder()))
        return own

    def verdicts(self, switch: Switch) -> dict[Key, Seen]:
        """Judge all predictions, or continue an earlier run."""
        ledger = self.ledger(switch)
        files = (self.predictions, "-i", self.made.instances, "--run", ledger.parent)
        words = (*self.made.repositories, "--jobs", "2", *self.words, *switch.words)
        env = {**os.environ, CACHE_VARIABLE: str(self.cache(switch)), **switch.env}
        done = process.run([*QUIET, "verify", *files, *words], env=env)
        if done.status not in JUDGED:
            raise process.ProcessFailed(done)
        return by_prediction(load_jsonl(Verdict, ledger)[0])


def words_for_verify(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the arguments of this program from those after `--`, which are for `refverify verify`."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    return words[:end], words[end + 1 :]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line per switch. The exit status is 1 if a verdict differs."""
    own, more = words_for_verify(sys.argv[1:] if arguments is None else arguments)
    chosen = _options(own)
    made = _make(chosen)
    predictions = sample_file(made.predictions, chosen.most)
    words = ("--sandbox", chosen.sandbox, *more)
    asked = Judged(made=made, predictions=predictions, words=words, cold=chosen.cold)
    among = set(map(key_of, load_jsonl(Prediction, predictions)[0]))
    default = Switch(name=DEFAULT)
    usual = asked.verdicts(default)
    wrong = made.unexpected(predictions, asked.ledger(default))
    for switch in SWITCHES:
        if chosen.only and switch.name not in chosen.only:
            continue
        found = list(differences(usual, asked.verdicts(switch), among=among))
        wrong += len(found)
        sys.stdout.write(f"{switch.name:32} {len(among)} predictions, {len(found)} differ\n")
        sys.stdout.writelines(f"    {line}\n" for line in found)
        sys.stdout.flush()
    return int(wrong > 0)


def _options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("switches-run"))
    parser.add_argument("--set", type=SetName, choices=list(SetName), default=SetName.DEMO)
    parser.add_argument("--released", type=Path, help="a file of SWE-Refactor's release")
    parser.add_argument("--repo", type=Path, help="a clone with its commits")
    parser.add_argument("--most", type=int, help="a sample of at most so many, always the same")
    parser.add_argument("--cold", action="store_true", help="each switch with a cache of its own")
    parser.add_argument("--only", action="append", choices=[s.name for s in SWITCHES])
    parser.add_argument("--sandbox", choices=("docker", "local"), default="docker")
    chosen = parser.parse_args(words)
    if chosen.set is SetName.ANSWERS and not (chosen.released and chosen.repo):
        parser.error("--set answers needs --released and --repo")
    return chosen


def _make(chosen: argparse.Namespace) -> PredictionSet:
    name: SetName = chosen.set
    folder = chosen.folder.resolve() / name
    match name:
        case SetName.DEMO:
            return demo(folder)
        case SetName.ANSWERS:
            return answers(folder, chosen.released, chosen.repo)
        case SetName.SOAK:
            return of_soak(folder, BASES, MANY)
        case _:
            assert_never(name)


if __name__ == "__main__":
    sys.exit(main())
