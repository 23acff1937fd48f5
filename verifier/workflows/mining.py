"""`refverify mine` for programs: mine a history, then take the steps that a request asks for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from verifier import __version__
from verifier.builds.build_tools import encoding_of
from verifier.builds.options import BuildOptions
from verifier.config import cache_folder, cache_size
from verifier.console import Console
from verifier.context.output import ContextPaths
from verifier.context.run import ContextRequest, add_context
from verifier.domain.shard import ShardEnd, ShardHeader, ShardKind, ShardRequest
from verifier.domain.validation import Demand
from verifier.errors import UsageError
from verifier.gates.pure_commits import PureCommitsPaths, PureCommitsRequest, judge_commits
from verifier.judging.options import ToolsetOptions
from verifier.libraries.histories import HistoryClassPaths
from verifier.mining import session
from verifier.mining.funnel import Funnel
from verifier.mining.output import OutputPaths
from verifier.mining.session import MiningRequest, local_path
from verifier.residue.edited_around import look_around
from verifier.sandbox.choice import check_runtime
from verifier.tools.git.address import is_url
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import identify_jdks
from verifier.tools.storage.cache_room import keep_below
from verifier.tools.storage.cache_seal import cache_errors
from verifier.tools.storage.cache_usage import NO_BASE, release
from verifier.validation.output import ValidatedPaths
from verifier.validation.run import ValidationRequest, validate
from verifier.workflows.costs import CostStage, measure
from verifier.workflows.many_repositories import INSTANCES, MinedRepository, mine_all
from verifier.workflows.repository_list import Listed


class MineStep(StrEnum):
    """The steps, in their order. Mining itself is always taken."""

    MINING = "mining"
    PURE_COMMITS = "pure-commits"
    VALIDATION = "validation"
    CONTEXT = "context"


@dataclass(frozen=True, kw_only=True, slots=True)
class Validating:
    """How mined instances are validated; see `ValidationRequest`."""

    golden: bool = True
    sample: int | None = None
    demand: Demand | None = None
    tools: ToolsetOptions = field(default_factory=ToolsetOptions)


@dataclass(frozen=True, kw_only=True, slots=True)
class MineRequest:
    """A history to mine, and the steps that follow.

    `mining` names the repository, the output and the selection. With `prove`, pure refactorings are
    also proved, against the jars of `class_path`, or without any against those that each commit's
    build files name; `fetch` downloads missing ones. `pure_commits` keeps the instances of commits
    that are only refactoring, and `residue` writes patches of the rest. `validating` builds and tests
    both sides; None leaves it out. `context` adds the code around the methods, with the class paths
    that `build` finds. Each step reads the file that the step before it wrote.
    """

    mining: MiningRequest
    prove: bool = False
    class_path: tuple[Path, ...] = ()
    fetch: bool = False
    pure_commits: bool = False
    residue: bool = False
    validating: Validating | None = None
    context: bool = False
    build: BuildOptions = field(default_factory=lambda: BuildOptions(cache=cache_folder()))


@dataclass(frozen=True, kw_only=True, slots=True)
class StepDone:
    """A step that has ended: the files that it wrote, its funnel, and what else it says.

    `instances` is the file of instances for the next step; None if the step keeps none. `funnel` is
    None if the step counts nothing by stages. `said` is empty if there is nothing else.
    """

    step: MineStep
    wrote: tuple[Path, ...]
    instances: Path | None
    funnel: Funnel | None = None
    said: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mined:
    """The steps that were taken."""

    steps: tuple[StepDone, ...]

    @property
    def instances(self) -> Path:
        """The last file of instances."""
        (*_, last) = (each.instances for each in self.steps if each.instances is not None)
        return last

    @property
    def funnel(self) -> Funnel:
        """What every stage kept, up to the last step that keeps instances and counts them."""
        kept = (each.funnel for each in self.steps if each.instances is not None)
        (*_, last) = (funnel for funnel in kept if funnel is not None)
        return last


def mine_history(
    request: MineRequest,
    console: Console | None = None,
    report: Callable[[StepDone], None] | None = None,
) -> Mined:
    """Mine a history and take the steps that follow. The same request again continues.

    `report` gets each step as it ends.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, SandboxError, MissingToolError: see
            each class.
    """
    if request.mining.output.is_dir():
        raise UsageError(f"{request.mining.output} is a folder", hint="Give -o the name of a file.")
    _check_runtime(request)
    steps = []
    for done in _steps(request, console or Console(quiet=True)):
        if report is not None:
            report(done)
        steps.append(done)
    return Mined(steps=tuple(steps))


def _check_runtime(request: MineRequest) -> None:
    if request.validating is not None:
        check_runtime(request.validating.tools.sandbox, request.validating.tools.runtime)


def mine_part(request: MineRequest, part: ShardRequest, console: Console | None = None) -> ShardEnd:
    """Analyse the commits of one shard; the steps that follow need all shards, merged.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, MissingToolError: see each class.
    """
    mining, _ = _prepare(request)
    paths = OutputPaths(instances=mining.output)
    with measure(paths.costs, CostStage.MINING, paths.journal, fresh=mining.options.force):
        return session.mine_shard(mining, part, console or Console(quiet=True))


def mine_list(  # noqa: PLR0913 - the list, and all that decides how it is mined
    repositories: Sequence[Listed],
    folder: Path,
    request: MineRequest,
    console: Console | None = None,
    *,
    part: ShardRequest | None = None,
    report: Callable[[StepDone], None] | None = None,
) -> tuple[MinedRepository, ...]:
    """Mine each repository of a list into a folder of its own; a failure does not stop the others.

    The repository, the revisions and the output of `request` are replaced by those of each entry. An
    entry without revisions takes those of the request. A `max_commits` of the request counts for each
    entry. With `part`, only the repositories of one shard are mined.

    Raises:
        StorageError: the folder cannot be written at all. UsageError: it has another shard.
    """
    console = console or Console(quiet=True)
    _check_runtime(request)

    def mine_one(listed: Listed, own: Path) -> Funnel:
        mining = request.mining
        selection = mining.selection
        if listed.revisions:
            selection = replace(selection, revisions=listed.revisions)
        if selection.max_commits is None:
            selection = replace(selection, max_commits=listed.max_commits)
        mining = replace(
            mining,
            repository=listed.repository,
            name=_name_in_records(listed.repository, own),
            output=own / INSTANCES,
            selection=selection,
            strictly=True,
        )
        try:
            return mine_history(replace(request, mining=mining), console, report).funnel
        finally:
            _release_clone()

    header = None if part is None else _describe_list(request, part)
    return mine_all(repositories, folder, mine_one, console, header)


def _name_in_records(repository: str, own: Path) -> str | None:
    """Return the name of its folder for a local repository without the address of an origin.

    The folders of a list have different names. The repositories' own folders may have the same name.

    Raises:
        RepositoryError: it is no repository.
    """
    if is_url(repository):
        return None
    with Repository.open(Path(repository)) as local:
        return None if is_url(local.name) else own.name


def _release_clone() -> None:
    """Let the clone of a repository be dropped, because every step of the repository has ended."""
    with cache_errors():
        release(NO_BASE, cache_folder())
    keep_below(cache_folder(), cache_size())


def _describe_list(request: MineRequest, part: ShardRequest) -> ShardHeader:
    """Return the header of a shard of a list."""
    selection, wanted = request.mining.selection, request.mining.options.wanted
    validating = request.validating
    days = [None if each is None else str(each) for each in (selection.since, selection.until)]
    builds = validating is not None or request.prove or request.context
    return ShardHeader(
        kind=ShardKind.REPOSITORIES,
        shard=part.shard,
        settings={
            "types": list(wanted.types),
            "include_impure": wanted.include_impure,
            "main_only": wanted.main_only,
            "revisions": [selection.revisions, *days, selection.max_commits],
            "steps": [
                request.prove,
                request.pure_commits,
                request.residue,
                validating is not None,
                request.context,
            ],
            "validation": None
            if validating is None
            else [validating.golden, validating.sample, validating.demand],
        },
        versions={"refverify": __version__},
        jdks=identify_jdks(request.build.jdk) if builds else (),
        command=part.command,
    )


def _steps(request: MineRequest, console: Console) -> Iterator[StepDone]:
    instances = request.mining.output
    for step in _list_steps(request):
        done = step(request, instances, console)
        yield done
        instances = done.instances or instances


def _list_steps(request: MineRequest) -> Iterator[Callable[[MineRequest, Path, Console], StepDone]]:
    yield _mine
    if request.pure_commits or request.residue:
        yield _judge_commits
    if request.validating is not None:
        yield _validate
    if request.context:
        yield _add_context


def _mine(request: MineRequest, instances: Path, console: Console) -> StepDone:
    mining, class_paths = _prepare(request)
    paths = OutputPaths(instances=instances)
    with measure(paths.costs, CostStage.MINING, paths.journal, fresh=mining.options.force):
        funnel = session.mine(mining, console)
    said = class_paths.text() if class_paths is not None and class_paths.found else ""
    return StepDone(
        step=MineStep.MINING,
        wrote=(instances,),
        instances=instances,
        funnel=funnel,
        said=said,
    )


def _prepare(request: MineRequest) -> tuple[MiningRequest, HistoryClassPaths | None]:
    """Return the request to mine, and the class paths that proofs find on the way."""
    class_paths = None
    if request.prove and not request.class_path:
        class_paths = HistoryClassPaths(
            options=BuildOptions(cache=cache_folder()), fetch=request.fetch
        )
    mining = replace(
        request.mining,
        prove_against=request.class_path if request.prove else None,
        class_paths=None if class_paths is None else class_paths.of,
        encoding_of=encoding_of,
        look_around=look_around,
    )
    return mining, class_paths


def _judge_commits(request: MineRequest, instances: Path, console: Console) -> StepDone:
    mining = request.mining
    funnel = judge_commits(
        PureCommitsRequest(
            repository=local_path(mining.repository),
            instances=instances,
            residue=request.residue,
            force=mining.options.force,
            jobs=mining.jobs,
            timeout=mining.timeout,
        ),
        console,
    )
    paths = PureCommitsPaths(instances=instances)
    return StepDone(
        step=MineStep.PURE_COMMITS,
        wrote=(paths.pure, *([paths.residue] if request.residue else [])),
        instances=paths.pure if request.pure_commits else None,
        funnel=funnel,
    )


def _validate(request: MineRequest, instances: Path, console: Console) -> StepDone:
    mining, output = request.mining, ValidatedPaths.next_to(instances)
    validating = request.validating or Validating()
    asked = ValidationRequest(
        instances=instances,
        output=output,
        repositories=(str(local_path(mining.repository)),),
        golden=validating.golden,
        sample=validating.sample,
        demand=validating.demand,
        force=mining.options.force,
        write_only=mining.options.write_only,
        tools=validating.tools,
    )
    costs = OutputPaths(instances=mining.output).costs
    with measure(costs, CostStage.VALIDATION, output.journal, fresh=mining.options.force):
        funnel = validate(asked, console)
    written = output.instances
    return StepDone(step=MineStep.VALIDATION, wrote=(written,), instances=written, funnel=funnel)


def _add_context(request: MineRequest, instances: Path, console: Console) -> StepDone:
    mining, output = request.mining, ContextPaths.next_to(instances)
    counts = add_context(
        ContextRequest(
            instances=instances,
            output=output,
            repositories=(str(local_path(mining.repository)),),
            class_path=request.class_path or None,
            build=request.build,
            jobs=mining.jobs,
            timeout=mining.timeout,
            max_heap=mining.max_heap,
            force=mining.options.force,
            write_only=mining.options.write_only,
            fetch=request.fetch,
        ),
        console,
    )
    written = output.instances
    return StepDone(step=MineStep.CONTEXT, wrote=(written,), instances=written, said=str(counts))
