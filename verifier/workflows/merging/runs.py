"""Put the run folders of shards together: the ledger, the evidence, and the description of the run."""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from verifier.domain.evidence import DAMAGED, RUN, VERDICTS, LedgerEnd, evidence_path
from verifier.domain.outcome import JsonValue
from verifier.domain.verdict import Verdict
from verifier.errors import InputError, UsageError
from verifier.judging.ledger import is_retryable, write_description
from verifier.tools.records import from_json
from verifier.tools.storage.chain import Chain, cut_link
from verifier.tools.storage.files import create_whole, storage_errors
from verifier.tools.storage.ledger_end import describe_lost_lines
from verifier.workflows.merging.given import compare_facts
from verifier.workflows.merging.lines import (
    LineIndex,
    ReadLine,
    add_line,
    name_failure,
    parse_object,
    whole_lines,
)

_INPUTS = ("instances", "predictions")
_NOT_COMPARED = frozenset({"engine", "ledger"})
"""Facts of a run that decide no verdict."""


@dataclass(kw_only=True, slots=True)
class IndexedRuns:
    """The verdicts of several run folders, and notices about lines that are left out."""

    folders: tuple[Path, ...]
    verdicts: LineIndex = field(default_factory=LineIndex)
    notices: list[str] = field(default_factory=list)


def index_runs(folders: Sequence[Path]) -> IndexedRuns:
    """Index the ledgers of run folders. A verdict whose line was altered is left out.

    Raises:
        InputError: a line cannot be read. UsageError: the folders are of different runs.
    """
    runs = IndexedRuns(folders=tuple(folders))
    _refuse_other_runs(folders)
    for folder in folders:
        _index_ledger(folder / VERDICTS, runs)
    return runs


def _index_ledger(path: Path, runs: IndexedRuns) -> None:
    chain, said = Chain(), len(runs.notices)
    for whole in whole_lines(path):
        number, _, line = whole
        if not line.strip():
            continue
        # The merged ledger has new hashes, so a line without one would look like what was written.
        if not chain.holds(line):
            runs.notices.append(f"{path}:{number}: this line was altered; its verdict is left out")
            continue
        add_line(runs.verdicts, path, whole, _read_verdict, hint=DAMAGED)
    if len(runs.notices) == said and (lost := describe_lost_lines(path.parent)):
        runs.notices.append(lost)


def _read_verdict(line: bytes) -> ReadLine:
    verdict = from_json(Verdict, cut_link(line))
    return ReadLine(
        key=verdict.provenance.key,
        is_open=is_retryable(verdict),
        result=parse_object(cut_link(line)),
        failure=name_failure(verdict.checks),
    )


def write_run(runs: IndexedRuns, order: Sequence[str], output: Path) -> int:
    """Write one run folder with the verdict of each key, in this order, then those of other keys.

    The hashes of the ledger are computed again. Evidence is linked, or copied where links are not
    possible. Returns the number of verdicts.

    Raises:
        StorageError: the folder cannot be written. InputError: two lasting verdicts of a key differ.
    """
    known = set(runs.verdicts.keys)
    keys = [key for key in dict.fromkeys((*order, *runs.verdicts.keys)) if key in known]
    chosen = [runs.verdicts.choose(key) for key in keys]
    with create_whole(output) as scratch:
        chain = Chain()
        with (scratch / VERDICTS).open("wb") as stream:
            for place in chosen:
                record = cut_link(place.read())
                stream.write(chain.link(record) + b"\n")
                _copy_evidence(place.path.parent, scratch, from_json(Verdict, record))
            stream.flush()
            os.fsync(stream.fileno())
        _describe(runs.folders, scratch / RUN, output, chain.end)
    return len(chosen)


def _copy_evidence(source: Path, target: Path, verdict: Verdict) -> None:
    where = evidence_path(verdict.instance_id, verdict.model_name_or_path, verdict.sample)
    link_files(source, target, where)


def link_files(source: Path, target: Path, where: PurePosixPath) -> None:
    """Link the plain files of a folder inside `source` into the same folder inside `target`.

    Symbolic links could lead outside of the run. They and everything behind them are left out.

    Raises:
        StorageError: a file cannot be written.
    """
    way = (source / where, *(source / each for each in where.parents[:-1]))
    if not way[0].is_dir() or any(each.is_symlink() for each in way):
        return
    with storage_errors(target):
        (target / where).mkdir(parents=True, exist_ok=True)
        for path in sorted((source / where).iterdir()):
            if path.is_symlink():
                continue
            if path.is_dir():
                link_files(source, target, where / path.name)
            elif path.is_file():
                _link(path, target / where / path.name)


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        # Another file system, or one without links.
        shutil.copy2(source, target)


def _describe(folders: Sequence[Path], path: Path, output: Path, end: LedgerEnd) -> None:
    """Write `run.json` as the first folder has it, with the paths of its inputs seen from the output."""
    for folder in folders:
        facts = _read_facts(folder)
        if facts is None:
            continue
        for name in _INPUTS:
            facts[name] = _move_input(facts.get(name), folder, output)
        write_description(path, facts, end)
        return


def _move_input(record: JsonValue, folder: Path, output: Path) -> JsonValue:
    if not isinstance(record, dict) or not isinstance(record.get("path"), str):
        return record
    path = (folder.resolve() / str(record["path"])).resolve()
    return {**record, "path": Path(os.path.relpath(path, output.resolve())).as_posix()}


def _refuse_other_runs(folders: Sequence[Path]) -> None:
    described = list(_compared_facts(folders))
    for folder, facts in described[1:]:
        first, first_facts = described[0]
        if differences := list(compare_facts("", first_facts, facts)):
            raise UsageError(
                f"{first / RUN} and {folder / RUN} differ: {'; '.join(differences[:3])}",
                hint="Merge the shards of one command only, made with the same tools on every machine.",
            )


def _compared_facts(folders: Sequence[Path]) -> Iterator[tuple[Path, Mapping[str, JsonValue]]]:
    for folder in folders:
        facts = _read_facts(folder)
        if facts is None:
            continue
        compared = {name: value for name, value in facts.items() if name not in _NOT_COMPARED}
        for name in _INPUTS:
            record = compared.get(name)
            if isinstance(record, dict):
                compared[name] = {k: v for k, v in record.items() if k != "path"}
        yield folder, compared


def _read_facts(folder: Path) -> dict[str, JsonValue] | None:
    """Return the content of `run.json`; None if there is none.

    Raises:
        InputError: it cannot be read.
    """
    path = folder / RUN
    try:
        return parse_object(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except InputError as error:
        raise InputError(f"{path}: {error.message}", hint=DAMAGED) from error
