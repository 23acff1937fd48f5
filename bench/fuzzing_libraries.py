"""Differential fuzzing of released libraries: alarms on identical code, and detected mutants."""

import json
import math
import shutil
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from bench.class_members import Member, members
from bench.fuzzing import engine_jar
from bench.fuzzing_releases import LIBRARIES, Library, fetch_jars
from bench.tables import as_markdown
from verifier.console import Console
from verifier.domain.behaviour import Behaviour, BehaviourVerdict
from verifier.errors import FuzzingError
from verifier.fuzzing.engine import FuzzingEngine
from verifier.fuzzing.request import Campaign, FuzzingBudget, Versions
from verifier.sandbox.local import LocalSandbox
from verifier.tools import process
from verifier.tools.jdk import Jdk, usual_jdk
from verifier.tools.process import ProcessTimeout

_TEST_SECONDS = 300.0
_METHODS_TOGETHER = 60
_SIDE_BY_SIDE = (
    "enabled=true",
    "mode.default=same_thread",
    "mode.classes.default=concurrent",
    "config.strategy=fixed",
    "config.fixed.parallelism=4",
)
"""Run test classes in parallel, so that their sleeps overlap."""
_NOT_RUN = " (line not run)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """One campaign: some classes, or a method with its mutants."""

    library: str
    subject: str
    verdict: str
    methods: int
    run: int
    executions: int
    discarded: int
    seconds: float
    killed: int = 0
    mutants: int = 0
    messages_only: int = 0
    unmeasured: int = 0
    captured: int = 0
    survivors: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    not_run: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()
    details: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class IdenticalRow:
    """One library against itself."""

    library: str
    methods: int
    run: int
    not_run: int
    not_tried: int
    inputs: int
    discarded: int
    alarms: int
    nondeterministic: int
    engine_errors: int
    seconds: float


@dataclass(frozen=True, kw_only=True, slots=True)
class MutantRow:
    """One library's mutants."""

    library: str
    methods: int
    not_callable: int
    not_run: int
    mutants: int
    killed: int
    share: str
    interval: str
    line_not_run: int
    messages_only: int
    unmeasured: int
    captured: int
    seconds: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Workplace:
    """The tools and options of both measurements."""

    jdk: Jdk
    jar: Path
    engine: FuzzingEngine
    scratch: Path
    budget: FuzzingBudget

    def campaign(self, classes: Path) -> Campaign:
        """A campaign of the classes against themselves."""
        versions = Versions(old=classes, new=classes)
        return Campaign(versions=versions, jdk=self.jdk, budget=self.budget, test=False)


Measure = Callable[[Workplace, str, Path], Iterator[Record]]


def _options(body: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.argument("libraries", nargs=-1, type=click.Choice(sorted(LIBRARIES))),
        click.option("--seed", type=int, default=1, show_default=True),
        click.option("--every", type=int, default=1, show_default=True, help="Each n-th of all."),
        click.option("--first", type=int, default=0, show_default=True, help="Left out before."),
        click.option("--jdk", type=click.Path(path_type=Path)),
        click.option("--engine", type=click.Path(path_type=Path), help="Another build."),
        click.option("-o", "--output", type=click.Path(path_type=Path), required=True),
    ):
        body = option(body)
    return body


@click.group()
def bench() -> None:
    """Fuzz released libraries of Maven Central, without isolation; write one JSON line per
    campaign.
    """


@bench.command()
@_options
@click.option("--executions", type=int, default=100, show_default=True, help="Inputs a method.")
@click.option("--seconds", type=float, default=120.0, show_default=True, help="For 60 methods.")
def identical(
    libraries: tuple[str, ...], every: int, first: int, executions: int, seconds: float, **rest: Any
) -> None:
    """Run every method that is not private on two copies of the same code: every alarm is false."""

    def measure(place: Workplace, library: str, classes: Path) -> Iterator[Record]:
        for group in _together(members(classes, place.jdk))[first::every]:
            budget = replace(place.budget, executions=executions * len(group))
            campaign = replace(
                place.campaign(classes),
                identical=True,
                budget=budget,
                classes=tuple(sorted({m.owner for m in group})),
            )
            yield _run(place, campaign, library, f"{group[0].outermost} …")

    records = list(_measure(libraries, measure, seconds=seconds, **rest))
    click.echo(as_markdown([_identical_row(*group) for group in _by_library(records)]))
    click.echo(
        f"\n{_footer(**rest)}, {executions} inputs a method, {seconds:g} s for {_METHODS_TOGETHER} methods"
    )


