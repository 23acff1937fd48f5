"""`refverify mine`: find the repository, list its commits, analyse, write."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from verifier import __version__
from verifier.analysis.commit_detection import CommitQuestion
from verifier.analysis.pool import AnalysisPool
from verifier.config import cache_folder, cache_size
from verifier.console import Console
from verifier.domain.evidence import safe_name
from verifier.domain.outcome import JsonValue
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.domain.shard import ShardEnd, ShardHeader, ShardKind, ShardRequest
from verifier.domain.source import Analysis, EncodingOf, no_encoding
from verifier.errors import StorageError
from verifier.mining.detection import ClassPathOf, PoolAnalyser
from verifier.mining.funnel import Funnel
from verifier.mining.history import Selection, list_commits
from verifier.mining.instances import (
    FindEditedAround,
    InstanceBuilder,
    nobody_looked,
    provenance,
)
from verifier.mining.journal import JournalHeader
from verifier.mining.output import OutputPaths
from verifier.mining.run import MiningRun, RunOptions
from verifier.tools.git.address import is_url, without_credentials
from verifier.tools.git.clone import clone
from verifier.tools.git.repository import Repository
from verifier.tools.git.strict_clone import clone_strictly
from verifier.tools.jdk import identify_jdks
from verifier.tools.storage.cache_room import room_for
from verifier.tools.storage.cache_seal import cache_errors
from verifier.tools.storage.cache_state import UNKNOWN_NEED
from verifier.tools.storage.cache_usage import NO_BASE, hold

COMMITS_IN_FLIGHT = 8
"""Commits per job: enough that no worker waits for the journal, and few enough for the memory."""


LookAround = Callable[[Repository, Analysis], FindEditedAround]
"""Makes the function that finds edits around refactored code in a repository."""
ClassPathsOf = Callable[[Repository, AnalysisPool], ClassPathOf]
"""Makes the function that finds the class paths of a repository's commits."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MiningRequest:
    """One call: a repository (path or clone address), the commits, and the output.

    `name` is the repository's name in records; None selects its origin's URL or its folder.
    `timeout` is in seconds per commit. With `prove_against`, pure refactorings are also proved
    against this class path; with `class_paths`, each is proved against its parent's own.
    `encoding_of` gives the encoding in which a tree's build reads its sources. With
    `pass_same_methods`, commits with the same methods on both sides are not compared, if `types`
    allow this without a loss. `look_around` makes the function that finds edits around refactored
    code; without it such edits are unknown. `strictly` says that a list names the address, so that
    it is cloned without the user's git configuration.
    """

    repository: str
    output: Path
    selection: Selection = field(default_factory=Selection)
    options: RunOptions = field(default_factory=RunOptions)
    jobs: int = 1
    timeout: float = 120.0
    max_heap: str = "2g"
    name: str | None = None
    prove_against: tuple[Path, ...] | None = None
    class_paths: ClassPathsOf | None = None
    pass_same_methods: bool = True
    encoding_of: EncodingOf = no_encoding
    look_around: LookAround | None = None
    strictly: bool = False


def mine(request: MiningRequest, console: Console, analysis: AnalysisPool | None = None) -> Funnel:
    """Mine one repository. The same request again continues an interrupted run.

    `analysis` passes open workers with their own limits; they stay open.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, MissingToolError, CacheError: see each
            class.
    """
    with _open_run(request, console, analysis) as (run, repository, pool):
        return run.mine(_analyser(request, repository, pool), _builder(request, repository, pool))


def mine_shard(
    request: MiningRequest,
    part: ShardRequest,
    console: Console,
    analysis: AnalysisPool | None = None,
) -> ShardEnd:
    """Analyse one shard of a repository's commits, and write its journal only.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, MissingToolError: see each class.
    """
    with _open_run(request, console, analysis) as (run, repository, pool):
        is_proved = request.prove_against is not None
        header = ShardHeader(
            kind=ShardKind.MINING,
            shard=part.shard,
            settings={"repository": run.header.repo, **mining_settings(request)},
            versions=run.header.versions,
            jdks=identify_jdks() if is_proved else (),
            command=part.command,
        )
        return run.mine_shard(_analyser(request, repository, pool), header)


def mining_settings(request: MiningRequest) -> dict[str, JsonValue]:
    """Return the options that decide which refactorings are kept."""
    return {"kept": list(request.options.wanted.words)}


