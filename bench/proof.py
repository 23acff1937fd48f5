"""The prover's answers on public sets of Java pairs with known answers, and on our own."""

import json
import shutil
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

import click

from bench.fuzzing_sets import CLOSED_WORLD, SETS, Labelled
from bench.pair_options import PairChoice, choosing_pairs
from bench.proof_pairs import without_library
from bench.tables import as_markdown
from verifier.analysis.classpath import jars
from verifier.analysis.pool import AnalysisPool
from verifier.analysis.runtime import find_bundled
from verifier.console import Console
from verifier.domain.proof import MethodStatus, Proof, ProofOutcome
from verifier.errors import AnalysisError, MissingToolError
from verifier.proving.versions import CompileEnvironment, between_folders
from verifier.tools import process

_PROVER_TESTS = Path(__file__).parents[1] / "java_tools" / "prover" / "target" / "test-classes"
_MUTANTS = "org.refverify.prover.support.MutantsMain"
_PROVED = frozenset({ProofOutcome.PROVED, ProofOutcome.ASSUMING_NAMES, ProofOutcome.CLOSED_WORLD})


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One pair: its label, the prover's answer, and the first obstacle to a proof.

    `outcome` is a word of `ProofOutcome`, or `error`. `reason` is empty if the pair is proved.
    """

    set: str
    name: str
    label: str
    differs: bool | None
    outcome: str
    reason: str
    details: str
    seconds: float

    @property
    def is_proved(self) -> bool:
        """Whether it is proved in any of the three ways."""
        return self.outcome in _PROVED

    @property
    def is_wrong(self) -> bool:
        """Whether it is proved although it is known to differ."""
        allowed = self.outcome == ProofOutcome.CLOSED_WORLD and self.label.endswith(CLOSED_WORLD)
        return self.differs is True and self.is_proved and not allowed


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One label of one set. `wrong` counts pairs that are proved although they are known to differ."""

    set: str
    label: str
    pairs: int
    proved: str
    other_proofs: int
    wrong: int
    not_proved: int
    unresolved: int
    not_supported: int
    errors: int
    median_ms: float
    p90_ms: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ReasonRow:
    """How often a reason was the first obstacle to a proof, by set and label."""

    set: str
    label: str
    reason: str
    pairs: int


