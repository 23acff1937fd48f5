"""`refverify projects`: turn the run folders of `mine --list` into a table and a list to repeat it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.domain.funnel import Stage
from verifier.domain.purity import PurityTier
from verifier.errors import InputError
from verifier.mining.commit import ANALYSED, SkipReason
from verifier.mining.funnel import Funnel
from verifier.mining.output import OutputPaths
from verifier.mining.run import CommitEnding
from verifier.mining.selection import read_instances
from verifier.reports.project_figures import ProjectFigures, project_tables
from verifier.reports.rendering.markdown import table_markdown
from verifier.reports.rendering.text import without_empty_columns
from verifier.tools.records import from_json, load_jsonl
from verifier.tools.storage.files import write_whole
from verifier.validation.output import ValidatedPaths
from verifier.workflows.costs import Cost, CostStage, cost_of, read_costs
from verifier.workflows.many_repositories import (
    INSTANCES,
    NOT_A_LIST,
    MinedRepository,
    read_repositories,
)

BEGIN = "<!-- projects: written by refverify projects --write -->"
END = "<!-- end of projects -->"
_PURE = "instances.pure.jsonl"


@dataclass(frozen=True, kw_only=True, slots=True)
class Results:
    """The content of a folder: one row per project in the list's order, and the versions that made
    it.
    """

    projects: tuple[ProjectFigures, ...]
    repositories: tuple[MinedRepository, ...]
    versions: tuple[str, ...]


def read_results(folder: Path) -> Results:
    """Read the results from the files of the run folders.

    Raises:
        InputError: the folder is not from `mine --list`, or a file of it cannot be read.
    """
    repositories = read_repositories(folder)
    versions: set[str] = set()
    rows = _mark_copies(
        [_figures(each, folder / each.folder, versions) for each in repositories],
        [_list_roots(folder / each.folder) for each in repositories],
    )
    return Results(projects=rows, repositories=repositories, versions=tuple(sorted(versions)))


def _list_roots(folder: Path) -> tuple[str, ...]:
    """Return the first commits of a history, if they were listed."""
    commits = OutputPaths(instances=folder / INSTANCES).commits
    if not commits.is_file():
        return ()
    return tuple(
        c.commit for c in load_jsonl(CommitEnding, commits)[0] if c.reason == SkipReason.ROOT
    )


def _mark_copies(
    rows: Sequence[ProjectFigures], roots: Sequence[tuple[str, ...]]
) -> tuple[ProjectFigures, ...]:
    """Name for each project the first one with which it shares a first commit."""
    first: dict[str, str] = {}
    marked = []
    for row, own in zip(rows, roots, strict=True):
        original = next((first[root] for root in own if root in first), "")
        for root in own:
            first.setdefault(root, original or row.project)
        marked.append(replace(row, copy_of=original))
    return tuple(marked)


def _figures(mined: MinedRepository, folder: Path, versions: set[str]) -> ProjectFigures:
    if mined.error:
        return ProjectFigures(project=mined.folder, error=mined.error)
    paths = OutputPaths(instances=folder / INSTANCES)
    tiers: Counter[PurityTier | None] = Counter()
    to_prove = 0
    for instance in read_instances(paths.instances):
        tiers[instance.purity.tier] += 1
        to_prove += instance.purity.was_to_be_proved
        made = instance.provenance
        versions.add(f"refverify {made.refverify} with RefactoringMiner {made.refactoring_miner}")
    commits = load_jsonl(CommitEnding, paths.commits)[0]
    costs = read_costs(paths.costs)
    mining = cost_of(costs, CostStage.MINING)
    validation = cost_of(costs, CostStage.VALIDATION)
    stages = _stages(paths)
    return ProjectFigures(
        project=mined.folder,
        tip=commits[-1].commit if commits else "",
        stages=stages,
        checker=tiers[PurityTier.CHECKER],
        strict=tiers[PurityTier.STRICT],
        proved=tiers[PurityTier.PROVED] if to_prove else None,
        mining_seconds=_whole(mining, sum(c.status in ANALYSED for c in commits)),
        commits_a_second=mining.rate,
        peak_memory=mining.peak_memory,
        validation_seconds=_whole(validation, _count_asked(stages)),
    )


def _whole(cost: Cost, needed: int) -> float | None:
    """The seconds, if the lines account for all work. Otherwise None."""
    return cost.seconds if cost.done >= needed else None


def _count_asked(stages: Iterable[Stage]) -> int:
    return next((stage.count for stage in stages if stage.name == "to validate"), 0)


def _stages(paths: OutputPaths) -> tuple[Stage, ...]:
    """The stages of the last step that ran: validation, selection of pure commits, or mining."""
    pure = paths.instances.with_name(_PURE)
    candidates = (
        ValidatedPaths.next_to(pure).funnel,
        ValidatedPaths.next_to(paths.instances).funnel,
        OutputPaths(instances=pure).funnel,
        paths.funnel,
    )
    found = next((path for path in candidates if path.is_file()), paths.funnel)
    try:
        return from_json(Funnel, found.read_bytes()).stages
    except OSError as error:
        raise InputError(f"cannot read {found}: {error.strerror}", hint=NOT_A_LIST) from error


def results_markdown(results: Results) -> str:
    """Render both tables with the versions that made them. Columns without any value are left out."""
    made = ", ".join(results.versions)
    tables = map(without_empty_columns, project_tables(results.projects))
    return "\n".join([f"Made by {made}.\n"] * bool(made) + [table_markdown(t) for t in tables])


def with_results(page: str, results: Results) -> str:
    """Put the tables between the marks of a page.

    Raises:
        InputError: the page has no such marks.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise InputError(
            "the page has no place for the table", hint=f"Write {BEGIN} and {END} where it goes."
        )
    return f"{before}{BEGIN}\n\n{results_markdown(results)}\n{END}{after}"


def write_results(page: Path, results: Results) -> None:
    """Update the tables of a page.

    Raises:
        InputError: the page cannot be read, or has no marks.
        StorageError: the page cannot be written.
    """
    try:
        text = page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {page}: {error}") from error
    write_whole(page, with_results(text, results).encode("utf-8"))


def write_list(path: Path, results: Results) -> int:
    """Write a list for `mine --list` with the last commit of each history, which repeats the
    results.

    Return the number of lines.

    Raises:
        StorageError: the list cannot be written.
    """
    lines = _lines(results.repositories, results.projects)
    write_whole(path, "".join(f"{line}\n" for line in lines).encode("utf-8"))
    return len(lines)


def _lines(repositories: Sequence[MinedRepository], rows: Sequence[ProjectFigures]) -> list[str]:
    pairs = zip(repositories, rows, strict=True)
    return [f"{mined.repository} rev={row.tip}" for mined, row in pairs if row.tip]
