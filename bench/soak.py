"""Judge many predictions over many bases and measure the cost; then repeat it with kills.

    python -m bench.soak [--predictions 1000] [--bases 20] [--kills 10] [--seed 1] [--sandbox docker|local]
        [--every 100] [--jobs 2] [--keep FOLDER]

The script makes the project, with one commit for each base. Each outcome has a fifth of the
predictions, and no two have the same code. The bases are prepared and measured before the clock
starts. A line for each hundred verdicts shows their time and the peak resources; the last lines
compare the last hundred to the first. The second run starts without a prepared base, and its
process group is killed at random moments.

The script fails if a prediction has another verdict than intended, if the ledger of the killed run
differs from the other one (except in times), or if something is left behind.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired

from bench.command import QUIET
from bench.footprint import MB, Footprint, bytes_below, footprint
from bench.killed import Controller, RunFolders, list_damaged, list_left_over, seed, survivors
from bench.small_subject import small_subject
from bench.spoiling import ACCEPTED, OUTCOMES, Good, make_numbered
from bench.tables import as_table
from bench.verification_targets import outcome_of
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.config import cache_folder
from verifier.domain.instance import Instance
from verifier.domain.outcome import JsonValue
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.tools import process
from verifier.tools.git.repository import Repository
from verifier.tools.records import load_jsonl, to_json
from verifier.tools.storage.lease import Lease

PREDICTIONS = "predictions"
"""The file of the predictions that count."""
MANY, BASES = 1000, 20
"""The default numbers of predictions and of bases."""
LONGEST = 6 * 3600.0
"""Maximum seconds for everything."""
PAUSE = 1.0
"""Seconds between two measurements of the run."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stretch:
    """A number of verdicts: their time, the peak resources meanwhile, and the folders at the end.

    `own_cpu` are the processor seconds of our own processes, without containers.
    """

    verdicts: int
    seconds: float
    own_cpu: float
    own_mb: int
    containers_mb: int
    open_files: int
    containers: int
    cache_mb: float
    run_mb: float


def make(folder: Path, bases: int, predictions: int) -> None:
    """Make one instance for each base, predictions for them, and two for each that prepare and
    measure its base.
    """
    repository = small_subject(folder, bases)
    mined, golden = folder / "instances.jsonl", folder / "golden.jsonl"
    _refverify("mine", repository, "-o", mined, "--types", "Extract Method")
    words = ("--form", "refactoring", "--repo", repository)
    _refverify("predictions", "golden", "-i", mined, *words, "-o", golden)
    files = {p.instance_id: p.files or {} for p in load_jsonl(Prediction, golden)[0]}
    with Repository.open(repository) as opened, AnalysisPool() as analysis:
        good = [
            Good(instance=i, files=files[i.id], base=java_tree(opened.tree(i.parent)))
            for i in load_jsonl(Instance, mined)[0]
        ]
        if len(good) != bases:
            raise AssertionError(f"{len(good)} instances were mined of {bases} commits")
        numbers = (divmod(n, len(OUTCOMES)) for n in range(predictions))
        many = (make_numbered(OUTCOMES[o], n, good[n % bases], analysis) for n, o in numbers)
        _write(folder / f"{PREDICTIONS}.jsonl", many)
        # A failing test requires all runs of its base.
        first = (make_numbered(o, predictions, g, analysis) for g in good for o in OUTCOMES[-2:])
        _write(folder / "first.jsonl", first)


def _write(path: Path, predictions: Iterator[Prediction]) -> None:
    path.write_text("".join(to_json(p) + "\n" for p in predictions), encoding="utf-8")


def _refverify(*words: str | Path) -> None:
    process.check([*QUIET, *words])


