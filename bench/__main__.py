"""The command line of the benchmark."""

import json
import os
import platform
import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

import click

from bench.command import QUIET
from bench.extraction import commit_extractions
from bench.mining import Subject, compare
from bench.small_subject import small_subject
from bench.tables import as_markdown, as_table
from bench.verification import Measured
from bench.verification import compare as compare_verification
from verifier.config import cache_folder
from verifier.console import Console
from verifier.tools import process
from verifier.tools.git.repository import Repository

DEFAULT_DATASET = "commons-cli"
RULE_COMMITS = 20


@click.command()
@click.option(
    "--repo",
    type=click.Path(path_type=Path, exists=True),
    help="History to mine; with --at the project that is verified.",
)
@click.option(
    "--at", help="Verification: of this revision of --repo, with methods extracted there."
)
@click.option(
    "--under", default="", help="Verification: extract below this folder, of one module, only."
)
@click.option(
    "--maven",
    multiple=True,
    metavar="WORD",
    help="Verification: what Maven's own build of --repo needs here; repeat.",
)
@click.option("--start", help="First commit to mine.  [default: the whole history]")
@click.option("--end", default="HEAD", show_default=True, help="Last commit to mine.")
@click.option("--jobs", type=int, multiple=True, default=(1, 2), show_default=True)
@click.option(
    "--only",
    type=click.Choice(["mining", "verification", "rules", "gates"]),
    help="One part alone.",
)
@click.option("--small", is_flag=True, help="Verification on a project with one class instead.")
@click.option(
    "--predictions",
    type=click.IntRange(5),
    default=100,
    show_default=True,
    help="Verification: how many are judged in one call.",
)
@click.option("--keep", type=click.Path(path_type=Path), help="Keep logs and runs in this folder.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("bench.json"))
def bench(
    repo: Path | None,
    at: str | None,
    under: str,
    maven: tuple[str, ...],
    start: str | None,
    end: str,
    jobs: tuple[int, ...],
    only: str | None,
    small: bool,
    predictions: int,
    keep: Path | None,
    output: Path,
) -> None:
    """Measure mining, verification and rule scans against what they replace, and the gate on a
    change of ten files; print tables, write JSON.

    Without --repo, the release history of commons-cli is mined and scanned with rules. Verification
    is measured on that history, with --repo and --at on a revision of any Maven or Gradle project,
    or with --small on a project with one class. Rule scans take the last 20 commits.
    """
    console = Console()
    found: dict[str, object] = {"machine": f"{platform.machine()}, {_cores()} cores"}
    with ExitStack() as stack:
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix="bench-", dir=keep))
        if keep is None:
            stack.callback(shutil.rmtree, scratch)
        if only in {None, "mining"}:
            subject = _subject(repo, start, end, scratch)
            cache = cache_folder() / "bench"
            rows = compare(subject, jobs=jobs, cache=cache, scratch=scratch, console=console)
            found["mining"] = [asdict(row) for row in rows]
            click.echo(as_table(rows))
        if only in {None, "verification"}:
            if at is None:
                asked = _usual(scratch, small=small, many=predictions)
            elif repo is None or small:
                raise click.UsageError("--at is a revision of --repo, and not with --small")
            else:
                clone, base, made = commit_extractions(repo, at, scratch, under)
                asked = Measured(
                    repository=clone, rev=f"{base}..{made}", maven=maven, many=predictions
                )
            found |= _verification(asked, scratch, console)
        if only in {None, "rules"}:
            found["rules"] = _rules(repo, scratch, console)
        if only in {None, "gates"}:
            found["gates"] = _gates(scratch, console)
    output.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    console.say(f"wrote {output}")


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def _subject(repo: Path | None, start: str | None, end: str, scratch: Path) -> Subject:
    if repo is None:
        built = build_dataset(scratch, "1.4", "1.9.0")
        return Subject(name=DEFAULT_DATASET, repository=built)
    with Repository.open(repo) as repository:
        span = None if start is None else (repository.resolve(start), repository.resolve(end))
        return Subject(name=repository.name, repository=repository.path, span=span)


def build_dataset(scratch: Path, first: str, last: str) -> Path:
    """Build a part of the release history of commons-cli as a bare repository."""
    folder = scratch / f"{DEFAULT_DATASET}-{first}-{last}"
    words = ("datasets", "build", DEFAULT_DATASET, "--from", first, "--until", last)
    process.check([*QUIET, *words, "-o", folder])
    return folder


def _usual(scratch: Path, *, small: bool, many: int) -> Measured:
    built = small_subject(scratch) if small else build_dataset(scratch, "1.7.0", "1.8.0")
    return Measured(repository=built, small=small, many=many)


def _verification(
    asked: Measured, scratch: Path, console: Console
) -> dict[str, list[dict[str, object]]]:
    rows, aims, profile = compare_verification(asked, scratch=scratch, console=console)
    click.echo(as_table(rows))
    click.echo()
    click.echo(as_markdown(aims))
    click.echo()
    click.echo(as_markdown(profile))
    return {
        "verification": [asdict(r) for r in rows],
        "targets": [asdict(r) for r in aims],
        "profile": [asdict(r) for r in profile],
    }


def _rules(repo: Path | None, scratch: Path, console: Console) -> list[dict[str, object]]:
    from bench.rules import compare as compare_scans

    subject = repo or build_dataset(scratch, "1.4", "1.11.0")
    rows = compare_scans(subject, commits=RULE_COMMITS, scratch=scratch, console=console)
    click.echo(as_table(rows))
    return [asdict(row) for row in rows]


def _gates(scratch: Path, console: Console) -> list[dict[str, object]]:
    from bench.gates_speed import compare as compare_gates

    rows = compare_gates(scratch, console)
    click.echo(as_table(rows))
    return [asdict(row) for row in rows]


if __name__ == "__main__":
    bench()
