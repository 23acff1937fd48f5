"""Write a bundle: the commits of a repository's instances in one file, without the history between them."""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import RepositoryError
from verifier.tools.git.bundle import MOST_COMMITS, BundleFacts, BundleHeader, unpack
from verifier.tools.git.repository import Repository
from verifier.tools.records import to_line
from verifier.tools.storage.files import replacing, storage_errors
from verifier.tools.storage.scratch import scratch_folder

_PACKING = (
    "--threads=1", "--window=10", "--depth=50", "--compression=6", "--delta-base-offset",
    "--no-reuse-delta", "--no-reuse-object", "--quiet",
)  # fmt: skip
"""How objects are packed: the same, however the clone packs them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WrittenBundle:
    """A bundle that was written and read again: its number of commits and its size in bytes."""

    commits: int
    size: int


def write_bundle(repository: Repository, commits: Iterable[str], file: Path) -> WrittenBundle:
    """Write commits with their files, and check that the bundle can be opened.

    The same commits of the same repository give the same bytes with the same git and zlib, however
    it is packed.

    Raises:
        RepositoryError: a commit is unknown, an object is missing or broken, or there are too many
            commits. StorageError: the file cannot be written. An older file stays.
    """
    chosen = sorted({repository.resolve(each) for each in commits})
    if len(chosen) > MOST_COMMITS:
        raise RepositoryError(f"{len(chosen):,} commits; a bundle has at most {MOST_COMMITS:,}")
    first_commits = _list_shallow(repository, chosen)
    facts = BundleFacts(repository=repository.name, first_commits=first_commits)
    with storage_errors(file), scratch_folder("bundle", file.absolute().parent) as scratch:
        oid = _store(repository, facts)
        header = BundleHeader(
            commits=frozenset(chosen), shallow=frozenset(first_commits), facts=oid
        )
        whole = scratch / "whole.bundle"
        with whole.open("wb") as stream, _pack(repository, chosen, oid, scratch).open("rb") as pack:
            stream.write(header.to_bytes())
            shutil.copyfileobj(pack, stream)
        _check(whole, scratch / "opened", repository)
        with replacing(file) as stream, whole.open("rb") as content:
            shutil.copyfileobj(content, stream)
        return WrittenBundle(commits=len(chosen), size=whole.stat().st_size)


def _check(bundle: Path, folder: Path, repository: Repository) -> None:
    try:
        unpack(bundle, folder)
    except RepositoryError as error:
        raise RepositoryError(
            f"{repository.path}: no bundle can be made of it: {error.message}",
            hint="Run `git fsck` in it, or use the clone itself.",
        ) from error


def _list_shallow(repository: Repository, chosen: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the first commits of the history of each commit whose parents are not all chosen."""
    within, borders = set(chosen), repository.shallow_commits
    firsts: dict[str, frozenset[str]] = {}
    shallow: set[str] = set()
    for line in repository.rev_list(*chosen, options=["--topo-order", "--reverse"]):
        above = [firsts[parent] for parent in line.parents]
        firsts[line.id] = frozenset().union(*above) or frozenset(repository.first_commits(line.id))
        if line.id in borders or not within.issuperset(line.parents):
            shallow.add(line.id)
    return {each: tuple(sorted(firsts[each])) for each in chosen if each in shallow}


def _store(repository: Repository, facts: BundleFacts) -> str:
    """Write the facts as a blob into our own directory; return its id."""
    oid = repository.own.check("hash-object", "-w", "--stdin", stdin=to_line(facts))
    return oid.decode("ascii").strip()


def _pack(repository: Repository, chosen: list[str], facts: str, folder: Path) -> Path:
    asked = "".join(f"{each}\n" for each in chosen).encode("ascii")
    words = ("rev-list", "--objects", "--no-walk=unsorted", "--stdin")
    objects = repository.own.check(*words, stdin=asked) + f"{facts}\n".encode("ascii")
    name = repository.own.check("pack-objects", *_PACKING, str(folder / "made"), stdin=objects)
    return folder / f"made-{name.decode('ascii').strip()}.pack"