def watch(place: RunFolders, every: int) -> Iterator[Stretch]:
    """Run it to its end. Yield a stretch for each `every` verdicts, and one for the rest.

    Raises:
        RuntimeError: the run failed.
    """
    with place.start() as controller:
        lease = str(Lease.of(controller.pid))
        try:
            began, looks = time.monotonic(), [footprint(place, lease)]
            counted = verdicts = 0
            while _runs_on(controller, PAUSE):
                looks.append(footprint(place, lease))
                verdicts = _verdicts(place)
                if verdicts >= counted + every:
                    yield _stretch(place, verdicts - counted, time.monotonic() - began, looks)
                    began, looks, counted = time.monotonic(), looks[-1:], verdicts
            place.must_succeed(controller.returncode)
            if (left := _verdicts(place) - counted) > 0:
                yield _stretch(place, left, time.monotonic() - began, looks)
        finally:
            _kill(controller)


def _runs_on(controller: Controller, seconds: float) -> bool:
    """Whether it still runs after this number of seconds."""
    with suppress(TimeoutExpired):
        controller.wait(max(0.0, seconds))
    return controller.returncode is None


def _kill(controller: Controller) -> None:
    if controller.poll() is None:
        os.killpg(controller.pid, signal.SIGKILL)


def _verdicts(place: RunFolders) -> int:
    return place.ledger.read_bytes().count(b"\n") if place.ledger.exists() else 0


def _stretch(
    place: RunFolders, verdicts: int, seconds: float, looks: Sequence[Footprint]
) -> Stretch:
    cpu = [look.processor_seconds for look in looks]
    return Stretch(
        verdicts=verdicts,
        seconds=round(seconds, 1),
        own_cpu=round(max(cpu) - cpu[0], 1),
        own_mb=max(look.memory for look in looks) // MB,
        containers_mb=max(look.container_memory for look in looks) // MB,
        open_files=max(look.open_files for look in looks),
        containers=max(look.containers for look in looks),
        cache_mb=round(bytes_below(place.cache) / MB, 1),
        run_mb=round(bytes_below(place.run) / MB, 1),
    )


def run_killed(place: RunFolders, moments: Sequence[float]) -> Iterator[str]:
    """Run it to its end while its process group is killed at these seconds of its life. Yield
    faults.
    """
    leases, lived = [], 0.0
    for moment in moments:
        with place.start() as controller:
            leases.append(str(Lease.of(controller.pid)))
            runs_on = _runs_on(controller, moment - lived)
            _kill(controller)
        lived = moment
        how = "killed" if runs_on else "ended by itself"
        _say(f"{how} after {moment:.1f} s with {_verdicts(place)} verdicts")
        if not runs_on and controller.returncode:
            yield f"had ended with {controller.returncode} before it was killed"
        yield from (f"lives on: {line}" for line in survivors(place))
    place.to_the_end(LONGEST)
    yield from list_left_over(place, leases)
    yield from list_damaged(place)


def wrong_verdicts(predictions: Path, ledger: Path) -> Iterator[str]:
    """Predictions without the single verdict that was intended, by name."""
    verdicts = load_jsonl(Verdict, ledger)[0]
    found = {(v.instance_id, v.model_name_or_path): outcome_of(v) for v in verdicts}
    if len(found) != len(verdicts):
        yield f"{len(verdicts) - len(found)} were judged twice"
    for p in load_jsonl(Prediction, predictions)[0]:
        made = p.model_name_or_path.rpartition("-")[0]
        expected = ACCEPTED if made == ACCEPTED else f"rejected at {made}"
        seen = found.get((p.instance_id, p.model_name_or_path), "not judged")
        if seen != expected:
            yield f"{p.model_name_or_path} on {p.instance_id}: {seen}, not {expected}"


def other_lines(one: Path, other: Path) -> Iterator[str]:
    """The differences of two ledgers, ignoring the order of their lines and all times."""
    ours, theirs = _timeless(one), _timeless(other)
    for key in sorted(ours.keys() | theirs.keys()):
        yield from (f"{key}: {place}" for place in _apart(ours.get(key), theirs.get(key), "record"))


