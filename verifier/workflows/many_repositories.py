"""Mine a list of repositories, each into its own folder. A failure does not stop the others."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from verifier.console import Console
from verifier.domain.described import FORM, Described, Form
from verifier.domain.evidence import safe_name
from verifier.domain.funnel import Stage
from verifier.domain.instance import StableId
from verifier.domain.shard import ShardHeader
from verifier.errors import InputError, VerifierError
from verifier.judging.judgement import guard
from verifier.mining.funnel import Funnel
from verifier.tools.git.address import is_url, without_credentials
from verifier.tools.records import load_jsonl, to_line
from verifier.tools.storage.files import require_plain, storage_errors, write_whole
from verifier.tools.storage.shard_file import SHARD, Unit, write_shard_file
from verifier.workflows.repository_list import Listed

SUMMARY = "repositories.jsonl"
INSTANCES = "instances.jsonl"
"""The kept instances in the folder of each repository."""
NOT_A_LIST = "Give a folder that `refverify mine --list` wrote."
"""The hint for a folder that is not from `mine --list`."""
_STAGES = (
    ("listed", "commits"),
    ("of wanted types", "refactorings"),
    ("merged", "instances"),
    ("pure", "instances"),
    ("builds before", "instances"),
    ("builds after", "instances"),
    ("tests pass", "instances"),
    ("covered", "instances"),
    ("golden", "instances"),
    ("kept", "instances"),
)
"""The stages of a funnel in the final table."""


MineOne = Callable[[Listed, Path], Funnel]
"""Mines one repository into a folder."""


class RepositoryStatus(StrEnum):
    """The result of mining one repository."""

    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True, slots=True)
class MinedRepository(Described):
    """One line of `repositories.jsonl`."""

    repository: str
    """The address without credentials, or the path, as in the list."""
    folder: str
    """Its folder, relative to the folder of the list."""
    status: RepositoryStatus
    """Whether the mining succeeded."""
    error: str = ""
    """The error; empty if the mining succeeded."""
    exit_code: int = 0
    """The exit code of the failure; 0 if the mining succeeded."""
    stages: tuple[Stage, ...] = ()
    """The counts of every stage; empty if the mining failed."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def read_repositories(folder: Path) -> tuple[MinedRepository, ...]:
    """Read the repositories in a folder of `mine --list`, in the list's order.

    Raises:
        InputError: the folder is not from `mine --list`, or its list cannot be read.
    """
    summary = folder / SUMMARY
    if not summary.is_file():
        raise InputError(f"{folder} has no {SUMMARY}", hint=NOT_A_LIST)
    return tuple(load_jsonl(MinedRepository, summary)[0])


def folders_of(repositories: Sequence[str]) -> tuple[str, ...]:
    """Name a folder for each repository by its last two words, with a hash if two names are equal."""
    names = [_short(each) for each in repositories]
    counts = Counter(names)
    return tuple(
        name if counts[name] == 1 else f"{name}-{StableId.of(without_credentials(each))}"
        for name, each in zip(names, repositories, strict=True)
    )


def _short(repository: str) -> str:
    address = without_credentials(repository)
    if not is_url(repository):
        return safe_name(PurePosixPath(address).name.removesuffix(".git"))
    path = address.partition("://")[2] or address.rpartition(":")[2]
    return safe_name("_".join(PurePosixPath(path).parts[-2:]).removesuffix(".git"))


def mine_all(
    repositories: Sequence[Listed],
    folder: Path,
    mine_one: MineOne,
    console: Console,
    part: ShardHeader | None = None,
) -> tuple[MinedRepository, ...]:
    """Mine each repository into its folder. `repositories.jsonl` gets the results, too.

    A later call keeps the lines of an earlier one until it has mined their repositories again. With
    `part`, only the repositories of one shard are mined, and the shard's file is written.

    Raises:
        StorageError: the folder cannot be written at all. UsageError: it has another shard.
    """
    named = list(
        zip(repositories, folders_of([each.repository for each in repositories]), strict=True)
    )
    if part is not None:
        named = _begin_shard(named, folder, part)
    summary = _Summary(folder / SUMMARY, [name for _, name in named])
    done = []
    for number, (listed, name) in enumerate(named, start=1):
        console.say(f"== {number}/{len(named)} {without_credentials(listed.repository)}")
        with storage_errors(folder):
            (folder / name).mkdir(parents=True, exist_ok=True)
        found = _mine(listed, name, folder, mine_one)
        if found.error:
            console.error(f"{found.repository}: {found.error}")
        done.append(found)
        summary.add(found)
    return tuple(done)


