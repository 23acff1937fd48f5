"""`refverify import`: analyse the records' commits again, locate the records, and write them."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from verifier.analysis.commit_detection import CommitDetection, CommitQuestion
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import encoding_of
from verifier.console import Console
from verifier.datasets.swe_refactor import (
    SOURCE,
    Answers,
    CommitTrouble,
    Findings,
    Located,
    Loss,
    Match,
    Unlocated,
    distinct_instances,
    locate,
)
from verifier.datasets.swe_refactor_records import ReleaseRecord, model_name, read_release
from verifier.domain.described import FORM, Described, Form
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import RepositoryError
from verifier.mining.commit import ANALYSED, MinedCommit
from verifier.mining.detection import record_commit
from verifier.mining.instances import InstanceBuilder, Wanted, provenance
from verifier.tools.git.repository import Repository
from verifier.tools.records import to_line
from verifier.tools.storage.files import replacing, storage_errors


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportRequest:
    """One import. If `model` is None, the file's name is used; if `name` is None, the repository's.

    `timeout` is in seconds per commit.
    """

    file: Path
    repository: Path
    output: Path
    model: str | None = None
    name: str | None = None
    jobs: int = 1
    timeout: float = 300.0
    max_heap: str = "2g"


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceOf(Described):
    """One line of `located.jsonl`: the release's record behind an instance."""

    source_id: str
    """The record's id in the release."""
    instance_id: str
    """The id of the instance."""
    match: Match
    """How it was located."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Imported:
    """The result for every record, in the order of the file."""

    located: tuple[Located, ...]
    unlocated: tuple[Unlocated, ...]


def import_release(request: ImportRequest, console: Console) -> Imported:
    """Locate every record of a release file and write the data set's files into a folder.

    Raises:
        InputError: the release file cannot be read.
        RepositoryError: the repository cannot be read.
        StorageError: the folder cannot be written.
    """
    records = read_release(request.file)
    with (
        Repository.open(request.repository) as repository,
        AnalysisPool(
            jobs=request.jobs,
            timeout=request.timeout,
            max_heap=request.max_heap,
            encoding_of=encoding_of,
        ) as pool,
    ):
        found = _Reminer(request, repository, pool).locate_all(records, console)
    by_id = {id(item.record): item for item in found}
    ordered = [by_id[id(record)] for record in records]
    imported = Imported(
        located=tuple(item for item in ordered if isinstance(item, Located)),
        unlocated=tuple(item for item in ordered if isinstance(item, Unlocated)),
    )
    _write(request, imported)
    return imported


class _Reminer:
    """Analyses commits as mining does, but keeps refactorings of every purity."""

    def __init__(self, request: ImportRequest, repository: Repository, pool: AnalysisPool) -> None:
        self._repository, self._pool = repository, pool
        self._wanted = Wanted(types=tuple(RefactoringType), include_impure=True)
        self._builder = InstanceBuilder(
            repository=repository,
            repo=request.name or repository.name,
            provenance=provenance(pool.versions(), (*self._wanted.words, f"import={SOURCE}")),
        )

    def locate_all(
        self, records: Iterable[ReleaseRecord], console: Console
    ) -> list[Located | Unlocated]:
        """Locate the records commit by commit. The pool analyses later commits meanwhile."""
        by_commit: dict[str, list[ReleaseRecord]] = {}
        for record in records:
            by_commit.setdefault(record.commit, []).append(record)
        started = {commit: self._start(commit) for commit in by_commit}
        found: list[Located | Unlocated] = []
        with console.progress("Locating", len(by_commit)) as progress:
            for commit, members in by_commit.items():
                findings = self._findings(started.pop(commit))
                found += [locate(record, findings) for record in members]
                progress.advance(commit[:10])
        return found

    def _start(self, commit: str) -> "_Started | CommitTrouble":
        try:
            full = self._repository.resolve(commit)
            (line,) = self._repository.rev_list(full, options=["--no-walk"])
        except RepositoryError as error:
            return CommitTrouble(loss=Loss.COMMIT_MISSING, details=error.message)
        if len(line.parents) != 1:
            return CommitTrouble(
                loss=Loss.NO_SINGLE_PARENT, details=f"it has {len(line.parents)} parents"
            )
        parent = line.parents[0]
        future = self._pool.submit_commit(
            self._repository.common_dir, full, parent, CommitQuestion(types=self._wanted.types)
        )
        return _Started(commit=full, parent=parent, committed=line.committed, future=future)

    def _findings(self, started: "_Started | CommitTrouble") -> Findings | CommitTrouble:
        if isinstance(started, CommitTrouble):
            return started
        mined = record_commit(started.commit, started.parent, started.future)
        if mined.status not in ANALYSED:
            return CommitTrouble(
                loss=Loss.ANALYSIS_FAILED, details=f"{mined.status}: {mined.reason}"
            )
        return self._build(mined, started.committed)

    def _build(self, mined: MinedCommit, committed: str) -> Findings:
        kept = self._wanted.select(self._wanted.merge(mined))
        return Findings(
            instances=self._builder.build(mined, kept, committed),
            descriptions=tuple(r.description for r in mined.refactorings),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Started:
    commit: str
    parent: str
    committed: str
    future: Future[CommitDetection]


def _write(request: ImportRequest, imported: Imported) -> None:
    with storage_errors(request.output):
        request.output.mkdir(parents=True, exist_ok=True)
    answers = list(Answers(model=request.model or model_name(request.file)).of(imported.located))
    files: dict[str, Iterable[object]] = {
        "instances.jsonl": distinct_instances(imported.located),
        "predictions.jsonl": [answer.prediction for answer in answers],
        "recorded.jsonl": [answer.recorded for answer in answers],
        "located.jsonl": _sources(imported.located),
        "unlocated.jsonl": imported.unlocated,
    }
    with ExitStack() as stack:
        for name, items in files.items():
            stream = stack.enter_context(replacing(request.output / name))
            stream.writelines(map(to_line, items))


def _sources(located: Iterable[Located]) -> Iterator[SourceOf]:
    for item in located:
        yield SourceOf(source_id=item.record.id, instance_id=item.instance.id, match=item.match)