def _timeless(ledger: Path) -> dict[str, JsonValue]:
    records = [json.loads(line) for line in ledger.read_text("utf-8").splitlines()]
    return {f"{r['instance_id']} {r['model_name_or_path']} #{r['sample']}": r for r in records}


def _apart(one: JsonValue, other: JsonValue, place: str) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            if not (name.endswith("seconds") or name == "chain"):
                yield from _apart(one.get(name), other.get(name), f"{place}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from _apart(*pair, f"{place}[{number}]")
    elif one != other:
        yield f"{place} is {one!r:.100} and {other!r:.100}"


def compare(first: Stretch, last: Stretch) -> str:
    """The figures of the last stretch as multiples of the first. A figure that was 0 has none."""
    pairs = {
        "seconds": (last.seconds, first.seconds),
        "processor seconds of our own": (last.own_cpu, first.own_cpu),
        "memory of our own": (last.own_mb, first.own_mb),
        "memory of containers": (last.containers_mb, first.containers_mb),
        "open files": (last.open_files, first.open_files),
        "containers": (last.containers, first.containers),
    }
    return ", ".join(
        f"{name} {ours / theirs:.2f}" for name, (ours, theirs) in pairs.items() if theirs
    )


def soak(folder: Path, chosen: argparse.Namespace) -> list[str]:
    """Do both runs and print their progress. Return the faults."""
    _say(f"{chosen.predictions} predictions on {chosen.bases} bases, {chosen.jobs} at a time")
    make(folder, chosen.bases, chosen.predictions)
    whole, again = (_place(folder, name, chosen) for name in ("whole", "killed"))
    for place in (whole, again):
        seed(place.cache, cache_folder())
    began = time.monotonic()
    _place(folder, "whole", chosen, "first").to_the_end(LONGEST)
    _say(
        f"bases prepared and measured, with two predictions each: {time.monotonic() - began:.1f} s"
    )
    began, stretches = time.monotonic(), []
    for stretch in watch(whole, chosen.every):
        stretches.append(stretch)
        # Column names only above the first figures.
        _say("\n".join(as_table([stretch]).splitlines()[len(stretches) > 1 :]))
    seconds = time.monotonic() - began
    _say(
        f"{seconds:.1f} s; the last {stretches[-1].verdicts} compared with the first: {compare(stretches[0], stretches[-1])}"
    )
    wrong = [*wrong_verdicts(folder / f"{PREDICTIONS}.jsonl", whole.ledger), *list_damaged(whole)]
    if chosen.kills:
        drawn = random.Random(chosen.seed)  # noqa: S311 - moments, no secrets
        wrong += run_killed(again, sorted(drawn.uniform(0, seconds) for _ in range(chosen.kills)))
        wrong += other_lines(whole.ledger, again.ledger)
    return wrong


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _place(
    folder: Path, name: str, chosen: argparse.Namespace, file: str = PREDICTIONS
) -> RunFolders:
    files = (f"{folder / file}.jsonl", "-i", f"{folder / 'instances.jsonl'}")
    more = ("--repo", f"{folder / 'small'}", "--jobs", f"{chosen.jobs}")
    words = ("--quiet", "verify", *files, *more)
    return RunFolders(
        folder=folder / name, words=words, sandbox=chosen.sandbox, run_name=f"{file}-run"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each hundred verdicts, then the faults. The exit status is 1 if there are
    any.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--predictions", type=int, default=MANY)
    parser.add_argument("--bases", type=int, default=BASES)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sandbox", choices=("docker", "local"), default="docker")
    parser.add_argument("--every", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="work in this new folder, and leave it")
    chosen = parser.parse_args(arguments)
    with ExitStack() as stack:
        folder = chosen.keep
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
        folder.mkdir(parents=True, exist_ok=True)
        wrong = soak(folder.resolve(), chosen)
    for line in wrong:
        _say(f"wrong: {line}")
    _say(f"{len(wrong)} things are wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
