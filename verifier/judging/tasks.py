"""Turn files of instances, assignments and predictions into tasks."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from verifier.config import cache_folder
from verifier.domain.assignment import CommitAssignment, TaskRecord
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.errors import InputError, RepositoryError, UnknownInstanceError, UsageError
from verifier.judging.task import Task
from verifier.printable import pluralize
from verifier.tools.git.repository import Repository
from verifier.tools.storage.cache_entries import CLONES
from verifier.tools.storage.cache_seal import cache_errors
from verifier.tools.storage.cache_usage import hold

ANY = ""


@dataclass(kw_only=True)
class Repositories:
    """The repositories of a run by the name that instances use; they are closed together.

    A single path without a name serves every instance.
    """

    paths: Mapping[str, Path]
    _open: dict[Path, Repository] = field(default_factory=dict)
    _stack: ExitStack = field(default_factory=ExitStack)

    @classmethod
    def parse(cls, words: Iterable[str]) -> Self:
        """Parse arguments of the form `PATH` or `NAME=PATH`.

        Raises:
            UsageError: an argument has no path, or two have the same name.
        """
        paths: dict[str, Path] = {}
        for word in words:
            name, separator, path = word.rpartition("=")
            if not path or (separator and not name) or name in paths:
                raise UsageError(
                    f"--repo {word}: not PATH or NAME=PATH, or given twice",
                    hint="Give one PATH for all instances, or NAME=PATH once for each repository.",
                )
            paths[name] = Path(path)
        return cls(paths=paths)

    def of(self, name: str) -> Repository:
        """The repository with this name, opened once.

        Raises:
            RepositoryError: no path was given for it, or the path is not a repository.
        """
        path = self.paths.get(name, self.paths.get(ANY))
        if path is None:
            raise RepositoryError(
                f"no repository was given for {name!r}",
                hint=f"Pass --repo {name}=PATH with a local clone.",
            )
        if path not in self._open:
            _hold_clone(path)
            self._open[path] = self._stack.enter_context(Repository.open(path))
        return self._open[path]

    def open_all(self, instances: Sequence[Instance]) -> None:
        """Open the repositories of instances. A bundle must have the commits of its instances.

        A clone may lack some: each of their instances then has a failure of its own.

        Raises:
            RepositoryError: a repository is not given or not readable, or a bundle is of other instances.
        """
        for each in instances:
            repository = self.of(each.repo)
            if repository.is_bundle:
                _refuse_other_bundle(repository, each)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()


def _refuse_other_bundle(repository: Repository, instance: Instance) -> None:
    for commit in (instance.parent, instance.commit):
        if not repository.holds_commit(commit):
            raise RepositoryError(
                f"{repository.path} lacks the commit {commit:.10} of instance {instance.id}",
                hint="Make the bundle again from the clone, with `refverify bundle` and these instances.",
            )


def _hold_clone(path: Path) -> None:
    """Use a repository until the process ends if it is a clone in the cache, where it could be dropped."""
    cache, entry = cache_folder().absolute(), path.absolute()
    if entry.parent == cache / CLONES:
        with cache_errors():
            hold(cache_folder() / CLONES / entry.name, cache_folder())


def plan(
    records: Sequence[TaskRecord], predictions: Sequence[Prediction], repositories: Repositories
) -> list[Task]:
    """Make one task per prediction, in the order of the predictions.

    Raises:
        UnknownInstanceError: a prediction names an instance that is missing.
        InputError: two predictions have the same instance, model and sample.
        RepositoryError: the repository or base commit of a record is missing.
    """
    by_id = {record.id: record for record in records}
    _refuse_unknown(by_id, predictions)
    _refuse_doubles(predictions)
    for record in {p.instance_id: by_id[p.instance_id] for p in predictions}.values():
        repositories.of(record.repo).resolve(record.parent)
    return [task_of(by_id[p.instance_id], p, repositories) for p in predictions]


def task_of(record: TaskRecord, prediction: Prediction, repositories: Repositories) -> Task:
    """Make the task for one prediction of an instance or assignment.

    An assignment names no refactoring. If it is a whole commit, it may change tests.
    """
    instance = record if isinstance(record, Instance) else None
    return Task(
        prediction=prediction,
        wanted=None if instance is None else instance.wanted,
        repository=repositories.of(record.repo),
        base_commit=record.parent,
        instance=instance,
        assignment=None if isinstance(record, Instance) else record,
        own_change=isinstance(record, CommitAssignment),
        repo=record.repo,
    )


def _refuse_unknown(known: Mapping[str, object], predictions: Sequence[Prediction]) -> None:
    unknown = sorted({p.instance_id for p in predictions} - known.keys())
    if unknown:
        shown = ", ".join(unknown[:5]) + (" …" if len(unknown) > 5 else "")  # noqa: PLR2004 - five are shown
        raise UnknownInstanceError(
            f"the instances file lacks {pluralize(len(unknown), 'instance')} of the predictions: {shown}",
            hint="Check that both files belong together, or pass --skip-unknown.",
        )


def _refuse_doubles(predictions: Sequence[Prediction]) -> None:
    seen: set[tuple[str, str, int]] = set()
    for p in predictions:
        key = (p.instance_id, p.model_name_or_path, p.sample)
        if key in seen:
            raise InputError(
                f"two predictions of {p.model_name_or_path} for {p.instance_id}, sample {p.sample}",
                hint="Number several answers of one model with `sample`: 0, 1, 2 …",
            )
        seen.add(key)
