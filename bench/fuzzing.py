"""Recall, false alarms and speed of differential fuzzing on public sets of Java pairs."""

import json
import re
import shutil
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

import click

from bench.fuzzing_sets import SETS, Labelled
from bench.pair_options import PairChoice, choosing_pairs
from bench.tables import as_markdown
from verifier.console import Console
from verifier.domain.behaviour import Behaviour, BehaviourVerdict
from verifier.errors import FuzzingError
from verifier.fuzzing.engine import FuzzingEngine
from verifier.fuzzing.request import Ablation, Campaign, FuzzingBudget, Versions
from verifier.java_text.outline import outline
from verifier.sandbox.base import Sandbox
from verifier.sandbox.choice import open_sandbox
from verifier.tools import process
from verifier.tools.jdk import Jdk, usual_jdk
from verifier.tools.own_jar import FUZZER, OwnJar

_ERROR = re.compile(r"^(\S+\.java):\d+: error: ", re.MULTILINE)
_BATCH = 500
_TRIES = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """The settings of every campaign of a run."""

    jdk: Jdk
    budget: FuzzingBudget
    ablation: Ablation | None = None
    test: bool = True
    engine: OwnJar = FUZZER


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One pair: its label and its result. `verdict` is `error` or `not compiled` if there is none."""

    set: str
    name: str
    label: str
    differs: bool | None
    verdict: str
    seconds: float
    executions: int = 0
    tags: tuple[str, ...] = ()
    weak: bool = False
    killed: int = 0
    mutants: int = 0
    details: str = ""
    test: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One label of one set."""

    set: str
    label: str
    pairs: int
    differ: int
    recall_or_alarms: str
    same: int
    weak: int
    unreached: int
    nondeterministic: int
    unsupported: int
    not_run: int
    inputs_per_second: int
    median_seconds: float