class _Summary:
    """`repositories.jsonl` while a list is mined: at most one line per repository, in the list's order.

    `refverify status` reads it meanwhile.
    """

    def __init__(self, path: Path, folders: Sequence[str]) -> None:
        """Keep the lines of an earlier call about these folders, and leave out all others.

        Raises:
            InputError: the file cannot be read. StorageError: it cannot be written.
        """
        self._path, self._done = path, list[bytes]()
        found = _read_lines(path)
        self._kept = {each: found[each] for each in folders if each in found}
        self._write()

    def add(self, mined: MinedRepository) -> None:
        """Write the line of the next repository in the list's order; it replaces an earlier one.

        Raises:
            StorageError: the file cannot be written.
        """
        line, earlier = to_line(mined), self._kept.pop(mined.folder, None)
        self._done.append(line)
        if earlier is not None or self._kept:
            if line != earlier:
                self._write()
            return
        with storage_errors(self._path), self._path.open("ab") as stream:
            stream.write(line)

    def _write(self) -> None:
        write_whole(self._path, b"".join([*self._done, *self._kept.values()]))


def _read_lines(summary: Path) -> dict[str, bytes]:
    """Return the lines of an earlier call by their folders.

    A torn or damaged line is left out: this call writes it again.
    """
    require_plain(summary)
    if not summary.exists():
        return {}
    found, _ = load_jsonl(MinedRepository, summary, skip_bad=True)
    return {each.folder: to_line(each) for each in found}


def _begin_shard(
    named: Sequence[tuple[Listed, str]], folder: Path, part: ShardHeader
) -> list[tuple[Listed, str]]:
    """Describe a shard in its folder; return its repositories.

    Their folders' names are the keys: paths may differ from machine to machine.
    """
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    units = [Unit(key=name, name=name, is_own=part.shard.holds(name)) for _, name in named]
    write_shard_file(folder / SHARD, part, units)
    return [each for each, unit in zip(named, units, strict=True) if unit.is_own]


def _mine(listed: Listed, name: str, folder: Path, mine_one: MineOne) -> MinedRepository:
    """Mine one repository. A failure is reported, and the next repository follows."""
    shown = without_credentials(listed.repository)

    def mine_listed() -> MinedRepository:
        stages = mine_one(listed, folder / name).stages
        return MinedRepository(
            repository=shown, folder=name, status=RepositoryStatus.DONE, stages=stages
        )

    def record_failure(error: Exception) -> MinedRepository:
        known = VerifierError.of(error)
        return MinedRepository(
            repository=shown,
            folder=name,
            status=RepositoryStatus.FAILED,
            error=known.message,
            exit_code=known.exit_code,
        )

    return guard(mine_listed, record_failure)


def funnels_table(mined: Sequence[MinedRepository]) -> str:
    """Make a table with one row per repository and the stages that occur."""
    counts = [{(s.name, s.unit): s.count for s in each.stages} for each in mined]
    shown = [stage for stage in _STAGES if any(stage in each for each in counts)]
    rows = [("repository", *(name for name, _ in shown), "")]
    for each, own in zip(mined, counts, strict=True):
        figures = [str(own.get(stage, "-")) for stage in shown]
        rows.append((each.folder, *figures, "" if not each.error else f"failed: {each.error}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *cells, last in rows:
        middle = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:-1], strict=True))
        lines.append("  ".join([f"{first:<{widths[0]}}", *middle, last]).rstrip())
    return "\n".join(lines)
