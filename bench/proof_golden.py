"""The prover's answers on the developers' refactorings alone: golden predictions, from sources."""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import click

from bench.proof import first_obstacle
from bench.proof_histories import Outcome, report
from verifier.analysis.pool import AnalysisPool
from verifier.console import Console
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.proof_request import (
    ChangedFiles,
    CommitSources,
    MethodHint,
    ProofRequest,
    SourceVersion,
)
from verifier.errors import AnalysisError
from verifier.proving.difference import is_compiled
from verifier.tools.git.repository import Repository
from verifier.tools.records import load_jsonl


@click.command()
@click.argument("instances", type=click.Path(path_type=Path, exists=True))
@click.argument("golden", type=click.Path(path_type=Path, exists=True))
@click.option("--repo", "repository", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--name", required=True, help="How the tables name the history.")
@click.option("--jars", type=click.Path(path_type=Path, exists=True), help="A folder of jars.")
@click.option("--timeout", type=float, default=120.0, show_default=True, help="Seconds a proof.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="JSONL.")
def bench(
    instances: Path,
    golden: Path,
    repository: Path,
    name: str,
    jars: Path | None,
    timeout: float,
    output: Path,
) -> None:
    """Prove what `refverify predictions golden --form refactoring` made of INSTANCES; print tables.

    Nothing is built: the prover compiles both versions against the jars alone.
    """
    class_path = tuple(sorted(jars.glob("*.jar"))) if jars is not None else ()
    known = {each.id: each for each in load_jsonl(Instance, instances)[0]}
    predictions, _ = load_jsonl(Prediction, golden)
    with (
        Repository.open(repository) as opened,
        AnalysisPool(timeout=timeout) as pool,
        output.open("w", encoding="utf-8") as stream,
        Console().progress("prove", len(predictions)) as progress,
    ):
        outcomes = []
        for prediction in predictions:
            instance, files = known[prediction.instance_id], dict(prediction.files or {})
            request = _request(opened, instance, files, class_path)
            outcome = _prove(name, instance, request, pool)
            outcomes.append(outcome)
            stream.write(json.dumps(asdict(outcome)) + "\n")
            progress.advance(outcome.outcome)
    click.echo(report(outcomes))


def _request(
    repository: Repository,
    instance: Instance,
    files: Mapping[str, str | None],
    class_path: tuple[Path, ...],
) -> ProofRequest:
    base = CommitSources(repository=repository.common_dir, commit=instance.parent)
    return ProofRequest(
        before=SourceVersion(root=base),
        after=SourceVersion(root=base, changes=files),
        changed=ChangedFiles(sources=frozenset(path for path in files if is_compiled(path))),
        class_path=class_path,
        hints=tuple(hints([instance])),
        refactored=(instance.before.method, instance.after.method),
    )


def hints(instances: Iterable[Instance]) -> Iterator[MethodHint]:
    """The new method of each relocated method."""
    for each in instances:
        if each.type.traits.relocates:
            yield MethodHint(before=each.before.method, after=each.after.method)


def _prove(name: str, instance: Instance, request: ProofRequest, pool: AnalysisPool) -> Outcome:
    began = time.monotonic()
    try:
        proof = pool.prove(request)
        outcome, (reason, details) = str(proof.outcome), first_obstacle(proof)
        found = proof.first_difference
    except AnalysisError as error:
        outcome, reason, details, found = "error", "error", str(error), None
    return Outcome(
        history=name,
        jars=f"{len(request.class_path)} jars",
        commit=instance.commit,
        files=len(request.changed.sources) if request.changed else 0,
        type=str(instance.type),
        description=instance.description,
        purity=str(instance.purity.verdict),
        outcome=outcome,
        reason=reason,
        details=f"{details} [{found.before_event} | {found.after_event}]" if found else details,
        before=str(found.before or "") if found else "",
        after=str(found.after or "") if found else "",
        seconds=round(time.monotonic() - began, 4),
    )


if __name__ == "__main__":
    bench()
