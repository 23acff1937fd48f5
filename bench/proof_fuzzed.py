"""Fuzz the proved refactorings of a history: a single difference would refute a proof."""

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click

from bench.compiled_sides import CompiledSides, Compiling, compile_sides
from bench.proof_histories import Outcome
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.console import Console
from verifier.domain.behaviour import Behaviour, BehaviourVerdict
from verifier.domain.proof import MethodStatus, Proof
from verifier.domain.proof_hints import commit_request
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.domain.source import Candidate, FileChange
from verifier.errors import FuzzingError
from verifier.fuzzing.engine import FuzzingEngine
from verifier.fuzzing.request import Campaign, FuzzingBudget, Versions
from verifier.mining.merging import merge
from verifier.sandbox.choice import open_sandbox
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import Jdk, usual_jdk
from verifier.tools.records import load_jsonl


@dataclass(frozen=True, kw_only=True, slots=True)
class Fuzzed:
    """One commit: its proved refactorings, the tried methods, and the result.

    `verdict` is a behaviour verdict, or says why there is none.
    """

    commit: str
    refactorings: int
    methods: tuple[str, ...]
    verdict: str
    executions: int = 0
    details: str = ""


@click.command()
@click.argument("repository", type=click.Path(path_type=Path, exists=True))
@click.argument("outcomes", type=click.Path(path_type=Path, exists=True))
@click.option("--jars", type=click.Path(path_type=Path, exists=True), help="A folder of jars.")
@click.option("--level", default="8", show_default=True, help="The level of the language.")
@click.option("--below", default="", help="Only sources below this folder.")
@click.option("--executions", type=int, default=10_000, show_default=True)
@click.option("--seconds", type=float, default=60.0, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jdk", type=click.Path(path_type=Path), help="The JDK that compiles and runs them.")
@click.option("--sandbox", type=click.Choice(["docker", "local"]), default="docker", show_default=True)  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="JSONL.")
def bench(
    repository: Path,
    outcomes: Path,
    jars: Path | None,
    level: str,
    below: str,
    executions: int,
    seconds: float,
    seed: int,
    jdk: Path | None,
    sandbox: str,
    output: Path,
) -> None:
    """Fuzz the refactorings in OUTCOMES that `bench.proof_histories` reports as proved, one
    campaign per commit.
    """
    path = tuple(sorted(jars.absolute().glob("*.jar"))) if jars is not None else ()
    home = usual_jdk(jdk)
    proved: dict[str, list[Outcome]] = {}
    for one in load_jsonl(Outcome, outcomes)[0]:
        if one.is_proved:
            proved.setdefault(one.commit, []).append(one)
    done = []
    with ExitStack() as stack:
        measuring = _Measuring(
            repository=stack.enter_context(Repository.open(repository)),
            pool=stack.enter_context(AnalysisPool(timeout=300)),
            engine=FuzzingEngine(stack.enter_context(open_sandbox(sandbox))),
            jdk=home,
            compiling=Compiling(
                jars=path, java=str(home.home / "bin/java"), level=level, below=below
            ),
            budget=FuzzingBudget(seed=seed, executions=executions, seconds=seconds),
        )
        stream = stack.enter_context(output.open("w", encoding="utf-8"))
        progress = stack.enter_context(Console().progress("fuzz", len(proved)))
        for commit, group in proved.items():
            fuzzed = measuring.fuzz(commit, group)
            done.append(fuzzed)
            stream.write(f"{json.dumps(asdict(fuzzed))}\n")
            stream.flush()
            progress.advance(f"{commit[:10]} {fuzzed.verdict}")
    counts = Counter(each.verdict for each in done)
    click.echo("\n".join(f"{count} {verdict}" for verdict, count in counts.most_common()))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Measuring:
    repository: Repository
    pool: AnalysisPool
    engine: FuzzingEngine
    jdk: Jdk
    compiling: Compiling
    budget: FuzzingBudget

    def fuzz(self, commit: str, proved: Sequence[Outcome]) -> Fuzzed:
        parent = self.repository.resolve(f"{commit}^")
        methods = self._methods(commit, parent, {each.description for each in proved})
        found = self._search(commit, parent, methods) if methods else "no method to call"
        of = partial(Fuzzed, commit=commit, refactorings=len(proved), methods=methods)
        if isinstance(found, str):
            return of(verdict=found)
        return of(verdict=str(found.verdict), executions=found.executions, details=_details(found))

    def _methods(self, commit: str, parent: str, descriptions: set[str]) -> tuple[str, ...]:
        """The methods that the proofs of these refactorings compare and that both versions have."""
        found = self.pool.submit_commit(self.repository.common_dir, commit, parent).result()
        detected = found.detection.refactorings
        methods = set[str]()
        for each in merge(commit, detected, DEFAULT_TYPES):
            if each.description in descriptions:
                request = commit_request(
                    self.repository.common_dir,
                    (parent, commit),
                    detected,
                    each.parts,
                    self.compiling.jars,
                )
                methods.update(list_compared_methods(self.pool.prove(request)))
        return tuple(sorted(methods))

    def _search(self, commit: str, parent: str, methods: tuple[str, ...]) -> Behaviour | str:
        """Run a campaign on the whole commit. Return its result, or the reason why there is none."""
        base, after = (java_tree(self.repository.tree(each)) for each in (parent, commit))
        paths = sorted(path for path in base.paths() | after.paths() if path.endswith(".java"))
        texts = ((path, base.read(path), after.read(path)) for path in paths)
        changes = tuple(FileChange(path=p, content=new) for p, old, new in texts if old != new)
        candidate = Candidate(changes=changes, patch="")
        with (
            compile_sides(base, candidate, self.compiling) as sides,
            tempfile.TemporaryDirectory(prefix="refverify-fuzzed-") as scratch,
        ):
            if sides is None:
                return "not compiled"
            campaign = Campaign(
                versions=self._versions(sides, Path(scratch)),
                jdk=self.jdk,
                budget=self.budget,
                test=False,
                methods=methods,
            )
            try:
                return self.engine.run(campaign)
            except FuzzingError as error:
                return f"error: {error}"

    def _versions(self, sides: CompiledSides, scratch: Path) -> Versions:
        """Both complete versions, with main code and tests together."""
        scratch.chmod(0o755)
        old, new = scratch / "old", scratch / "new"
        parts = [sides.before / "main", sides.before / "test"]
        for part in parts:
            shutil.copytree(part, old, dirs_exist_ok=True)
        shutil.copytree(old, new)
        for path in sides.gone:
            (new / path).unlink()
        for part in parts:
            shutil.copytree(sides.changed / part.name, new, dirs_exist_ok=True)
        return Versions(old=old, new=new, class_path=self.compiling.jars)


def list_compared_methods(proof: Proof) -> Iterator[str]:
    """List methods in the notation of a campaign: `pkg.Class#name(I)V`."""
    for each in proof.methods:
        if each.status is MethodStatus.PROVED and each.before == each.after and each.before:
            owner, _, rest = each.before.partition("(")[0].rpartition(".")
            descriptor = each.before.removeprefix(f"{owner}.{rest}")
            yield f"{owner.replace('/', '.')}#{rest}{descriptor}"


def _details(found: Behaviour) -> str:
    if found.verdict is BehaviourVerdict.NON_EQUIVALENT and found.witnesses:
        witness = found.witnesses[0]
        return f"{witness.call} old: {witness.old} new: {witness.new}"
    return found.reason


if __name__ == "__main__":
    bench()