@bench.command()
@_options
@click.option("--executions", type=int, default=2_000, show_default=True, help="Inputs a method.")
@click.option("--seconds", type=float, default=60.0, show_default=True, help="For one method.")
@click.option("--mutants", type=int, default=5, show_default=True, help="Mutants of a method.")
@click.option("--capture/--no-capture", default=True, show_default=True)
@click.option("--most", type=int, default=1_000, show_default=True, help="Mutants of a library.")
def mutants(
    libraries: tuple[str, ...],
    every: int,
    first: int,
    executions: int,
    seconds: float,
    mutants: int,
    capture: bool,
    most: int,
    **rest: Any,
) -> None:
    """Count the byte-code mutants of sampled methods that the inputs of a search detect."""

    def measure(place: Workplace, library: str, classes: Path) -> Iterator[Record]:
        sample = members(classes, place.jdk)[first::every]
        seen = _capture(place, LIBRARIES[library], sample) if capture else {}
        made = 0
        for member in sample:
            campaign = replace(
                place.campaign(classes),
                budget=replace(place.budget, executions=executions),
                mutants=mutants,
                methods=(member.name,),
                captured=b"".join(seen.get(member.name, [])) or None,
            )
            record = _run(place, campaign, library, member.name)
            made += record.mutants
            yield replace(record, captured=len(seen.get(member.name, [])))
            if made >= most:
                return

    records = list(_measure(libraries, measure, seconds=seconds, **rest))
    click.echo(as_markdown([_mutant_row(*group) for group in _by_library(records)]))
    how = "with" if capture else "without"
    click.echo(f"\n{_footer(**rest)}, {executions:,} inputs a method, {how} recorded calls")


def _together(found: Iterable[Member]) -> list[list[Member]]:
    """Group whole top-level classes into campaigns of similar size."""
    groups: list[list[Member]] = []
    for _, group in groupby(found, lambda member: member.outermost):
        if not groups or len(groups[-1]) >= _METHODS_TOGETHER:
            groups.append([])
        groups[-1] += group
    return groups


def _measure(
    libraries: Sequence[str],
    measure: Measure,
    *,
    seconds: float,
    seed: int,
    jdk: Path | None,
    engine: Path | None,
    output: Path,
) -> Iterator[Record]:
    with ExitStack() as stack:
        scratch = Path(tempfile.mkdtemp(prefix="bench-fuzz-"))
        stack.callback(shutil.rmtree, scratch, ignore_errors=True)
        jar = engine_jar(engine).path()
        place = Workplace(
            jdk=usual_jdk(jdk),
            jar=jar,
            engine=FuzzingEngine(stack.enter_context(LocalSandbox()), jar=jar),
            scratch=scratch,
            budget=FuzzingBudget(seed=seed, seconds=seconds),
        )
        stream = stack.enter_context(output.open("w", encoding="utf-8"))
        console = Console()
        for name in libraries or sorted(LIBRARIES):
            classes = scratch / name
            _unpack(fetch_jars((LIBRARIES[name].jar,))[0], classes)
            for record in measure(place, name, classes):
                stream.write(json.dumps(asdict(record)) + "\n")
                stream.flush()
                console.say(f"{record.subject} {record.verdict} {record.seconds:.1f} s")
                yield record


def _unpack(jar: Path, into: Path) -> None:
    with zipfile.ZipFile(jar) as archive:
        for name in archive.namelist():
            if name.endswith(".class") and not name.startswith(("META-INF/", "module-info")):
                archive.extract(name, into)


def _run(place: Workplace, campaign: Campaign, library: str, subject: str) -> Record:
    try:
        found = place.engine.run(campaign)
    except FuzzingError as error:
        return Record(
            library=library, subject=subject, verdict="error", methods=0, run=0, executions=0,
            discarded=0, seconds=0.0, details=f"{error.message} {error.hint or ''}",
        )  # fmt: skip
    return _record(found, library, subject)


def _record(found: Behaviour, library: str, subject: str) -> Record:
    counted = found.sensitivity
    return Record(
        library=library,
        subject=subject,
        verdict=str(found.verdict),
        methods=found.all_entries,
        run=sum(e.executions > 0 for e in found.entries),
        executions=found.executions,
        discarded=found.discarded,
        seconds=round(found.seconds, 2),
        killed=counted.killed if counted else 0,
        mutants=counted.mutants if counted else 0,
        messages_only=counted.messages_only if counted else 0,
        unmeasured=counted.unmeasured if counted else 0,
        survivors=tuple(
            f"{each.mutant}{'' if each.ran else _NOT_RUN}"
            for each in (counted.survivors if counted else ())
        ),
        alarms=tuple(f"{w.entry} {w.call} old: {w.old} new: {w.new}" for w in found.witnesses),
        not_run=tuple(e.entry for e in found.entries if not e.executions),
        unsupported=found.unsupported,
        details=found.reason,
    )


