"""Answers of `refverify check --level static` on developers' commits that call themselves
refactorings.
"""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from verifier.analysis.pool import AnalysisPool
from verifier.checks.selection import with_needs
from verifier.console import Console
from verifier.domain.gate import BehaviourAnswer, Level
from verifier.errors import VerifierError
from verifier.gates.answer import LEVEL_CHECKS
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.request import CheckRequest
from verifier.judging.options import ToolsetOptions
from verifier.tools import process

_SUBJECT = re.compile(r"\b(refactor|extract|inlin|renam|mov(e|es|ed|ing)\b|simplif)", re.IGNORECASE)
_ERROR = "error"
_NOTHING = "nothing to check"


@dataclass(frozen=True, kw_only=True, slots=True)
class Commit:
    """A commit of a clone that changes Java files and whose subject contains one of the words."""

    project: str
    repository: Path
    name: str
    date: str
    subject: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The gate's answers on a commit: each finding as `RULE message (file)`, each check as a line.

    `outcome` says whether it behaves as before, `refactoring` whether it is only refactoring. Both
    are `nothing to check` if no code changed, and `error` if the gate gives no answer.
    """

    project: str
    commit: str
    date: str
    subject: str
    outcome: str
    refactoring: str
    findings: tuple[str, ...]
    checks: dict[str, str]
    missing: tuple[str, ...]
    seconds: float


@click.command()
@click.argument("clones", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option("--each", type=int, default=13, show_default=True, help="Newest of a clone.")
@click.option("--most", type=int, default=100, show_default=True, help="Newest of all these.")
@click.option("--fetch", is_flag=True, help="Download libraries that are missing.")
@click.option("--part", type=(int, int), default=(0, 1), help="The I-th of N parts of them.")
@click.option("--only", multiple=True, help="Commits that begin with this.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("commits.jsonl"))
def bench(clones: tuple[Path, ...], each: int, most: int, part: tuple[int, int], *, fetch: bool, only: tuple[str, ...], output: Path) -> None:  # fmt: skip
    """Judge the newest matching commits of CLONES at level static; write one JSON line per commit."""
    chosen = [commit for clone in clones for commit in _of(clone, each)]
    chosen = sorted(chosen, key=lambda c: c.date, reverse=True)[:most]
    chosen = [c for c in chosen if not only or c.name.startswith(only)][part[0] :: part[1]]
    options = ToolsetOptions().select_for(with_needs(LEVEL_CHECKS[Level.STATIC]))
    with (
        AnalysisPool(jobs=1, timeout=options.analysis_timeout) as analysis,
        output.open("w", encoding="utf-8") as stream,
        Console().progress("judge", len(chosen)) as progress,
    ):
        for commit in chosen:
            answer = _judge(commit, options, analysis, fetch=fetch)
            progress.advance(answer.outcome)
            stream.write(f"{json.dumps(asdict(answer))}\n")
            stream.flush()


def _of(clone: Path, most: int) -> Iterator[Commit]:
    log = process.check(
        ["git", "-C", clone, "log", "--no-merges", "--format=%H %cs %s", "--", "*.java"]
    )
    project = clone.resolve().parent.name if clone.name == "repo" else clone.resolve().name
    for line in log.stdout.decode("utf-8", "replace").splitlines():
        name, date, subject = line.split(" ", 2)
        if most and _SUBJECT.search(subject):
            most -= 1
            yield Commit(project=project, repository=clone, name=name, date=date, subject=subject)


def _judge(
    commit: Commit, options: ToolsetOptions, analysis: AnalysisPool, *, fetch: bool
) -> Answer:
    source = Source(kind=SourceKind.COMMIT, revision=commit.name)
    request = CheckRequest(
        repository=commit.repository,
        source=source,
        level=Level.STATIC,
        force=True,
        fetch=fetch,
        tools=options,
    )
    began = time.monotonic()
    outcome, refactoring = _ERROR, _ERROR
    findings, checks, missing = tuple[str, ...](), dict[str, str](), set[str]()
    try:
        report = check(request, analysis=analysis).report
    except VerifierError as error:
        findings = (error.message,)
    else:
        outcome = str(report.behaviour or _NOTHING)
        refactoring = str(report.refactoring or _NOTHING)
        findings = tuple(f"{f.rule_id} {f.message} ({f.file})" for f in report.findings)
        checks = {
            str(c.name): f"{c.status} {c.reason or ''} {c.summary}" for c in report.units[0].checks
        }
        missing = {m.coordinates for path in report.class_paths for m in path.missing}
    return Answer(
        project=commit.project,
        commit=commit.name,
        date=commit.date,
        subject=commit.subject,
        outcome=outcome,
        refactoring=refactoring,
        findings=findings if outcome != BehaviourAnswer.PROVED else (),
        checks=checks,
        missing=tuple(sorted(missing)),
        seconds=round(time.monotonic() - began, 3),
    )


if __name__ == "__main__":
    bench()