@click.command()
@choosing_pairs(SETS)
@click.option("--jobs", type=int, default=1, show_default=True)
@click.option("--timeout", type=float, default=60.0, show_default=True, help="Seconds a pair.")
@click.option(
    "--mutants",
    type=click.IntRange(min=1),
    help="Instead: so many mutants of each proved method of our own pairs, those alive listed.",
)
@click.option("--seed", type=int, default=7, show_default=True, help="Which mutants.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("bench-proof.jsonl"))
def bench(
    choice: PairChoice,
    jobs: int,
    timeout: float,
    mutants: int | None,
    seed: int,
    output: Path,
) -> None:
    """Prove the pairs of the public sets cloned in FOLDER; print tables, write one JSON line per
    pair.

    Nothing of the pairs is executed. Every pair that is proved and known to differ is listed:
    either the prover has a defect, or the label is wrong.
    """
    if mutants is not None:
        click.echo(run_mutants(mutants, seed))
        return
    chosen = choice.pairs()
    outcomes: list[Outcome] = []
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-proof-")))
        pool = stack.enter_context(AnalysisPool(jobs=jobs, timeout=timeout))
        stream = stack.enter_context(output.open("w", encoding="utf-8"))
        progress = stack.enter_context(Console().progress("prove", len(chosen)))
        for outcome in run_all(chosen, pool, scratch, jobs):
            outcomes.append(outcome)
            stream.write(json.dumps(asdict(outcome)) + "\n")
            stream.flush()
            progress.advance(f"{outcome.name} {outcome.outcome}")
    click.echo(report(outcomes))


def run_mutants(most: int, seed: int) -> str:
    """A line for each mutant that is still proved, for review by a person, and the number of
    mutants.

    Mutants change one byte-code instruction in a proved method of our own pairs.

    Raises:
        MissingToolError: the prover's own tests, which contain the mutation, were not compiled.
    """
    if not _PROVER_TESTS.is_dir():
        raise MissingToolError(f"{_PROVER_TESTS} is missing", hint="Run `mvn test-compile`.")
    path = ":".join(map(str, (_PROVER_TESTS, *jars())))
    java: list[str | Path] = [
        find_bundled() / "bin" / "java",
        "-cp",
        path,
        _MUTANTS,
        str(most),
        str(seed),
    ]
    return process.check(java, cwd=_PROVER_TESTS.parents[1]).text


def run_all(
    pairs: Sequence[Labelled], pool: AnalysisPool, scratch: Path, jobs: int
) -> Iterator[Outcome]:
    """Prove several pairs at a time. Answers are in the order of the pairs."""

    def run(numbered: tuple[int, Labelled]) -> Outcome:
        number, pair = numbered
        return prove(pair, pool, scratch / str(number))

    with ThreadPoolExecutor(max_workers=jobs) as threads:
        yield from threads.map(run, enumerate(pairs))


def prove(pair: Labelled, pool: AnalysisPool, place: Path) -> Outcome:
    """Ask the prover about a pair's sources, written into two temporary folders."""
    for side, files in (("old", pair.old), ("new", pair.new)):
        _write(place / side, without_library(files))
    began = time.monotonic()
    try:
        proof = pool.prove(between_folders(place / "old", place / "new", CompileEnvironment()))
        outcome, reason, details = str(proof.outcome), *first_obstacle(proof)
    except AnalysisError as error:
        outcome, reason, details = "error", "error", str(error)
    seconds = time.monotonic() - began
    shutil.rmtree(place)
    return Outcome(
        set=pair.set,
        name=pair.name,
        label=pair.label,
        differs=pair.differs,
        outcome=outcome,
        reason=reason,
        details=details,
        seconds=round(seconds, 4),
    )


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def first_obstacle(proof: Proof) -> tuple[str, str]:
    """A word for the first obstacle to a proof, and its details; both are empty for a proof.

    A method's difference comes before residue, and residue before a side condition.
    """
    if proof.outcome in {ProofOutcome.PROVED, ProofOutcome.ASSUMING_NAMES}:
        return "", ""
    difference = proof.first_difference
    if difference is not None:
        return str(difference.reason), difference.message
    if proof.residue:
        item = proof.residue[0]
        return str(item.kind), f"{item.where}: {item.before} -> {item.after}"
    if proof.conditions:
        condition = proof.conditions[0]
        return str(condition.kind), f"{condition.where}: {condition.why}"
    left = [each for each in proof.methods if each.status is MethodStatus.UNRESOLVED]
    return ("unresolved", str(left[0].before or left[0].after)) if left else ("no reason", "")


def report(outcomes: Sequence[Outcome]) -> str:
    """Format the tables, then every pair that is proved although it differs."""
    wrong = [f"{o.set} {o.name}: {o.outcome}" for o in outcomes if o.is_wrong]
    found = "\n".join(wrong) if wrong else "none"
    return "\n\n".join(
        (
            as_markdown(list(rows(outcomes))),
            as_markdown(list(reason_rows(outcomes))),
            f"proved, and known to differ:\n{found}",
        )
    )


def _of(outcome: Outcome) -> tuple[str, str]:
    return outcome.set, outcome.label


def rows(outcomes: Sequence[Outcome]) -> Iterator[Row]:
    """Yield a row per set and label."""
    for (name, label), each in groupby(sorted(outcomes, key=_of), _of):
        group = list(each)
        count = Counter(o.outcome for o in group)
        proved = count[ProofOutcome.PROVED]
        times = sorted(1000 * o.seconds for o in group)
        yield Row(
            set=name,
            label=label,
            pairs=len(group),
            proved=f"{proved} ({proved / len(group):.0%})",
            other_proofs=sum(o.is_proved for o in group) - proved,
            wrong=sum(o.is_wrong for o in group),
            not_proved=count[ProofOutcome.NOT_PROVED] + count[ProofOutcome.REFACTORING_PROVED],
            unresolved=count[ProofOutcome.UNRESOLVED],
            not_supported=count[ProofOutcome.NOT_SUPPORTED],
            errors=count["error"],
            median_ms=statistics.median(times),
            p90_ms=times[int(0.9 * (len(times) - 1))],
        )


def reason_rows(outcomes: Sequence[Outcome]) -> Iterator[ReasonRow]:
    """Yield the reasons of each label, the most frequent first."""
    for (name, label), each in groupby(sorted(outcomes, key=_of), _of):
        count = Counter(o.reason for o in each if o.reason)
        for reason, pairs in count.most_common():
            yield ReasonRow(set=name, label=label, reason=reason, pairs=pairs)


if __name__ == "__main__":
    bench()
