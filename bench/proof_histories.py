"""The prover's answers on the refactorings in real histories, with impure ones counted separately."""

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

import click

from bench.proof import ReasonRow, first_obstacle
from bench.tables import as_markdown
from verifier.analysis.commit_detection import CommitDetection
from verifier.analysis.pool import AnalysisPool
from verifier.console import Console
from verifier.domain.proof import Difference, MethodProof, Proof, ProofOutcome
from verifier.domain.proof_hints import commit_request, methods_of
from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.errors import AnalysisError
from verifier.mining.merging import Merged, merge
from verifier.tools.git.repository import Repository

_ERROR, _ELSEWHERE = "error", "elsewhere"
_SUPPORT = (ProofOutcome.PROVED, ProofOutcome.REFACTORING_PROVED)


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One refactoring of a history and the prover's answer, with the request of `refverify mine
    --prove`.

    `reason` and `details` are the obstacle to a proof: a difference in the refactored methods, or
    otherwise a side condition on one of them. `elsewhere` is the reason if the refactored methods
    themselves are proved and another part of the commit is the obstacle (a caller, or names that
    the methods depend on and that could not be resolved); the details then are the first difference
    of the change. `files` counts the changed sources of the commit.
    """

    history: str
    jars: str
    commit: str
    files: int
    type: str
    description: str
    purity: str
    outcome: str
    reason: str
    details: str
    before: str
    after: str
    seconds: float

    @property
    def is_proved(self) -> bool:
        """Whether the whole change is proved, or the methods of the refactoring and all their
        callers.
        """
        return self.outcome in _SUPPORT


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """The refactorings of one history, purity and type. `proved` includes proofs with residue."""

    history: str
    purity: str
    type: str
    refactorings: int
    proved: str
    whole_change: int
    residue_left: int
    assuming_names: int
    closed_world: int
    not_proved: int
    unresolved: int
    other: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CostRow:
    """Seconds per proof by the number of files of the commit, including the prover's compilation of
    both sides.
    """

    history: str
    files: str
    proofs: int
    median_s: float
    p90_s: float
    slowest_s: float


@click.command()
@click.argument("repository", type=click.Path(path_type=Path, exists=True))
@click.option("--name", required=True, help="How the tables name the history.")
@click.option("--max-commits", type=int, default=400, show_default=True)
@click.option("--rev", default="HEAD", show_default=True)
@click.option("--jars", type=click.Path(path_type=Path, exists=True), help="A folder of jars.")
@click.option("--timeout", type=float, default=120.0, show_default=True, help="Seconds a proof.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="JSONL.")
def bench(
    repository: Path,
    name: str,
    max_commits: int,
    rev: str,
    jars: Path | None,
    timeout: float,
    output: Path,
) -> None:
    """Prove each refactoring of the benchmark's six types in a history, pure or not; print tables."""
    class_path = tuple(sorted(jars.glob("*.jar"))) if jars is not None else ()
    console, outcomes = Console(), list[Outcome]()
    with (
        Repository.open(repository) as opened,
        AnalysisPool(timeout=timeout) as pool,
        output.open("w", encoding="utf-8") as stream,
    ):
        found = _detect(opened, rev, max_commits, pool)
        todo = [(each, one) for each in found for one in _instances(each)]
        with console.progress("prove", len(todo)) as progress:
            for each, one in todo:
                outcome = prove(opened, name, each, one, pool, class_path)
                outcomes.append(outcome)
                stream.write(json.dumps(asdict(outcome)) + "\n")
                stream.flush()
                progress.advance(outcome.outcome)
    click.echo(report(outcomes))


def _detect(
    repository: Repository, rev: str, most: int, pool: AnalysisPool
) -> list[CommitDetection]:
    """Analyse every commit with one parent. Failures are reported and left out."""
    listed = repository.rev_list(repository.resolve(rev), options=("--no-merges", f"-n{most}"))
    lines = [line for line in listed if len(line.parents) == 1]
    found = []
    with Console().progress("detect", len(lines)) as progress:
        for line in lines:
            future = pool.submit_commit(repository.common_dir, line.id, line.parents[0])
            try:
                found.append(future.result())
            except AnalysisError as error:
                click.echo(f"{line.id}: {error}", err=True)
            progress.advance(line.id[:10])
    return found


def _instances(found: CommitDetection) -> Iterator[Merged]:
    judged = {PurityVerdict.PURE, PurityVerdict.IMPURE}
    for each in merge(found.commit, found.detection.refactorings, DEFAULT_TYPES):
        if each.purity.verdict in judged:
            yield each


def prove(
    repository: Repository,
    history: str,
    found: CommitDetection,
    refactoring: Merged,
    pool: AnalysisPool,
    class_path: tuple[Path, ...],
) -> Outcome:
    """Ask the prover about one refactoring of a commit."""
    commits, detected = (found.parent, found.commit), found.detection.refactorings
    request = commit_request(
        repository.common_dir, commits, detected, refactoring.parts, class_path
    )
    began = time.monotonic()
    try:
        proof = pool.prove(request)
        outcome, obstacle = str(proof.outcome), _obstacle(proof, refactoring)
    except AnalysisError as error:
        outcome, obstacle = _ERROR, _Obstacle(reason=_ERROR, details=str(error))
    return Outcome(
        history=history,
        jars=f"{len(class_path)} jars",
        commit=found.commit,
        files=len(set(found.files)),
        type=str(refactoring.type),
        description=refactoring.description,
        purity=str(refactoring.purity.verdict),
        outcome=outcome,
        reason=obstacle.reason,
        details=obstacle.details,
        before=obstacle.before,
        after=obstacle.after,
        seconds=round(time.monotonic() - began, 4),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Obstacle:
    reason: str = ""
    details: str = ""
    before: str = ""
    after: str = ""


def _obstacle(proof: Proof, refactoring: Merged) -> _Obstacle:
    if proof.outcome in _SUPPORT:
        return _Obstacle()
    methods = methods_of(refactoring.parts)
    names = {(m.class_name.replace(".", "/"), m.name) for m in methods}
    for each in proof.methods:
        if each.difference is not None and _names(each) & names:
            return _obstacle_of(str(each.difference.reason), each.difference)
    for condition in proof.conditions:
        if _name(condition.where) in names:
            return _Obstacle(reason=str(condition.kind), details=condition.why)
    reason, details = first_obstacle(proof)
    first = proof.first_difference
    return (
        _obstacle_of(_ELSEWHERE, first)
        if first
        else _Obstacle(reason=_ELSEWHERE, details=details or reason)
    )


def _obstacle_of(reason: str, difference: Difference) -> _Obstacle:
    events = f"{difference.before_event} | {difference.after_event}"
    return _Obstacle(
        reason=reason,
        details=f"{difference.reason}: {difference.message} [{events}]",
        before=str(difference.before or ""),
        after=str(difference.after or ""),
    )


def _name(method: str) -> tuple[str, str]:
    """Class and name of `a/b/C.name(descriptor)`."""
    owner, _, name = method.partition("(")[0].rpartition(".")
    return owner, name


def _names(method: MethodProof) -> set[tuple[str, str]]:
    """Class and name of both sides."""
    return {_name(side) for side in (method.before, method.after) if side}


def report(outcomes: Sequence[Outcome]) -> str:
    """Format the tables (answers, reasons of the pure ones, seconds) and every impure one that is
    proved.
    """
    wrong = [f"{o.commit} {o.description}" for o in outcomes if _is_odd(o)]
    parts = (as_markdown(list(rows(outcomes))), as_markdown(list(reasons(outcomes))))
    found = "\n".join(wrong) if wrong else "none"
    return "\n\n".join((*parts, as_markdown(list(costs(outcomes))), f"impure, proved:\n{found}"))


def _is_odd(outcome: Outcome) -> bool:
    return outcome.is_proved and outcome.purity == PurityVerdict.IMPURE


def rows(outcomes: Sequence[Outcome]) -> Iterator[Row]:
    """Yield a row per history, purity and type, and one for all types."""
    for group in (_by_type, _by_purity):
        for (history, purity, kind), each in groupby(sorted(outcomes, key=group), group):
            yield _row(history, purity, kind, list(each))


def _by_type(outcome: Outcome) -> tuple[str, str, str]:
    return outcome.history, outcome.purity, outcome.type


def _by_purity(outcome: Outcome) -> tuple[str, str, str]:
    return outcome.history, outcome.purity, "all"


def _row(history: str, purity: str, kind: str, group: Sequence[Outcome]) -> Row:
    count = Counter(o.outcome for o in group)
    proved = sum(o.is_proved for o in group)
    return Row(
        history=history,
        purity=purity,
        type=kind,
        refactorings=len(group),
        proved=f"{proved} ({proved / len(group):.0%})",
        whole_change=count[ProofOutcome.PROVED],
        residue_left=count[ProofOutcome.REFACTORING_PROVED],
        assuming_names=count[ProofOutcome.ASSUMING_NAMES],
        closed_world=count[ProofOutcome.CLOSED_WORLD],
        not_proved=count[ProofOutcome.NOT_PROVED],
        unresolved=count[ProofOutcome.UNRESOLVED],
        other=count[ProofOutcome.NOT_SUPPORTED] + count[_ERROR],
    )


def reasons(outcomes: Sequence[Outcome]) -> Iterator[ReasonRow]:
    """How often each reason is the obstacle for a pure refactoring, by history."""
    pure = [o for o in outcomes if o.purity == PurityVerdict.PURE and o.reason]
    for history, each in groupby(sorted(pure, key=lambda o: o.history), lambda o: o.history):
        for reason, number in Counter(o.reason for o in each).most_common():
            yield ReasonRow(set=history, label="pure", reason=reason, pairs=number)


def costs(outcomes: Sequence[Outcome]) -> Iterator[CostRow]:
    """Seconds by history: commits of 1 to 5 files, then larger ones."""
    for (history, small), each in groupby(sorted(outcomes, key=_size), _size):
        times = sorted(o.seconds for o in each)
        yield CostRow(
            history=history,
            files="1-5" if small == 0 else "more",
            proofs=len(times),
            median_s=statistics.median(times),
            p90_s=times[int(0.9 * (len(times) - 1))],
            slowest_s=times[-1],
        )


def _size(outcome: Outcome) -> tuple[str, int]:
    most_small = 5
    return outcome.history, int(outcome.files > most_small)


if __name__ == "__main__":
    bench()