def _capture(
    place: Workplace, library: Library, sample: Iterable[Member]
) -> dict[str, list[bytes]]:
    """Capture the inputs that the library's own tests pass to these methods, by method, from one test run."""
    if library.tests is None:
        return {}
    folder = place.scratch / f"capture-{library.jar.name}"
    folder.mkdir()
    (folder / "entries").write_text("".join(f"{m.name}\n" for m in sample), encoding="utf-8")
    jars = fetch_jars((library.jar, library.tests, *library.test_path))
    words: list[str | Path] = [
        place.jdk.java, "-Xmx1g", f"-javaagent:{place.jar}={folder}/entries,{folder}/captured",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/java.util=ALL-UNNAMED",
        "-cp", ":".join(map(str, jars)), "org.junit.platform.console.ConsoleLauncher", "execute",
        *(f"--select-class={name}" for name in _naming(jars[1], sample)), "--details=summary",
        *(f"--config=junit.jupiter.execution.parallel.{way}" for way in _SIDE_BY_SIDE),
    ]  # fmt: skip
    try:
        summary = process.run(words, cwd=folder, timeout=_TEST_SECONDS).text
        Console().say(f"{library.jar.name}: {' '.join(summary.split())[-400:]}")
    except ProcessTimeout as error:
        Console().say(f"{library.jar.name}: {error.message}; what was recorded is used")
    found: dict[str, list[bytes]] = {}
    for line in (folder / "captured").read_bytes().splitlines(keepends=True):
        if line.endswith(b"\n"):
            found.setdefault(json.loads(line)["entry"], []).append(line)
    return found


def _naming(tests: Path, sample: Iterable[Member]) -> list[str]:
    """The test classes that name a class of the sample; most others call none of it."""
    owners = {member.owner.replace(".", "/").encode() for member in sample}
    with zipfile.ZipFile(tests) as archive:
        names = [n for n in archive.namelist() if n.endswith("Test.class") and "$" not in n]
        return [
            name.removesuffix(".class").replace("/", ".")
            for name in names
            if any(owner in archive.read(name) for owner in owners)
        ]


def _by_library(records: Iterable[Record]) -> Iterator[tuple[str, list[Record]]]:
    for library, group in groupby(records, lambda record: record.library):
        yield library, list(group)


def _identical_row(library: str, records: Sequence[Record]) -> IdenticalRow:
    verdicts = Counter(record.verdict for record in records)
    return IdenticalRow(
        library=library,
        methods=sum(r.methods for r in records),
        not_run=sum(len(r.not_run) for r in records),
        not_tried=sum(r.methods - r.run - len(r.not_run) for r in records),
        run=sum(r.run for r in records),
        inputs=sum(r.executions for r in records),
        discarded=sum(r.discarded for r in records),
        alarms=sum(len(r.alarms) for r in records),
        nondeterministic=verdicts[BehaviourVerdict.NONDETERMINISTIC],
        engine_errors=verdicts["error"],
        seconds=round(sum(r.seconds for r in records)),
    )


def _mutant_row(library: str, records: Sequence[Record]) -> MutantRow:
    callable_ones = [r for r in records if r.methods]
    made = sum(r.mutants for r in records)
    killed = sum(r.killed for r in records)
    return MutantRow(
        library=library,
        methods=len(callable_ones),
        not_callable=len(records) - len(callable_ones),
        not_run=sum(not r.executions for r in callable_ones),
        mutants=made,
        killed=killed,
        share=f"{killed / made:.1%}" if made else "-",
        interval=_wilson(killed, made),
        line_not_run=sum(s.endswith(_NOT_RUN) for r in records for s in r.survivors),
        messages_only=sum(r.messages_only for r in records),
        unmeasured=sum(r.unmeasured for r in records),
        captured=sum(r.captured > 0 for r in callable_ones),
        seconds=round(sum(r.seconds for r in records)),
    )


def _wilson(hits: int, of: int) -> str:
    """The 95 % interval of a share (Wilson 1927). A dash without data."""
    if not of:
        return "-"
    z2, share = 1.959964**2, hits / of
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = math.sqrt(z2 * (share * (1 - share) / of + z2 / (4 * of * of))) / (1 + z2 / of)
    return f"{middle - half:.1%} to {middle + half:.1%}"


def _footer(*, seed: int, jdk: Path | None, engine: Path | None, **_rest: Any) -> str:
    return f"{usual_jdk(jdk)}, engine {engine_jar(engine).digest()[:16]}, seed {seed}"


if __name__ == "__main__":
    bench()