@contextmanager
def _open_run(
    request: MiningRequest, console: Console, analysis: AnalysisPool | None
) -> Iterator[tuple[MiningRun, Repository, AnalysisPool]]:
    """Open the repository and the workers, and list the commits."""
    _check_folder(request.output)
    with _open(request, console) as repository:
        if request.name is None and not is_url(repository.name):
            console.say(f"Records name the repository {repository.name!r}; --name changes that.")
        console.say(f"Listing the commits of {request.repository}")
        commits = list_commits(repository, request.selection)
        if all(c.ending is not None for c in commits):
            console.say("None of the listed commits needs an analysis.")
        with _workers(request) if analysis is None else nullcontext(analysis) as pool:
            run = MiningRun(
                commits=commits,
                output=OutputPaths(instances=request.output),
                header=_header(request, repository, pool),
                options=request.options,
                console=console,
            )
            yield run, repository, pool


def _workers(request: MiningRequest) -> AnalysisPool:
    return AnalysisPool(
        jobs=request.jobs,
        timeout=request.timeout,
        max_heap=request.max_heap,
        encoding_of=request.encoding_of,
    )


def _check_folder(output: Path) -> None:
    folder = output.absolute().parent
    if not folder.is_dir():
        raise StorageError(f"{folder}: no such folder", hint="Make it first, or give another -o.")


def local_path(repository: str) -> Path:
    """The path of a repository: the given path, or the clone of an address in the cache."""
    if not is_url(repository) or Path(repository).is_dir():
        return Path(repository)
    return cache_folder() / "clones" / f"{safe_name(without_credentials(repository))}.git"


@contextmanager
def _open(request: MiningRequest, console: Console) -> Iterator[Repository]:
    """Open the local repository, or a bare clone of the address, which stays in the cache."""
    repository = request.repository
    into = local_path(repository)
    if not is_url(repository) or Path(repository).is_dir():
        with Repository.open(into) as local:
            yield local
        return
    console.say(f"Cloning {without_credentials(repository)}")
    with _clone(request, into) as cloned:
        yield cloned


def _clone(request: MiningRequest, into: Path) -> Repository:
    """Clone into the cache. The clone is used until the process releases what no base uses, or ends."""
    cache = into.parent.parent
    with cache_errors():
        hold(into, cache)
    with room_for(cache, cache_size(), NO_BASE, need=0 if into.exists() else UNKNOWN_NEED):
        return (clone_strictly if request.strictly else clone)(request.repository, into)


def _header(request: MiningRequest, repository: Repository, pool: AnalysisPool) -> JournalHeader:
    return JournalHeader(
        repo=request.name or repository.name,
        types=tuple(sorted(request.options.wanted.types)),
        versions={
            "refverify": __version__,
            **pool.versions(),
            **_proving(request),
            **_comparing(request),
        },
    )


def _proving(request: MiningRequest) -> dict[str, str]:
    """State for the journal's header whether proofs were asked for, and against which jars."""
    if request.prove_against is None:
        return {}
    if request.class_paths is not None:
        return {"proved-against": "the jars that each parent's build files name"}
    return {"proved-against": ", ".join(path.name for path in request.prove_against) or "no jars"}


def _comparing(request: MiningRequest) -> dict[str, str]:
    """State for the journal's header that commits are compared without need, because some outcomes
    differ.
    """
    needless = not request.pass_same_methods and _same_methods_tell(request)
    return {"same-methods": "compared"} if needless else {}


def _same_methods_tell(request: MiningRequest) -> bool:
    return frozenset(DEFAULT_TYPES).issuperset(request.options.wanted.types)


def _analyser(request: MiningRequest, repository: Repository, pool: AnalysisPool) -> PoolAnalyser:
    return PoolAnalyser(
        pool=pool,
        git_dir=repository.common_dir,
        question=CommitQuestion(
            types=request.options.wanted.types,
            prove_against=request.prove_against,
            pass_same_methods=request.pass_same_methods and _same_methods_tell(request),
        ),
        window=request.jobs * COMMITS_IN_FLIGHT,
        class_path=None if request.class_paths is None else request.class_paths(repository, pool),
    )


def _builder(request: MiningRequest, repository: Repository, pool: AnalysisPool) -> InstanceBuilder:
    return InstanceBuilder(
        repository=repository,
        repo=request.name or repository.name,
        provenance=provenance(pool.versions(), request.options.wanted.words),
        edited_around=(
            request.look_around(repository, pool) if request.look_around else nobody_looked
        ),
    )
