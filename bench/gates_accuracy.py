"""How often `refverify check` is right on pull requests of known kind, and how long it takes."""

import json
import os
import platform
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

import click

from bench.command import QUIET
from bench.gates_pairs import SOURCE as PAIRS
from bench.gates_pairs import of_pairs
from bench.gates_pull_requests import (
    IMPURE,
    PURE,
    Maker,
    PullRequest,
    of_bistro,
    of_history,
    of_releases,
)
from bench.tables import as_markdown
from verifier.analysis.pool import AnalysisPool
from verifier.checks.selection import with_needs
from verifier.console import Console
from verifier.domain.gate import BehaviourAnswer, Extent, Level
from verifier.domain.outcome import CheckName
from verifier.errors import VerifierError
from verifier.gates.answer import LEVEL_CHECKS
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.request import CheckRequest
from verifier.judging.options import ToolsetOptions
from verifier.reports.intervals import Interval, wilson
from verifier.tools import process

MANIFEST = Path(__file__).parents[1] / "datasets/bistro/manifest.json"
_ERROR = "error"
_NOTHING = "nothing to check"
_FINE = frozenset({str(BehaviourAnswer.PROVED), str(BehaviourAnswer.TESTED), _NOTHING})


@dataclass(frozen=True, kw_only=True, slots=True)
class GateAnswer:
    """The gate's answer on one pull request. `said` is its first finding, or the basis of its
    answer.
    """

    source: str
    kind: str
    truth: str
    name: str
    base: str
    head: str
    level: str
    behaviour: str
    refactoring: str
    said: str
    seconds: float

    @property
    def is_false_proved(self) -> bool:
        """Whether a changed behaviour was reported as proved unchanged."""
        return self.truth == IMPURE and self.behaviour in {BehaviourAnswer.PROVED, _NOTHING}

    @property
    def is_false_tested(self) -> bool:
        """Whether a changed behaviour was reported as tested, because no test covers it."""
        return self.truth == IMPURE and self.behaviour == BehaviourAnswer.TESTED

    @property
    def is_false_refuted(self) -> bool:
        """Whether an unchanged behaviour was reported as changed."""
        return self.truth == PURE and self.behaviour == BehaviourAnswer.REFUTED

    @property
    def is_false_only(self) -> bool:
        """Whether a change with other parts was reported as only refactoring."""
        return self.truth == IMPURE and self.refactoring == Extent.ONLY

    @property
    def is_false_more(self) -> bool:
        """Whether a pure refactoring was reported as more than that."""
        return self.truth == PURE and self.refactoring == Extent.MORE


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """The answers on one kind. `median_s` is the time to an answer with open tools."""

    level: str
    source: str
    kind: str
    truth: str
    pull_requests: int
    proved: int
    tested: int
    open: int
    refuted: int
    only: int
    more: int
    nothing_to_check: int
    errors: int
    median_s: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Total:
    """All answers of one level, with 95 % Wilson intervals."""

    level: str
    pull_requests: int
    false_proved: str
    false_tested: str
    false_refuted: str
    false_only: str
    false_more: str
    pure_that_pass: str
    impure_that_are_refuted: str
    median_s: float
    p90_s: float


@click.command()
@click.option(
    "--history",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    help="Also pull requests of this repository.",
)
@click.option(
    "--only",
    type=click.Choice(["bistro", PAIRS, "commons-cli", "history"]),
    help="One source alone.",
)
@click.option(
    "--most", type=int, default=12, show_default=True, help="Of each kind made in a library."
)
@click.option(
    "--level",
    type=click.Choice([str(each) for each in Level]),
    default=str(Level.STATIC),
    show_default=True,
)
@click.option(
    "--every", type=int, default=1, show_default=True, help="Judge each n-th of a kind: a sample."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("gates.jsonl"))
def bench(history: tuple[Path, ...], only: str | None, most: int, level: str, every: int, output: Path) -> None:  # fmt: skip
    """Make pull requests of known kind, judge them, and print tables and all wrong answers."""
    console = Console()
    with ExitStack() as stack:
        scratch = Path(tempfile.mkdtemp(prefix="bench-gates-"))
        stack.callback(shutil.rmtree, scratch)
        todo = list(sample(_make(scratch, only, most, history), every))
        answers = list[GateAnswer]()
        stream = stack.enter_context(output.open("w", encoding="utf-8"))
        for answer in judge(todo, Level(level), console):
            answers.append(answer)
            stream.write(f"{json.dumps(asdict(answer))}\n")
            stream.flush()
    load = f"load {os.getloadavg()[1]:.1f}, {platform.machine()}, {os.cpu_count()} cores"
    click.echo(f"{report(answers)}\n\n{load}")


def _make(
    scratch: Path, only: str | None, most: int, history: Sequence[Path]
) -> Iterator[PullRequest]:
    if only in {None, "bistro"}:
        yield from of_bistro(_maker(scratch, "bistro"), MANIFEST)
    if only in {None, PAIRS}:
        yield from of_pairs(scratch / "pairs")
    if only in {None, "commons-cli"}:
        yield from of_releases(_maker(scratch, "commons-cli"), most)
    for path in history:
        name = path.resolve().name if path.name != "repo" else path.resolve().parent.name
        yield from of_history(Maker(name, path, scratch / f"{name}-work"), most)


def _maker(scratch: Path, name: str) -> Maker:
    folder = scratch / name
    process.check([*QUIET, "datasets", "build", name, "-o", folder])
    return Maker(name, folder, scratch / f"{name}-work")


