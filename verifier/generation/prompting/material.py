"""What prompts are made from: a task, its text, and the files of its base."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from verifier.builds.build_tools import encoding_of
from verifier.domain.assignment import TaskRecord
from verifier.domain.generation import Disclosure
from verifier.domain.prediction import Track
from verifier.domain.task_text import TaskText
from verifier.errors import InputError
from verifier.java_text.encoding import decode
from verifier.judging.tasks import Repositories


class BaseFiles(Protocol):
    """The files of one base commit."""

    def text(self, path: str) -> str:
        """The decoded text of a file.

        Raises:
            InputError: the base has no such file.
        """
        ...

    def java_paths(self) -> tuple[str, ...]:
        """The paths of all Java files; folders and files are sorted together, by name."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptMaterial:
    """One task and everything that a prompt about it may use.

    `text` is None if the track has no text of its own. `disclose` is what the user asked to disclose.
    `base` is None if no repository is given.
    """

    task: TaskRecord
    track: Track = Track.INSTRUCTED
    text: TaskText | None = None
    disclose: frozenset[Disclosure] = frozenset()
    base: BaseFiles | None = None


class CommitFiles:
    """The files of a commit in a repository."""

    def __init__(self, repositories: Repositories, repo: str, commit: str) -> None:
        """Open the repository.

        Raises:
            RepositoryError: it was not given, or it lacks the commit.
        """
        repository = repositories.of(repo)
        self._commit = repository.resolve(commit)
        self._tree = repository.tree(self._commit)

    def text(self, path: str) -> str:
        """The decoded text of a file.

        Raises:
            InputError: the commit has no such file.
        """
        content = self._tree.read(path)
        if content is None:
            raise InputError(
                f"commit {self._commit} has no file {path}",
                hint="Check that --repo and the file of instances belong together.",
            )
        return decode(content, encoding_of(self._tree, path)).text

    def java_paths(self) -> tuple[str, ...]:
        """The paths of all Java files; folders and files are sorted together, by name."""
        paths = (path for path in self._tree.paths() if path.endswith(".java"))
        return tuple(sorted(paths, key=lambda path: path.split("/")))


def bases_of(repositories: Repositories) -> Callable[[TaskRecord], BaseFiles | None]:
    """Return a function that finds the files of a task's base; None if no repository is given."""

    @lru_cache(maxsize=8)
    def files(repo: str, commit: str) -> CommitFiles:
        return CommitFiles(repositories, repo, commit)

    def base(task: TaskRecord) -> BaseFiles | None:
        return files(task.repo, task.parent) if repositories.paths else None

    return base
