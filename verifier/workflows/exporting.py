"""`refverify export`: read instances, find licences and duplicates, and write one format."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import assert_never

from verifier.builds.build_tools import java_tree
from verifier.domain.instance import Instance
from verifier.domain.source import JavaTree
from verifier.errors import UsageError
from verifier.java_text.tree_text import text_of
from verifier.judging.tasks import Repositories
from verifier.publishing.duplicates import marks_of
from verifier.publishing.hugging_face import CARD, DATA, card
from verifier.publishing.licences import NOBODY_CAN_TELL, Allowed, Licence, licence_of
from verifier.publishing.parquet import parquet_bytes, read_parquet
from verifier.publishing.rows import Row, Texts
from verifier.publishing.swe_refactor import release_record
from verifier.tools.records import load_jsonl, to_line
from verifier.tools.storage.files import replacing, write_whole

PARQUET = ".parquet"


class ExportForm(StrEnum):
    """The formats of an export."""

    PARQUET = "parquet"
    SWE_REFACTOR = "swe-refactor"
    HUGGING_FACE = "hf"
    JSONL = "jsonl"


@dataclass(frozen=True, kw_only=True, slots=True)
class ExportRequest:
    """One export. `repositories` are `PATH` or `NAME=PATH`; without them, all licences are unknown."""

    instances: Path
    output: Path
    form: ExportForm
    repositories: tuple[str, ...] = ()
    allowed: Allowed = field(default_factory=Allowed)
    title: str = "Java refactorings"


@dataclass(frozen=True, kw_only=True, slots=True)
class Exported:
    """The written file or folder, the number of rows, and how many of them lack their sources."""

    place: Path
    rows: int
    withheld: int
    left_out: int = 0


def export(request: ExportRequest) -> Exported:
    """Write the instances in the requested format. The output appears complete or not at all.

    Raises:
        InputError: the instances cannot be read. RepositoryError: a commit is not in its
            repository.
        MissingToolError: Parquet without pyarrow. StorageError: the output cannot be written.
    """
    instances = read(request.instances)
    if request.form is ExportForm.JSONL:
        with replacing(request.output) as stream:
            stream.writelines(map(to_line, instances))
        return Exported(place=request.output, rows=len(instances), withheld=0)
    with Repositories.parse(request.repositories) as repositories:
        rows = rows_of(instances, repositories, request.allowed)
        return _write(rows, repositories, request)


def _write(rows: Sequence[Row], repositories: Repositories, request: ExportRequest) -> Exported:
    withheld = sum(row.texts is Texts.WITHHELD for row in rows)
    match request.form:
        case ExportForm.PARQUET:
            write_whole(request.output, parquet_bytes(rows))
        case ExportForm.HUGGING_FACE:
            _refuse_other_folder(request.output)
            write_whole(request.output / DATA, parquet_bytes(rows))
            write_whole(request.output / CARD, card(request.title, rows).encode())
        case ExportForm.SWE_REFACTOR:
            with replacing(request.output) as stream:
                stream.writelines(_release_lines(rows, repositories))
            kept = len(rows) - withheld
            return Exported(place=request.output, rows=kept, withheld=0, left_out=withheld)
        case ExportForm.JSONL:
            raise AssertionError("instances are written as they are")
        case _:
            assert_never(request.form)
    return Exported(place=request.output, rows=len(rows), withheld=withheld)


def read(path: Path) -> list[Instance]:
    """Read the instances of a JSONL or Parquet file.

    Raises:
        InputError: the file, or a line of it, cannot be read.
    """
    return read_parquet(path) if path.suffix == PARQUET else load_jsonl(Instance, path)[0]


def rows_of(
    instances: Sequence[Instance], repositories: Repositories, allowed: Allowed
) -> list[Row]:
    """Make one row per instance, with its licence, its duplicates, and whether its texts may be
    copied.
    """
    licences: dict[tuple[str, str], Licence] = {}
    rows = []
    for instance, marks in zip(instances, marks_of(instances), strict=True):
        place = (instance.repo, instance.parent)
        if place not in licences:
            tree = _tree(repositories, instance.repo, instance.parent)
            licences[place] = NOBODY_CAN_TELL if tree is None else licence_of(tree)
        texts = Texts.INCLUDED if allowed.covers(licences[place]) else Texts.WITHHELD
        rows.append(Row(instance=instance, licence=licences[place], marks=marks, texts=texts))
    return rows


def _tree(repositories: Repositories, name: str, commit: str) -> JavaTree | None:
    """The tree of a commit. None if no repositories were given."""
    return java_tree(repositories.of(name).tree(commit)) if repositories.paths else None


def _release_lines(rows: Iterable[Row], repositories: Repositories) -> Iterator[bytes]:
    for row in rows:
        if row.texts is Texts.INCLUDED:
            read_file = partial(_file, repositories, row.instance.repo)
            record = release_record(row.instance, read_file)
            yield f"{json.dumps(record, separators=(',', ':'))}\n".encode("ascii")


def _file(repositories: Repositories, name: str, commit: str, path: str) -> str | None:
    tree = _tree(repositories, name, commit)
    return None if tree is None else text_of(tree, path)


def _refuse_other_folder(folder: Path) -> None:
    """Reject a folder that holds files of others."""
    own = {CARD, DATA.partition("/")[0], ".gitattributes", ".git"}
    if folder.is_dir() and (others := {path.name for path in folder.iterdir()} - own):
        raise UsageError(
            f"{folder} holds other files: {min(others)}", hint="Give another folder with -o."
        )
