"""Check the failing tests that fuzzing writes by running each repeatedly.

A test must pass on the old version and fail on the new one every time, in clean JVMs with the real
JUnit and without our code. Everything runs without isolation: use it only for trusted code.
"""

import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from bench.fuzzing import Compiled, engine_jar
from bench.fuzzing_releases import CONSOLE, JUNIT_4, fetch_jars
from bench.fuzzing_sets import SETS, Labelled
from bench.tables import as_markdown
from verifier.console import Console
from verifier.errors import FuzzingError
from verifier.fuzzing.engine import FuzzingEngine
from verifier.fuzzing.request import Campaign, FuzzingBudget, JUnitFlavour, Versions
from verifier.sandbox.local import LocalSandbox
from verifier.tools import process
from verifier.tools.jdk import Jdk, usual_jdk

JUNIT_CORE = "org.junit.runner.JUnitCore"
PASSED = {JUnitFlavour.FOUR: b"OK (1 test)", JUnitFlavour.FIVE: b"[         1 tests successful "}
OLD, NEW = "old", "new"


@dataclass(frozen=True, kw_only=True, slots=True)
class Replayed:
    """One pair that must differ: its verdict, and how often its test behaved as expected.

    `kept` of `runs` runs passed on the old and failed on the new version; 0 of 0 without a test.
    """

    set: str
    name: str
    verdict: str
    test_class: str = ""
    runs: int = 0
    kept: int = 0
    passed_old: int = 0
    failed_new: int = 0
    details: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One set."""

    set: str
    pairs: int
    differ: int
    tests: int
    always_kept: int
    runs: int
    runs_kept: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Replaying:
    """The options for fuzzing pairs and running their tests."""

    jdk: Jdk
    junit: JUnitFlavour
    budget: FuzzingBudget
    runs: int
    engine: FuzzingEngine
    console: Path
    junit4: tuple[Path, ...]

    def __call__(self, pair: Labelled, place: Path | None) -> Replayed:
        """Fuzz one pair, then run its test."""
        if place is None:
            return Replayed(set=pair.set, name=pair.name, verdict="not compiled")
        try:
            found = self.engine.run(
                Campaign(
                    versions=Versions(old=place / OLD, new=place / NEW),
                    jdk=self.jdk,
                    budget=self.budget,
                    junit=self.junit,
                )
            )
        except FuzzingError as error:
            return Replayed(set=pair.set, name=pair.name, verdict="error", details=str(error))
        witness = found.witnesses[0] if found.witnesses else None
        if witness is None or not witness.test:
            details = f"{witness.old}; {witness.new}" if witness else found.reason
            return Replayed(
                set=pair.set, name=pair.name, verdict=str(found.verdict), details=details
            )
        self._compile(witness.test_class, witness.test, place)
        outcomes = [
            (
                self._passes(witness.test_class, place, OLD),
                self._passes(witness.test_class, place, NEW),
            )
            for _ in range(self.runs)
        ]
        return Replayed(
            set=pair.set,
            name=pair.name,
            verdict=str(found.verdict),
            test_class=witness.test_class,
            runs=self.runs,
            kept=sum(old and not new for old, new in outcomes),
            passed_old=sum(old for old, _ in outcomes),
            failed_new=sum(not new for _, new in outcomes),
        )

    def _compile(self, name: str, text: str, place: Path) -> None:
        source = place / "test-source" / f"{name.replace('.', '/')}.java"
        source.parent.mkdir(parents=True)
        source.write_text(text, encoding="utf-8")
        into = place / "test"
        into.mkdir()
        path = ":".join(map(str, (place / OLD, self.console, *self.junit4)))
        javac = self.jdk.home / "bin" / "javac"
        options = ("-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", path, "-d", into)
        process.check([javac, *options, source])

    def _passes(self, name: str, place: Path, version: str) -> bool:
        path = ":".join(map(str, (place / "test", place / version, *self.junit4)))
        java: list[str | Path] = [self.jdk.java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
        if self.junit4:
            words = ["-cp", path, JUNIT_CORE, name]
        else:
            options = ("execute", "--disable-banner", "--details=summary")
            words = ["-jar", str(self.console), *options, "-cp", path, "--select-class", name]
        return PASSED[self.junit] in process.run([*java, *words], timeout=120).stdout


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.option("--only", type=click.Choice(sorted(SETS)), multiple=True, help="These sets; repeat.")
@click.option(
    "--runs", type=int, default=10, show_default=True, help="Runs of each test a version."
)
@click.option("--junit", type=click.Choice(["4", "5"]), default="5", show_default=True)
@click.option("--every", type=int, default=1, show_default=True, help="Each n-th pair.")
@click.option("--executions", type=int, default=2_000, show_default=True)
@click.option("--seconds", type=float, default=20.0, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jobs", type=int, default=2, show_default=True)
@click.option("--jdk", type=click.Path(path_type=Path))
@click.option("--engine", type=click.Path(path_type=Path), help="Another build of the engine.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("bench-replay.jsonl"))
def bench(
    folder: Path,
    only: tuple[str, ...],
    runs: int,
    junit: str,
    every: int,
    executions: int,
    seconds: float,
    seed: int,
    jobs: int,
    jdk: Path | None,
    engine: Path | None,
    output: Path,
) -> None:
    """Repeat the tests for the pairs that must differ of the sets cloned in FOLDER, on both
    versions.
    """
    console = Console()
    build = engine_jar(engine)
    pairs = [p for name in only or SETS for p in SETS[name](folder) if p.differs][::every]
    with ExitStack() as stack:
        scratch = Path(tempfile.mkdtemp(prefix="bench-replay-"))
        stack.callback(shutil.rmtree, scratch)
        replaying = Replaying(
            jdk=usual_jdk(jdk),
            junit=JUnitFlavour(junit),
            budget=FuzzingBudget(seed=seed, executions=executions, seconds=seconds),
            runs=runs,
            engine=FuzzingEngine(stack.enter_context(LocalSandbox()), jar=build.path()),
            console=fetch_jars((CONSOLE,))[0],
            junit4=tuple(fetch_jars(JUNIT_4)) if junit == JUnitFlavour.FOUR else (),
        )
        stream = stack.enter_context(output.open("w", encoding="utf-8"))
        progress = stack.enter_context(console.progress("replay", len(pairs)))
        outcomes = []
        for outcome in _all(pairs, replaying, scratch, jobs):
            outcomes.append(outcome)
            stream.write(json.dumps(asdict(outcome)) + "\n")
            stream.flush()
            progress.advance(f"{outcome.name} {outcome.kept}/{outcome.runs}")
    click.echo(as_markdown(list(rows(outcomes))))
    for outcome in outcomes:
        if outcome.kept < outcome.runs:
            click.echo(f"{outcome.set} {outcome.name}: {outcome}")
    click.echo(
        f"\n{replaying.jdk}, engine {build.digest()[:16]}, JUnit {junit}, seed {seed},"
        f" {executions:,} inputs or {seconds:g} s a pair"
    )


def _all(
    pairs: Sequence[Labelled], replaying: Replaying, scratch: Path, jobs: int
) -> Iterator[Replayed]:
    places = Compiled(replaying.jdk, scratch).places(pairs)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(replaying, pairs, places)


def rows(outcomes: Sequence[Replayed]) -> Iterator[Row]:
    """Yield a row per set."""
    for name in dict.fromkeys(each.set for each in outcomes):
        group = [each for each in outcomes if each.set == name]
        tests = [each for each in group if each.runs]
        yield Row(
            set=name,
            pairs=sum(each.verdict != "not compiled" for each in group),
            differ=sum(each.verdict == "NON_EQUIVALENT" for each in group),
            tests=len(tests),
            always_kept=sum(each.kept == each.runs for each in tests),
            runs=sum(each.runs for each in tests),
            runs_kept=sum(each.kept for each in tests),
        )


if __name__ == "__main__":
    bench()
