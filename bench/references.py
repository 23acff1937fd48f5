"""False alarms of `references` on the pure refactorings of real histories, and its time."""

import json
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import click

from bench.compiled_sides import Compiling, compile_sides, main_changes
from bench.proof_golden import hints
from bench.tables import as_markdown
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.domain.instance import Instance
from verifier.domain.proof import ProofOutcome
from verifier.domain.proof_request import CommitSources
from verifier.domain.purity import PurityVerdict
from verifier.domain.references import ReferenceFinding, ReferenceRequest
from verifier.domain.source import Candidate, JavaTree, Rejection, SourceTrees
from verifier.domain.wanted_matching import matching
from verifier.errors import AnalysisError
from verifier.java_text.quick_reader import JavaReader
from verifier.judging.golden import golden_prediction
from verifier.predictions.golden.reference import GoldenForm
from verifier.predictions.resolve import finish, from_files
from verifier.predictions.trees import source_trees
from verifier.proving.prediction import source_request
from verifier.residue.change import DetectedChange
from verifier.residue.left_over import find_left_over
from verifier.residue.text.members import FileSides
from verifier.tools.git.repository import Repository
from verifier.tools.records import load_jsonl

Pure = tuple[Instance, ...]
"""The pure refactorings in one candidate."""


class Explained(StrEnum):
    """What explains every edit of a candidate."""

    COMPARISON = "comparison"
    PROOF = "proof"
    NOTHING = "nothing"


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """One candidate and its findings; None if a side does not compile alone.

    `explained` says what explains every edit: refactorings that PurityChecker calls pure or that
    are compared as the residue is, or otherwise a proof of the whole change from its sources. It is
    None if nothing was compared.
    """

    name: str
    form: str
    commit: str
    refactorings: int
    explained: Explained | None = None
    tested: bool = False
    refused: tuple[str, ...] | None = None
    listed: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """Candidates of one history and one form. `refused` counts alarms."""

    history: str
    form: str
    every_edit_explained_by: str
    candidates: int
    refactorings: int
    with_tests: int
    refused: int
    median_s: float


