"""Put the folders of a list's shards together: one folder for each repository, and the summary."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from verifier.errors import InputError, UsageError
from verifier.mining.journal import JournalHeader
from verifier.mining.output import OutputPaths
from verifier.tools.records import from_json
from verifier.tools.storage.files import create_whole
from verifier.workflows.many_repositories import (
    INSTANCES,
    SUMMARY,
    MinedRepository,
    RepositoryStatus,
)
from verifier.workflows.merging.given import GivenShard, compare_facts, order_keys
from verifier.workflows.merging.lines import (
    LineIndex,
    ReadLine,
    index_lines,
    parse_object,
    whole_lines,
)


def index_lists(shards: Sequence[GivenShard]) -> LineIndex:
    """Index the repositories that the shards mined, by their folders.

    Raises:
        InputError: a line cannot be read. UsageError: other versions of the tools mined some.
    """
    index = LineIndex()
    for each in shards:
        for key in each.plan.keys:
            _refuse_outside(key.key, each.file)
        hint = "Run the shard again: it writes the file again and repeats no work."
        index_lines(index, each.output / SUMMARY, _read_repository, hint=hint)
    _refuse_other_tools(shards)
    return index


def _read_repository(line: bytes) -> ReadLine:
    found = from_json(MinedRepository, line)
    if not _is_name(found.folder):
        raise InputError(f"the folder {found.folder!r} is not one of the list")
    is_failed = found.status is RepositoryStatus.FAILED
    result = parse_object(line)
    return ReadLine(key=found.folder, is_open=is_failed, result=result, failure=found.error)


def _is_name(folder: str) -> bool:
    """Tell whether a text names a folder within another one."""
    return folder not in {"", ".", ".."} and not {"/", "\0"} & set(folder)


def _refuse_outside(folder: str, file: Path) -> None:
    if not _is_name(folder):
        raise InputError(
            f"{file}: the folder {folder!r} is not one of the list",
            hint="Run the shard again: it writes the file again and repeats no work.",
        )


def _refuse_other_tools(shards: Sequence[GivenShard]) -> None:
    """Compare the versions in the journals of all repositories."""
    first: tuple[Path, JournalHeader] | None = None
    for path, header in _headers(shards):
        if first is None:
            first = path, header
        elif differences := list(compare_facts("", first[1].versions, header.versions)):
            raise UsageError(
                f"{first[0]} and {path} were mined with other tools: {'; '.join(differences[:3])}",
                hint="Mine all shards with the same tools.",
            )


def _headers(shards: Sequence[GivenShard]) -> Iterator[tuple[Path, JournalHeader]]:
    for each in shards:
        for key in each.plan.keys:
            path = OutputPaths(instances=each.output / key.key / INSTANCES).journal
            for _, _, line in whole_lines(path):
                yield path, _read_header(path, line)
                break


def _read_header(path: Path, line: bytes) -> JournalHeader:
    try:
        return from_json(JournalHeader, line)
    except InputError as error:
        raise InputError(f"{path}:1: {error.message}", hint="Mine the repository again.") from error


def write_list(shards: Sequence[GivenShard], index: LineIndex, output: Path) -> int:
    """Write one folder with all repositories, and their summary in the order of the list.

    Files are copied, since a later call appends to some of them. Returns the number of repositories.

    Raises:
        StorageError: the folder cannot be written. InputError: two results of a repository differ.
    """
    known = set(index.keys)
    chosen = [index.choose(key) for key in order_keys(shards) if key in known]
    with create_whole(output) as scratch, (scratch / SUMMARY).open("wb") as stream:
        for place in chosen:
            line = place.read()
            name = from_json(MinedRepository, line).folder
            source = place.path.parent / name
            if source.is_dir() and not source.is_symlink():
                shutil.copytree(source, scratch / name, ignore=_find_links)
            stream.write(line + b"\n")
    return len(chosen)


def _find_links(folder: str, names: Sequence[str]) -> list[str]:
    """Return the links, which could lead outside: they are not copied."""
    return [name for name in names if Path(folder, name).is_symlink()]
