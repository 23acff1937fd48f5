"""Estimate the work and the time of a validation. Nothing is prepared, built or run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import mean, median
from typing import TYPE_CHECKING

from verifier.console import Console
from verifier.domain.instance import Instance
from verifier.errors import VerifierError
from verifier.judging.tasks import Repositories
from verifier.judging.toolset import Toolset, open_toolset
from verifier.pace import rough_time
from verifier.printable import append_count, pluralize, printable
from verifier.validation.journal import open_journal
from verifier.validation.run import (
    CHECKS,
    ValidationRequest,
    choose_asked,
    is_settled,
    key_of,
    read_requested,
)

if TYPE_CHECKING:
    from verifier.builds.builder import Builder


@dataclass(frozen=True, kw_only=True, slots=True)
class Estimate:
    """What is left to do in one repository.

    `commits` counts bases and developers' commits, each once. `suites` has the seconds of each measured
    suite. `validated` has the seconds of each instance of the repository in the journal, or else of each
    one in the journal. `refusals` has a reason for each commit that cannot be built. `runs` is the number
    of runs of each suite.
    """

    repo: str
    instances: int
    commits: int
    suites: tuple[float, ...]
    validated: tuple[float, ...] = ()
    refusals: tuple[str, ...] = ()
    runs: int
    golden: bool
    jobs: int

    @property
    def unmeasured(self) -> int:
        """Number of commits that must be built and measured."""
        return self.commits - len(self.suites) - len(self.refusals)

    @property
    def seconds(self) -> float | None:
        """The seconds, if those left take as long as the validated ones. None if there are none."""
        if not self.validated:
            return None
        return self.instances * mean(self.validated) / self._parallel

    @property
    def least_seconds(self) -> float | None:
        """The least seconds: test runs only, with the median suite. None if no suite is measured.

        Does not count downloads, the project's own build and compilation.
        """
        if not self.suites:
            return None
        runs = self.unmeasured * self.runs + (self.instances if self.golden else 0)
        return runs * median(self.suites) / self._parallel

    @property
    def _parallel(self) -> int:
        """Number of instances that are validated at the same time."""
        return min(self.jobs, max(1, self.instances))


def estimate_validation(request: ValidationRequest, console: Console) -> tuple[Estimate, ...]:
    """Return an estimate for each repository with instances that the journal lacks.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, SandboxError, MissingToolError: see
            each class.
    """
    with open_toolset(request.tools.select_for(CHECKS)) as tools:
        return estimate_with(tools, request, console)


def estimate_with(
    tools: Toolset, request: ValidationRequest, console: Console
) -> tuple[Estimate, ...]:
    """Estimate with tools that are already open.

    Raises:
        RepositoryError, InputError, StorageError, UsageError: see each class.
    """
    read = read_requested(request, console)
    with Repositories.parse(request.repositories) as repositories:
        chosen = choose_asked(read, request, repositories).chosen
        found = _read_journal(chosen, tools, request)
        return tuple(
            _estimate(
                [i for i in found.to_do if i.repo == name], found, tools, request, repositories
            )
            for name in dict.fromkeys(i.repo for i in found.to_do)
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Journal:
    """The instances without a lasting result, and the seconds of the others by repository."""

    to_do: Sequence[Instance]
    seconds: Mapping[str, Sequence[float]]

    def list_seconds(self, repo: str) -> tuple[float, ...]:
        """Return the seconds of a repository's instances; if it has none, of all."""
        return tuple(self.seconds.get(repo) or chain.from_iterable(self.seconds.values()))


def _read_journal(
    chosen: Sequence[Instance], tools: Toolset, request: ValidationRequest
) -> _Journal:
    """Read the journal, if it exists; it is not created."""
    path = request.output.journal
    if request.force or not path.exists():
        return _Journal(to_do=chosen, seconds={})
    to_do: list[Instance] = []
    seconds: dict[str, list[float]] = {}
    with open_journal(path, fresh=False) as journal:
        for instance in chosen:
            line = journal.read(key_of(instance, tools, golden=request.golden))
            if line is None or not is_settled(line.validation, retry=request.retry):
                to_do.append(instance)
            else:
                seconds.setdefault(instance.repo, []).append(line.seconds)
    return _Journal(to_do=to_do, seconds=seconds)


def _estimate(
    instances: Sequence[Instance],
    journal: _Journal,
    tools: Toolset,
    request: ValidationRequest,
    repositories: Repositories,
) -> Estimate:
    opened: dict[int, tuple[Builder, float | None]] = {}
    refusals: dict[str, str] = {}
    repository = repositories.of(instances[0].repo)
    for instance in instances:
        for commit in (instance.parent, instance.commit):
            try:
                builder = tools.open_builder(repository, commit, instance.files)
                if id(builder) not in opened:
                    opened[id(builder)] = builder, builder.known_seconds()
            except VerifierError as error:
                refusals[commit] = error.message
    return Estimate(
        repo=instances[0].repo,
        instances=len(instances),
        commits=len(opened) + len(refusals),
        suites=tuple(seconds for _, seconds in opened.values() if seconds is not None),
        validated=journal.list_seconds(instances[0].repo),
        refusals=tuple(refusals.values()),
        runs=tools.options.build.base_runs,
        golden=request.golden,
        jobs=tools.options.jobs,
    )


def describe_estimates(estimates: Sequence[Estimate]) -> Iterator[str]:
    """Yield lines of text: two for each repository, and a third if some of its commits cannot be built."""
    if not estimates:
        yield "nothing to validate: the journal has every instance"
    for each in estimates:
        commits = pluralize(each.commits, "commit")
        yield f"{printable(each.repo)}: {pluralize(each.instances, 'instance')} on {commits}"
        if each.refusals:
            first = append_count(printable(each.refusals[0]), len(each.refusals) - 1)
            yield f"  cannot be built: {first}"
        yield f"  {_describe_work(each)}"


def _describe_work(of: Estimate) -> str:
    runs = pluralize(of.runs, "run")
    work = f"{len(of.suites)} suites measured before, {of.unmeasured} to measure with {runs} each"
    if of.seconds is not None:
        each = f"{mean(of.validated):.0f} s for an instance, as {len(of.validated)} took before"
        return f"{work}: {rough_time(of.seconds)} ({each})"
    seconds = of.least_seconds
    if seconds is None:
        return f"{work}; no estimate before the first suite is measured: begin with --sample 1"
    typical = f"{median(of.suites):.0f} s for a suite"
    return f"{work}: at least {rough_time(seconds)} ({typical}; downloads and builds not counted)"