def sample(made: Iterable[PullRequest], every: int) -> Iterator[PullRequest]:
    """Choose the first of each source, kind and truth, and then every n-th."""
    seen: dict[tuple[str, str, str], int] = {}
    for each in made:
        key = (each.source, each.kind, each.truth)
        if seen.setdefault(key, 0) % every == 0:
            yield each
        seen[key] += 1


def judge(todo: Sequence[PullRequest], level: Level, console: Console) -> Iterator[GateAnswer]:
    """Return the gate's answers. Tools are opened once, and no answer comes from the cache."""
    asked = (
        LEVEL_CHECKS[level] if level is Level.STATIC else (*LEVEL_CHECKS[level], CheckName.PROOF)
    )
    options = ToolsetOptions().select_for(with_needs(asked))
    with (
        AnalysisPool(jobs=options.jobs, timeout=options.analysis_timeout) as analysis,
        console.progress("judge", len(todo)) as progress,
    ):
        for each in todo:
            answer = _judge(each, level, options, analysis)
            progress.advance(answer.behaviour)
            yield answer


def _judge(
    each: PullRequest, level: Level, options: ToolsetOptions, analysis: AnalysisPool
) -> GateAnswer:
    request = CheckRequest(
        repository=each.repository, source=_source(each), level=level, force=True, tools=options
    )
    began = time.monotonic()
    try:
        report = check(request, analysis=analysis).report
    except VerifierError as error:
        behaviour, extent, said = _ERROR, "", error.message
    else:
        behaviour, extent = str(report.behaviour or _NOTHING), str(report.refactoring or _NOTHING)
        first = next((f"{f.rule_id}: {f.message} ({f.file})" for f in report.findings), "")
        said = first if behaviour not in _FINE else ", ".join(report.behaviour_by)
    return GateAnswer(
        source=each.source,
        kind=each.kind,
        truth=each.truth,
        name=each.name,
        base=each.base,
        head=each.head,
        level=str(level),
        behaviour=behaviour,
        refactoring=extent,
        said=said,
        seconds=round(time.monotonic() - began, 3),
    )


def _source(each: PullRequest) -> Source:
    if not each.head:
        return Source(kind=SourceKind.WORKTREE, base=each.base)
    return Source(kind=SourceKind.RANGE, revision=f"{each.base}..{each.head}")


def report(answers: Sequence[GateAnswer]) -> str:
    """Format the tables and each wrong answer with its commits."""
    wrong = [
        f"- {'FALSE PROVED' if a.is_false_proved else 'false refuted'}: {a.source}, {a.kind},"
        f" {a.name} ({a.base[:10]}..{a.head[:10] or 'on disk'}): {a.said.partition(chr(10))[0][:300]}"
        for a in answers
        if a.is_false_proved or a.is_false_refuted
    ]
    tables = (as_markdown(list(rows(answers))), as_markdown(list(totals(answers))))
    return "\n\n".join((*tables, "wrong answers:\n" + ("\n".join(wrong) or "none")))


def rows(answers: Sequence[GateAnswer]) -> Iterator[Row]:
    """Yield a row per level, source, kind and truth."""
    for key, group in groupby(sorted(answers, key=_kind), _kind):
        level, source, truth, kind = key
        own = list(group)
        behaviours, extents = [a.behaviour for a in own], [a.refactoring for a in own]
        yield Row(
            level=level,
            source=source,
            kind=kind,
            truth=truth,
            pull_requests=len(own),
            proved=behaviours.count(BehaviourAnswer.PROVED),
            tested=behaviours.count(BehaviourAnswer.TESTED),
            open=behaviours.count(BehaviourAnswer.OPEN),
            refuted=behaviours.count(BehaviourAnswer.REFUTED),
            only=extents.count(Extent.ONLY),
            more=extents.count(Extent.MORE),
            nothing_to_check=behaviours.count(_NOTHING),
            errors=behaviours.count(_ERROR),
            median_s=statistics.median(a.seconds for a in own),
        )


def _kind(answer: GateAnswer) -> tuple[str, str, str, str]:
    return answer.level, answer.source, answer.truth, answer.kind


def totals(answers: Sequence[GateAnswer]) -> Iterator[Total]:
    """Yield a row per level."""
    for level, group in groupby(sorted(answers, key=lambda a: a.level), lambda a: a.level):
        own = list(group)
        pure = [a for a in own if a.truth == PURE]
        impure = [a for a in own if a.truth == IMPURE]
        times = sorted(a.seconds for a in own)
        yield Total(
            level=level,
            pull_requests=len(own),
            false_proved=share(sum(a.is_false_proved for a in impure), len(impure)),
            false_tested=share(sum(a.is_false_tested for a in impure), len(impure)),
            false_refuted=share(sum(a.is_false_refuted for a in pure), len(pure)),
            false_only=share(sum(a.is_false_only for a in impure), len(impure)),
            false_more=share(sum(a.is_false_more for a in pure), len(pure)),
            pure_that_pass=share(sum(a.behaviour in _FINE for a in pure), len(pure)),
            impure_that_are_refuted=share(
                sum(a.behaviour == BehaviourAnswer.REFUTED for a in impure), len(impure)
            ),
            median_s=statistics.median(times),
            p90_s=times[int(0.9 * (len(times) - 1))],
        )


def share(part: int, whole: int) -> str:
    """Format `k of n` with its interval in per cent. Without data there is no interval."""
    found: Interval | None = wilson(part, whole)
    between = "" if found is None else f" ({100 * found.low:.1f} to {100 * found.high:.1f} %)"
    return f"{part} of {whole}{between}"


if __name__ == "__main__":
    bench()
