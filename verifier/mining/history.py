"""The commits that a run covers: by default the whole history, without git's simplification."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from itertools import islice
from pathlib import Path

from verifier.errors import InputError, RepositoryError, UsageError
from verifier.mining.commit import CommitStatus, Ending, ListedCommit, SkipReason
from verifier.tools.git.repository import CommitLine, Repository
from verifier.utf8 import without_mark

JAVA_FILES = "*.java"
"""A pathspec. git matches it in every folder, and letter case matters."""

_SHALLOW = "its parent is not in this shallow clone; `git fetch --unshallow` brings it"
_UNREADABLE = "a folder of the commit or of its parent is missing or damaged in this clone"


@dataclass(frozen=True, kw_only=True, slots=True)
class Selection:
    """The user's choice of commits.

    `revisions` is a git range (`HEAD`, `v1..v2`, `--all`), or the path of a file with one commit
    per line. `since` and `until` are Unix seconds, both inclusive, compared with the committer's
    time. `max_commits` limits the commits to be analysed to the newest ones.
    """

    revisions: str = "HEAD"
    since: int | None = None
    until: int | None = None
    max_commits: int | None = None


def parse_day(text: str, *, end: bool) -> int:
    """Parse an ISO 8601 date or time into Unix seconds; the default time zone is UTC.

    A date alone is the start of its day, or with `end` the last second of it.

    Raises:
        UsageError: the text has another form.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(
            f"not a date: {text!r}", hint="Write it as 2024-01-31 or 2024-01-31T18:00:00+02:00."
        ) from error
    if end and "T" not in text and " " not in text:
        moment = datetime.combine(moment, time(23, 59, 59), tzinfo=UTC)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp())


def list_commits(repository: Repository, selection: Selection) -> tuple[ListedCommit, ...]:
    """List the selected commits, oldest first, or in the order of the file.

    Merges, roots and commits without a Java file are listed with their outcome, so that every
    commit is accounted for.

    Raises:
        RepositoryError: no commits at all, an unknown revision, or a history that cannot be walked.
        InputError: the file of commits cannot be read.
    """
    lines = tuple(_in_time(_walk(repository, selection.revisions), selection))
    shallow = repository.shallow_commits
    pairs = [(c.parents[0], c.id) for c in lines if len(c.parents) == 1]
    blobs = repository.list_changed_blobs(pairs, JAVA_FILES)
    sizes = repository.sizes(sorted({oid for oids in blobs.values() for oid in oids}))
    listed = tuple(_list_commit(line, blobs.get(line.id), sizes, shallow) for line in lines)
    return _newest(listed, selection.max_commits)


def _walk(repository: Repository, revisions: str) -> Iterator[CommitLine]:
    path = Path(revisions)
    if path.is_file():
        commits = tuple(dict.fromkeys(_read_commits(repository, path)))
        return (
            repository.rev_list(*commits, options=["--no-walk=unsorted"]) if commits else iter(())
        )
    if not repository.has_commits():
        raise RepositoryError(
            f"{repository.path}: the repository has no commits",
            hint="There is nothing to mine before the first commit. A bundle has no history: mine a clone.",
        )
    tips = repository.resolve_range(*revisions.split())
    options = ["--full-history", "--topo-order", "--reverse"]
    return repository.rev_list(*tips, options=options)


def _read_commits(repository: Repository, path: Path) -> Iterator[str]:
    try:
        lines = without_mark(path.read_bytes(), path).decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the list of commits {path}: {error}") from error
    for number, line in enumerate(lines, start=1):
        name = line.partition("#")[0].strip()
        if name:
            try:
                yield repository.resolve(name)
            except RepositoryError as error:
                raise InputError(f"{path}:{number}: {error.message}", hint=error.hint) from error


def _in_time(lines: Iterable[CommitLine], selection: Selection) -> Iterator[CommitLine]:
    for line in lines:
        early = selection.since is not None and line.time < selection.since
        late = selection.until is not None and line.time > selection.until
        if not early and not late:
            yield line


def _list_commit(
    line: CommitLine,
    blobs: tuple[str, ...] | None,
    sizes: dict[str, int],
    shallow: frozenset[str],
) -> ListedCommit:
    parent = line.parents[0] if line.parents else None
    ending = _ending(line, blobs, shallow)
    weight = sum(sizes.get(oid, 0) for oid in blobs or ()) if ending is None else 0
    return ListedCommit(
        id=line.id, parent=parent, ending=ending, weight=weight, committed=line.committed
    )


def _ending(
    line: CommitLine, blobs: tuple[str, ...] | None, shallow: frozenset[str]
) -> Ending | None:
    if line.id in shallow:
        return Ending(status=CommitStatus.ERROR, reason=_SHALLOW)
    if not line.parents:
        return Ending(status=CommitStatus.SKIPPED, reason=SkipReason.ROOT)
    if len(line.parents) > 1:
        return Ending(status=CommitStatus.SKIPPED, reason=SkipReason.MERGE)
    if blobs is None:
        return Ending(status=CommitStatus.ERROR, reason=_UNREADABLE)
    if not blobs:
        return Ending(status=CommitStatus.SKIPPED, reason=SkipReason.NO_JAVA)
    return None


def _newest(listed: Sequence[ListedCommit], limit: int | None) -> tuple[ListedCommit, ...]:
    """The end of the list that contains `limit` commits to be analysed."""
    if limit is None:
        return tuple(listed)
    places = (place for place in range(len(listed) - 1, -1, -1) if listed[place].ending is None)
    kept = list(islice(places, limit))
    if len(kept) < limit:
        return tuple(listed)
    return tuple(listed[kept[-1] :]) if kept else ()


def longest_first(commits: Iterable[ListedCommit]) -> tuple[ListedCommit, ...]:
    """The commits that need an analysis, the heaviest first; ties keep the order of the list."""
    return tuple(sorted((c for c in commits if c.ending is None), key=lambda c: -c.weight))
