"""Write bundles for instances, so that later steps need no clone: of one repository, or of a list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.assignment import MethodAssignment, TaskRecord
from verifier.errors import InputError, VerifierError
from verifier.judging.judgement import guard
from verifier.judging.tasks import ANY, Repositories
from verifier.mining.session import local_path
from verifier.printable import pluralize
from verifier.tools.git.address import is_url
from verifier.tools.git.bundle_writing import WrittenBundle, write_bundle
from verifier.tools.storage.cache_entries import CLONES, CacheEntry, move_out
from verifier.tools.storage.cache_usage import NO_BASE, block_new_uses, release
from verifier.tools.storage.files import refuse_to_overwrite, storage_errors
from verifier.tools.storage.scratch import remove_tree
from verifier.tools.task_records import load_task_records
from verifier.workflows.many_repositories import (
    INSTANCES,
    SUMMARY,
    MinedRepository,
    read_repositories,
)

BUNDLE = "instances.bundle"
"""The bundle in the folder of a repository of a list."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BundleRequest:
    """One bundle: a file of instances or assignments, their repository (`[NAME=]PATH`), and the output.

    With a name, only the records of that repository count.
    """

    instances: Path
    repository: str
    output: Path
    skip_bad_lines: bool = False


def bundle(request: BundleRequest, console: Console) -> WrittenBundle:
    """Write the bundle of one repository.

    Raises:
        InputError: the file cannot be read, or has no record of the repository.
        RepositoryError: the repository lacks a commit or an object.
        StorageError: the bundle cannot be written. UsageError: it would replace the instances.
    """
    refuse_to_overwrite([request.instances], [request.output])
    records, bad = load_task_records(request.instances, skip_bad=request.skip_bad_lines)
    for line in bad:
        console.say(line.notice)
    with Repositories.parse((request.repository,)) as repositories:
        (name,) = repositories.paths
        chosen = [each for each in records if name in {ANY, each.repo}]
        if not chosen:
            of_it = f" of {name!r}" if name else ""
            raise InputError(
                f"{request.instances} has no instance{of_it}, so there is nothing to bundle"
            )
        return write_bundle(repositories.of(name), _commits(chosen), request.output)


def _commits(records: Sequence[TaskRecord]) -> Iterator[str]:
    for each in records:
        yield each.parent
        if not isinstance(each, MethodAssignment):
            yield each.commit


def bundle_list(folder: Path, console: Console, *, remove_clones: bool = False) -> int:
    """Write a bundle for each repository in a folder of `mine --list`; return the exit code of the
    first failure, or 0.

    A failure does not stop the others. A repository whose clone is gone is bundled from its earlier
    bundle. With `remove_clones`, clones that `mine` made in the cache are removed; a repository
    that the list names by a path stays.

    Raises:
        InputError: the folder has no summary of a list. StorageError: the disk is full.
    """
    mined = read_repositories(folder)
    codes = [_report(each, folder, console, remove_clones=remove_clones) for each in mined]
    return next(filter(None, codes), 0)


def _report(mined: MinedRepository, folder: Path, console: Console, *, remove_clones: bool) -> int:
    """Bundle one repository of a list and say how it ended; return the exit code."""

    def bundle_it() -> int:
        said = _bundle_mined(mined, folder, console, remove_clones=remove_clones)
        console.say(f"{mined.folder}: {said}")
        return 0

    def report_failure(error: Exception) -> int:
        known = VerifierError.of(error)
        console.error(f"{mined.folder}: {known.message}")
        return known.exit_code

    return guard(bundle_it, report_failure)


def _bundle_mined(
    mined: MinedRepository, folder: Path, console: Console, *, remove_clones: bool
) -> str:
    """Write the bundle of one repository of a list; return what was done."""
    if mined.error:
        return "no bundle, because it was not mined"
    if mined.folder in {"", ".."} or Path(mined.folder).name != mined.folder:
        raise InputError(f"{folder / SUMMARY}: the folder {mined.folder!r} is not one of the list")
    own, clone = folder / mined.folder, local_path(mined.repository)
    with storage_errors(own):
        is_empty = (own / INSTANCES).stat().st_size == 0
    said = "no instances, so no bundle"
    if not is_empty:
        source = clone if clone.is_dir() or not (own / BUNDLE).is_file() else own / BUNDLE
        request = BundleRequest(
            instances=own / INSTANCES, repository=str(source), output=own / BUNDLE
        )
        said = describe(bundle(request, console))
    if remove_clones and is_url(mined.repository) and clone.is_dir():
        said += "; " + _remove_clone(clone)
    return said


def describe(written: WrittenBundle) -> str:
    """Say in a few words what a bundle has."""
    return f"{pluralize(written.commits, 'commit')}, {written.size:,} bytes"


def _remove_clone(clone: Path) -> str:
    """Remove a clone from the cache, unless a running process uses it."""
    cache = cache_folder()
    # The bundle was made from it by this process.
    release(NO_BASE, cache)
    entry = CacheEntry(kind=CLONES, name=clone.name, paths=(clone,), size=0, used=0.0)
    with block_new_uses(cache):
        _, folders = move_out(cache, [entry])
    for folder in folders:
        remove_tree(folder)
    if clone.is_dir():
        return "its clone stays, because a running command uses it"
    return "its clone was removed"