@click.command()
@choosing_pairs(SETS)
@click.option("--executions", type=int, default=2_000, show_default=True)
@click.option("--seconds", type=float, default=20.0, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--ablation", type=click.Choice([str(each) for each in Ablation]), help="Without this part."
)
@click.option("--tests/--no-tests", default=True, show_default=True, help="Write failing tests.")
@click.option("--jobs", type=int, default=2, show_default=True)
@click.option("--jdk", type=click.Path(path_type=Path))
@click.option("--sandbox", type=click.Choice(["docker", "local"]), default="docker")
@click.option("--engine", type=click.Path(path_type=Path), help="Another build of the engine.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("bench-fuzz.jsonl"))
def bench(
    choice: PairChoice,
    executions: int,
    seconds: float,
    seed: int,
    ablation: str | None,
    tests: bool,
    jobs: int,
    jdk: Path | None,
    sandbox: str,
    engine: Path | None,
    output: Path,
) -> None:
    """Fuzz the pairs of the public sets cloned in FOLDER; print a table, write one JSON line per
    pair.
    """
    console = Console()
    settings = Settings(
        jdk=usual_jdk(jdk),
        budget=FuzzingBudget(seed=seed, executions=executions, seconds=seconds),
        ablation=Ablation(ablation) if ablation else None,
        test=tests,
        engine=engine_jar(engine),
    )
    chosen = choice.pairs()
    outcomes: list[Outcome] = []
    with ExitStack() as stack:
        scratch = Path(tempfile.mkdtemp(prefix="bench-fuzz-"))
        stack.callback(shutil.rmtree, scratch)
        scratch.chmod(0o755)
        opened = stack.enter_context(open_sandbox(sandbox))
        stream = stack.enter_context(output.open("w", encoding="utf-8"))
        progress = stack.enter_context(console.progress("fuzz", len(chosen)))
        for outcome in run_all(chosen, settings, opened, scratch, jobs):
            outcomes.append(outcome)
            stream.write(json.dumps(asdict(outcome)) + "\n")
            stream.flush()
            progress.advance(f"{outcome.name} {outcome.verdict}")
    click.echo(as_markdown(list(rows(outcomes))))
    click.echo(
        f"\n{settings.jdk}, engine {settings.engine.digest()[:16]}, {sandbox}, seed {seed},"
        f" {executions:,} inputs or {seconds:g} s a pair, {jobs} at a time"
        + (f", ablation {ablation}" if ablation else "")
    )


def engine_jar(build: Path | None) -> OwnJar:
    """Another build of the engine, or our own for None."""
    return OwnJar(name=build.name, places=(build,)) if build else FUZZER


def run_all(
    pairs: Sequence[Labelled], settings: Settings, sandbox: Sandbox, scratch: Path, jobs: int
) -> Iterator[Outcome]:
    """Compile in batches, then run the campaigns, several at a time."""
    engine = FuzzingEngine(sandbox, jar=settings.engine.path())

    def run(pair: Labelled, place: Path | None) -> Outcome:
        return _fuzz(pair, place, engine, settings)

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for start in range(0, len(pairs), _BATCH):
            batch = pairs[start : start + _BATCH]
            places = Compiled(settings.jdk, scratch / str(start)).places(batch)
            yield from pool.map(run, batch, places)
            shutil.rmtree(scratch / str(start))


def _fuzz(pair: Labelled, place: Path | None, engine: FuzzingEngine, settings: Settings) -> Outcome:
    if place is None:
        return _outcome(pair, "not compiled", 0.0)
    campaign = Campaign(
        versions=Versions(old=place / "old", new=place / "new"),
        jdk=settings.jdk,
        budget=settings.budget,
        ablation=settings.ablation,
        test=settings.test,
    )
    began = time.monotonic()
    try:
        found = engine.run(campaign)
    except FuzzingError as error:
        return _outcome(pair, "error", time.monotonic() - began, details=str(error))
    return _record_found(pair, found, time.monotonic() - began)


def _outcome(pair: Labelled, verdict: str, seconds: float, *, details: str = "") -> Outcome:
    return Outcome(
        set=pair.set,
        name=pair.name,
        label=pair.label,
        differs=pair.differs,
        verdict=verdict,
        seconds=round(seconds, 2),
        details=details,
    )


def _record_found(pair: Labelled, found: Behaviour, seconds: float) -> Outcome:
    witness = found.witnesses[0] if found.witnesses else None
    details = f"{witness.call} old: {witness.old} new: {witness.new}" if witness else found.reason
    mutants = found.sensitivity
    return Outcome(
        set=pair.set,
        name=pair.name,
        label=pair.label,
        differs=pair.differs,
        verdict=str(found.verdict),
        seconds=round(seconds, 2),
        executions=found.executions,
        tags=tuple(map(str, found.tags)),
        weak=mutants is not None and mutants.weak,
        killed=mutants.killed if mutants else 0,
        mutants=mutants.mutants if mutants else 0,
        details=details,
        test=witness.test if witness else "",
    )


class Compiled:
    """Compiles pairs together if no path has two texts, and the others one by one."""

    def __init__(self, jdk: Jdk, scratch: Path) -> None:
        self._javac, self._scratch = jdk.home / "bin" / "javac", scratch

    def places(self, pairs: Sequence[Labelled]) -> list[Path | None]:
        """For each pair a folder with `old` and `new` class folders, or None if javac rejects it."""
        places = [self._scratch / f"{number}" for number in range(len(pairs))]
        single = _without_conflict(pairs)
        others = sorted(set(range(len(pairs))) - set(single))
        for version in ("old", "new"):
            self._together({places[n]: getattr(pairs[n], version) for n in single}, version)
            for n in others:
                self._alone(places[n] / version, getattr(pairs[n], version))
        made = zip(pairs, places, strict=True)
        return [place if _is_whole(pair, place) else None for pair, place in made]

    def _together(self, sources: dict[Path, dict[str, str]], version: str) -> None:
        root = self._scratch / f"all-{version}"
        files = {
            root / "src" / path: text for each in sources.values() for path, text in each.items()
        }
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        classes = root / "classes"
        self._compile(sorted(files), classes)
        for place, each in sources.items():
            for source, text in each.items():
                for name in outline(text).types:
                    _take(classes, classes / Path(source).parent, name, place / version)

    def _alone(self, out: Path, sources: dict[str, str]) -> None:
        source = out.with_name(f"{out.name}-source")
        for path, text in sources.items():
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            (source / path).write_text(text, encoding="utf-8")
        self._compile(sorted(source.rglob("*.java")), out, tries=1)

    def _compile(self, files: Sequence[Path], out: Path, tries: int = _TRIES) -> None:
        """Compile the files. Drop those that javac rejects, and compile the rest again."""
        out.mkdir(parents=True)
        left = list(files)
        options = ("-proc:none", "-nowarn", "-g", "-Xmaxerrs", "99999", "-encoding", "UTF-8")
        words: list[str | Path] = [self._javac, *options, "-d", out]
        for _ in range(tries):
            result = process.run([*words, *left]) if left else None
            if result is None or result.status == 0:
                return
            bad = set(_ERROR.findall(result.stderr.decode("utf-8", "replace")))
            left = [f for f in left if str(f) not in bad]


def _without_conflict(pairs: Sequence[Labelled]) -> list[int]:
    """The numbers of pairs whose sources fit into one folder with those of earlier pairs."""
    old: dict[str, str] = {}
    new: dict[str, str] = {}
    taken: list[int] = []
    for number, pair in enumerate(pairs):
        sides = ((pair.old, old), (pair.new, new))
        if all(
            known.get(path, text) == text for files, known in sides for path, text in files.items()
        ):
            old.update(pair.old)
            new.update(pair.new)
            taken.append(number)
    return taken


def _take(root: Path, folder: Path, name: str, into: Path) -> None:
    """Copy the class files of a type in a package's folder, with its nested types."""
    for path in folder.glob(f"{name}*.class"):
        if path.stem == name or path.stem.startswith(f"{name}$"):
            target = into / path.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def _is_whole(pair: Labelled, place: Path) -> bool:
    """Whether every type of every source was compiled on both sides; half a pair proves nothing."""
    return all(
        (place / version / Path(path).parent / f"{name}.class").is_file()
        for version, files in (("old", pair.old), ("new", pair.new))
        for path, text in files.items()
        for name in outline(text).types
    )


def rows(outcomes: Sequence[Outcome]) -> Iterator[Row]:
    """Yield a row per set and label."""

    def key(outcome: Outcome) -> tuple[str, str]:
        return outcome.set, outcome.label

    for (name, label), each in groupby(sorted(outcomes, key=key), key):
        group = list(each)
        count = Counter(o.verdict for o in group)
        differ = count[BehaviourVerdict.NON_EQUIVALENT]
        seconds = sum(o.seconds for o in group) or 1.0
        yield Row(
            set=name,
            label=label,
            pairs=len(group),
            differ=differ,
            recall_or_alarms=_share(group[0].differs, differ, len(group) - count["not compiled"]),
            same=count[BehaviourVerdict.EQUIVALENT_UP_TO],
            weak=sum(o.weak for o in group),
            unreached=count[BehaviourVerdict.UNREACHED],
            nondeterministic=count[BehaviourVerdict.NONDETERMINISTIC],
            unsupported=count[BehaviourVerdict.UNSUPPORTED],
            not_run=count["error"] + count["not compiled"],
            inputs_per_second=round(sum(o.executions for o in group) / seconds),
            median_seconds=round(statistics.median(o.seconds for o in group), 2),
        )


def _share(differs: bool | None, found: int, pairs: int) -> str:
    if differs is None or not pairs:
        return "-"
    return f"{'recall' if differs else 'alarms'} {found / pairs:.1%}"


if __name__ == "__main__":
    bench()