@click.command()
@click.argument("repository", type=click.Path(path_type=Path, exists=True))
@click.argument("instances", type=click.Path(path_type=Path, exists=True))
@click.option("--name", required=True, help="How the tables name the history.")
@click.option("--jars", type=click.Path(path_type=Path, exists=True), help="A folder of jars.")
@click.option("--java", default="java", show_default=True, help="The java of a JDK.")
@click.option("--level", default="8", show_default=True, help="The level of the language.")
@click.option("--below", default="", help="Only sources below this folder.")
@click.option(
    "--form",
    type=click.Choice([str(each) for each in GoldenForm]),
    default=str(GoldenForm.REFACTORING),
    show_default=True,
    help="The refactorings alone, or the main code of their whole commits.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="JSONL.")
def bench(
    repository: Path,
    instances: Path,
    name: str,
    jars: Path | None,
    java: str,
    level: str,
    below: str,
    form: str,
    output: Path,
) -> None:
    """Compare the golden changes of INSTANCES to their bases as `references` does.

    Nothing is executed: both versions are compiled without annotation processors.
    """
    path = tuple(sorted(jars.resolve().glob("*.jar"))) if jars is not None else ()
    compiling = Compiling(jars=path, java=java, level=level, below=below)
    known = load_jsonl(Instance, instances)[0]
    done = []
    with (
        Repository.open(repository) as opened,
        AnalysisPool(timeout=300) as pool,
        output.open("w", encoding="utf-8") as stream,
    ):
        measuring = _Measuring(opened, pool, compiling, name, form)
        for held in _candidates(known, GoldenForm(form)):
            one = measuring.measure(held)
            done.append(one)
            stream.write(f"{json.dumps(asdict(one))}\n")
            stream.flush()
            click.echo(_line(one))
    click.echo(report(done))


def _candidates(instances: Sequence[Instance], form: GoldenForm) -> Iterator[Pure]:
    if form is GoldenForm.REFACTORING:
        yield from ((each,) for each in instances)
        return
    for commit in dict.fromkeys(each.commit for each in instances):
        yield tuple(each for each in instances if each.commit == commit)


def _line(one: Measured) -> str:
    if one.refused is None:
        return f"{one.commit[:12]} does not compile alone, or changes nothing"
    tests = "" if one.tested else ", without tests"
    head = f"{one.commit[:12]} explained by {one.explained}: refused {len(one.refused)}, listed {one.listed}{tests}"
    return "\n".join([head, *(f"  {each}" for each in one.refused)])


def report(done: Iterable[Measured]) -> str:
    """Format a line for each history, form and explanation."""
    groups: dict[tuple[str, str, Explained | None], list[Measured]] = {}
    for one in done:
        groups.setdefault((one.name, one.form, one.explained), []).append(one)
    return as_markdown([_row(each) for each in groups.values()])


def _row(done: Sequence[Measured]) -> Row:
    return Row(
        history=done[0].name,
        form=done[0].form,
        every_edit_explained_by=str(done[0].explained or "not compiled"),
        candidates=len(done),
        refactorings=sum(one.refactorings for one in done),
        with_tests=sum(one.tested for one in done),
        refused=sum(bool(one.refused) for one in done),
        median_s=statistics.median(one.seconds for one in done),
    )


@dataclass(frozen=True, slots=True)
class _Measuring:
    repository: Repository
    pool: AnalysisPool
    compiling: Compiling
    name: str
    form: str

    def measure(self, held: Pure) -> Measured:
        first = held[0]
        base, after = (java_tree(self.repository.tree(c)) for c in (first.parent, first.commit))
        candidate = self._candidate(first, base, after)
        if isinstance(candidate, Rejection):
            return self._of(held)
        with compile_sides(base, candidate, self.compiling) as sides:
            if sides is None:
                return self._of(held)
            began = time.monotonic()
            found = self.pool.compare_references(
                ReferenceRequest(
                    before=sides.before,
                    changed=sides.changed,
                    gone=sides.gone,
                    edited=frozenset().union(*(each.files for each in held)),
                    class_path=self.compiling.jars,
                )
            )
            seconds = time.monotonic() - began
            refused = tuple(_describe(each) for each in found if each.is_refused)
            return self._of(
                held,
                explained=self._explain(held, base, candidate),
                tested=sides.tested,
                refused=refused,
                listed=len(found) - len(refused),
                seconds=round(seconds, 3),
            )

    def _of(self, held: Pure, **values: Any) -> Measured:
        return Measured(
            name=self.name,
            form=self.form,
            commit=held[0].commit,
            refactorings=len(held),
            **values,
        )

    def _candidate(
        self, instance: Instance, base: JavaTree, after: JavaTree
    ) -> Candidate | Rejection:
        if self.form == GoldenForm.REFACTORING:
            reader = JavaReader(analysis=self.pool)
            files = golden_prediction(instance, self.repository, reader).files or {}
            made = from_files(files, base)
            return made if isinstance(made, Rejection) else finish(base, made)
        return finish(base, Candidate(changes=main_changes(base, after), patch=""))

    def _explain(self, held: Pure, base: JavaTree, candidate: Candidate) -> Explained:
        if self._is_compared(base, candidate):
            return Explained.COMPARISON
        return Explained.PROOF if self._is_proved(held, base, candidate) else Explained.NOTHING

    def _is_proved(self, held: Pure, base: JavaTree, candidate: Candidate) -> bool:
        commit = CommitSources(repository=self.repository.common_dir, commit=held[0].parent)
        request = replace(
            source_request(commit, base, candidate),
            class_path=self.compiling.jars,
            hints=tuple(hints(held)),
        )
        try:
            return self.pool.prove(request).outcome is ProofOutcome.PROVED
        except AnalysisError:
            return False

    def _is_compared(self, base: JavaTree, candidate: Candidate) -> bool:
        trees = source_trees(base, candidate)
        try:
            detected = self.pool.detect(trees).refactorings
            change = DetectedChange(
                trees=trees,
                units=self._units(trees),
                matched=matching(None, detected),
                detected=detected,
                wanted=False,
            )
        except AnalysisError:
            return False
        found = find_left_over(change)
        impure = any(
            one.purity is not None and one.purity.verdict is PurityVerdict.IMPURE
            for one in change.matched
        )
        return not (found.edits or found.not_compared or impure)

    def _units(self, trees: SourceTrees) -> dict[str, FileSides]:
        parse = self.pool.parse
        return {
            path: FileSides(
                before=parse(trees.before[path]) if path in trees.before else None,
                after=parse(trees.after[path]) if path in trees.after else None,
            )
            for path in trees.before.keys() | trees.after.keys()
        }


def _describe(finding: ReferenceFinding) -> str:
    place = f"{finding.source}:{finding.line}"
    return f"{finding.kind} {finding.group} {finding.what} ({place})"


if __name__ == "__main__":
    bench()
