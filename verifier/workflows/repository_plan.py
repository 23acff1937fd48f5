"""Plan the mining of a list: filter it, pin every repository to a commit, and estimate the time."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from verifier.console import Console
from verifier.domain.funnel import Stage
from verifier.domain.outcome import JsonValue
from verifier.domain.repository_plan import PlanHeader, PlannedRepository
from verifier.errors import InputError, RepositoryError, UsageError
from verifier.mining.history import Selection, list_commits
from verifier.mining.output import OutputPaths
from verifier.tools.git.address import is_url, read_host, without_credentials
from verifier.tools.git.repository import Repository
from verifier.tools.git.strict_clone import CODE_HOSTS
from verifier.tools.git.tip import read_tip
from verifier.tools.records import to_line
from verifier.tools.storage.files import replacing, sha256_of
from verifier.workflows.costs import CostStage, cost_of, read_costs
from verifier.workflows.many_repositories import INSTANCES, read_repositories
from verifier.workflows.repository_list import Listed, RepositoryFacts, scan_list

SECONDS_PER_COMMIT = 0.21
"""Seconds of mining per analysed commit with two processors, over the eight projects of docs/results.md:
from 0.05 (disruptor) to 0.62 (javaparser)."""
ANALYSED_SHARE = 0.6
"""The share of the commits of these projects that were analysed: no merges, and with a Java file."""
_UNIT = "repositories"
_RANGE = ".."
"""What a range of git contains, and no name of a commit."""
_PARALLEL = 16
"""Addresses that are asked for their last commit at the same time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanFilters:
    """What a repository must be. A filter needs its column: the list must say it for some repository."""

    min_stars: int | None = None
    min_commits: int | None = None
    licenses: tuple[str, ...] = ()
    no_forks: bool = False
    pushed_after: date | None = None

    def list_given(self) -> dict[str, JsonValue]:
        """Return the filters that are set, by name."""
        after = None if self.pushed_after is None else self.pushed_after.isoformat()
        every: dict[str, JsonValue] = {
            "min_stars": self.min_stars,
            "min_commits": self.min_commits,
            "licenses": sorted(self.licenses),
            "no_forks": self.no_forks,
            "pushed_after": after,
        }
        return {name: value for name, value in every.items() if value not in (None, [], False)}

    def find_refusal(self, facts: RepositoryFacts) -> str:
        """Return why a repository is left out; empty if it is kept. Unknown facts do not pass a filter."""
        return next((reason for holds, reason in self._tests(facts) if not holds), "")

    def _tests(self, facts: RepositoryFacts) -> Iterable[tuple[bool, str]]:
        yield not facts.is_disabled, "disabled"
        yield facts.language in (None, "Java"), "not mainly Java"
        if self.no_forks:
            yield facts.is_fork is False, "a fork, or unknown"
        if self.min_stars is not None:
            yield (facts.stars or 0) >= self.min_stars, "too few stars, or unknown"
        if self.min_commits is not None:
            yield (facts.commits or 0) >= self.min_commits, "too few commits, or unknown"
        if self.licenses:
            wanted = {name.casefold() for name in self.licenses}
            yield (facts.license or "").casefold() in wanted, "another licence, or unknown"
        if self.pushed_after is not None:
            yield (facts.pushed or "") > self.pushed_after.isoformat(), "no push since, or unknown"


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanRequest:
    """What is planned.

    `measured` is a folder of `mine --list` whose rate the estimates use. `max_commits` limits the commits
    of each repository that are analysed to the newest ones.
    """

    list_file: Path
    output: Path
    filters: PlanFilters = PlanFilters()
    measured: Path | None = None
    max_commits: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A plan: its header, and its repositories, those with the most stars first."""

    header: PlanHeader
    repositories: tuple[PlannedRepository, ...]

    def estimate_seconds(self, machines: int) -> float | None:
        """Return the seconds that mining takes on so many machines with two processors; None if unknown.

        One repository is never divided, so the longest one is a lower bound.
        """
        if self.header.all_seconds is None:
            return None
        longest = max(each.mining_seconds or 0.0 for each in self.repositories)
        return max(self.header.all_seconds / machines, longest)


def make_plan(request: PlanRequest, console: Console, tip: Callable[[str], str] = read_tip) -> Plan:
    """Read the list, filter it, pin each repository to a commit, and write the plan.

    A repository without a commit in the list is asked for the last one of its default branch. The plan
    is written whole, and never over another one.

    Raises:
        UsageError: the output exists, or a filter needs a column that the list lacks.
        InputError: the list cannot be read, or nothing is left.
        StorageError: the plan cannot be written.
    """
    if request.output.exists():
        raise UsageError(
            f"{request.output} exists already, and a plan does not change",
            hint="Give another output, or remove it.",
        )
    rate = SECONDS_PER_COMMIT if request.measured is None else measure_rate(request.measured)
    scanned = scan_list(request.list_file)
    _refuse_unknown_columns(scanned.repositories, request.filters)
    named = sum(scanned.losses.values()) + len(scanned.repositories)
    stages = [Stage(name="named", unit=_UNIT, count=named)]
    stages.append(_stage("listed", len(scanned.repositories), scanned.losses))
    kept, losses = _filter(scanned.repositories, request.filters)
    stages.append(_stage("wanted", len(kept), losses))
    if request.max_commits is not None:
        kept = [replace(each, max_commits=request.max_commits) for each in kept]
    pinned, losses = _pin(kept, console, tip)
    stages.append(_stage("pinned", len(pinned), losses))
    if not pinned:
        raise InputError(
            f"no repository of {request.list_file} is left: {_explain(stages)}",
            hint="Loosen the filters, or mend the list.",
        )
    plan = _estimate(request, pinned, stages, rate)
    with replacing(request.output) as stream:
        stream.write(to_line(plan.header))
        stream.writelines(map(to_line, plan.repositories))
    return plan


def measure_rate(folder: Path) -> float:
    """Return the seconds of mining per analysed commit in a folder of `mine --list`.

    They are half the processor seconds: those of two processors without other work.

    Raises:
        InputError: the folder is not one, or no call of mining in it is accounted for.
    """
    folders = [folder / each.folder for each in read_repositories(folder)]
    lines = [read_costs(OutputPaths(instances=own / INSTANCES).costs) for own in folders]
    costs = [cost_of(each, CostStage.MINING) for each in lines]
    known = [(c.processor_seconds, c.done) for c in costs if c.processor_seconds and c.done]
    if not known:
        raise InputError(
            f"{folder} has no measured mining", hint="Give a folder in which `mine --list` ended."
        )
    return sum(seconds for seconds, _ in known) / sum(commits for _, commits in known) / 2


def _refuse_unknown_columns(listed: Sequence[Listed], filters: PlanFilters) -> None:
    """Refuse a filter by something that the list says of no repository.

    Raises:
        UsageError: it names the filter.
    """
    needed = {
        "stars": ("--min-stars", filters.min_stars is not None),
        "commits": ("--min-commits", filters.min_commits is not None),
        "license": ("--license", bool(filters.licenses)),
        "is_fork": ("--no-forks", filters.no_forks),
        "pushed": ("--pushed-after", filters.pushed_after is not None),
    }
    for fact, (name, is_given) in needed.items():
        if is_given and all(getattr(each.facts, fact) is None for each in listed):
            raise UsageError(
                f"{name} needs a list that says it, and this one does not for any repository",
                hint="Use a table of SEART's GitHub search, or leave the filter out.",
            )


def _stage(name: str, count: int, losses: Mapping[str, int]) -> Stage:
    return Stage(name=name, unit=_UNIT, count=count, losses=dict(sorted(losses.items())))


def _filter(listed: Sequence[Listed], filters: PlanFilters) -> tuple[list[Listed], Counter[str]]:
    kept, losses = [], Counter[str]()
    for each in listed:
        host = read_host(each.repository) if is_url(each.repository) else ""
        reason = (
            f"host {host}" if host and host not in CODE_HOSTS else filters.find_refusal(each.facts)
        )
        if reason:
            losses[reason] += 1
        else:
            kept.append(each)
    return kept, losses


def _pin(
    listed: Sequence[Listed], console: Console, tip: Callable[[str], str]
) -> tuple[list[PlannedRepository], Counter[str]]:
    """Name a commit for each repository. One that does not answer is left out."""

    def pin(each: Listed) -> PlannedRepository | str:
        try:
            return _plan_one(
                each if each.revisions else replace(each, revisions=tip(each.repository))
            )
        except (InputError, RepositoryError) as error:
            return error.message

    pinned: list[PlannedRepository] = []
    losses = Counter[str]()
    with (
        ThreadPoolExecutor(_PARALLEL) as pool,
        console.progress("Reading last commits", len(listed)) as progress,
    ):
        for each, found in zip(listed, pool.map(pin, listed), strict=True):
            progress.advance()
            if isinstance(found, PlannedRepository):
                pinned.append(found)
            else:
                console.error(f"{without_credentials(each.repository)}: {found}")
                losses["no answer"] += 1
    return pinned, losses


def _plan_one(listed: Listed) -> PlannedRepository:
    """Count the commits of a repository, without the seconds that they take.

    Raises:
        RepositoryError: a repository on this machine is none, or lacks the revisions.
    """
    facts = listed.facts
    commits, to_analyse = _count_commits(listed)
    if to_analyse is not None and listed.max_commits is not None:
        to_analyse = min(to_analyse, listed.max_commits)
    return PlannedRepository(
        repository=without_credentials(listed.repository),
        revisions=listed.revisions,
        stars=facts.stars,
        commits=commits,
        max_commits=listed.max_commits,
        to_analyse=to_analyse,
        license=facts.license,
        pushed=facts.pushed,
    )


def _count_commits(listed: Listed) -> tuple[int | None, int | None]:
    """Return the number of commits, and how many of them will be analysed; None if unknown.

    Raises:
        RepositoryError: a repository on this machine is none, or lacks the revisions.
    """
    if is_url(listed.repository):
        # The list's number is that of the whole history, and says nothing about a range.
        known = None if _RANGE in listed.revisions else listed.facts.commits
        return known, None if known is None else round(known * ANALYSED_SHARE)
    with Repository.open(Path(listed.repository)) as repository:
        commits = list_commits(repository, Selection(revisions=listed.revisions))
    return len(commits), sum(each.ending is None for each in commits)


def _estimate(
    request: PlanRequest, pinned: Sequence[PlannedRepository], stages: Sequence[Stage], rate: float
) -> Plan:
    by_stars = sorted(pinned, key=lambda each: -(each.stars or 0))
    repositories = tuple(
        replace(each, mining_seconds=None if each.to_analyse is None else each.to_analyse * rate)
        for each in by_stars
    )
    estimates = [each.mining_seconds for each in repositories if each.mining_seconds is not None]
    digest = hashlib.sha256()
    for each in repositories:
        digest.update(to_line(each))
    header = PlanHeader(
        plan=digest.hexdigest(),
        list_sha256=sha256_of(request.list_file),
        filters=request.filters.list_given(),
        stages=tuple(stages),
        all_commits=_sum(each.commits for each in repositories),
        all_to_analyse=_sum(each.to_analyse for each in repositories),
        seconds_per_commit=rate,
        all_seconds=sum(estimates) if estimates else None,
        without_estimate=len(repositories) - len(estimates),
    )
    return Plan(header=header, repositories=repositories)


def _sum(numbers: Iterable[int | None]) -> int | None:
    """Add up the known numbers; None if none is known."""
    known = [each for each in numbers if each is not None]
    return sum(known) if known else None


def _explain(stages: Sequence[Stage]) -> str:
    lost = [f"{reason} ({count})" for each in stages for reason, count in each.losses.items()]
    return ", ".join(lost) or "the list is empty"
