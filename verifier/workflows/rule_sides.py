"""The two trees that rules are tried on, from commits, folders or a patch."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.rules import Rule, RuleKind
from verifier.domain.source import FileChange, Tree
from verifier.errors import UsageError
from verifier.rules.scan_cache import ScanCache
from verifier.rules.scanning import Scanner
from verifier.rules.source_lines import Read
from verifier.rules.tree_difference import changes_between
from verifier.tools.folder_tree import FolderTree
from verifier.tools.git import Repository
from verifier.tools.opengrep import Engine, find_engine


@dataclass(frozen=True, kw_only=True, slots=True)
class SidesRequest:
    """What the user named. With `repo`, base and other are revisions of it, else folders.

    Exactly one of `other` and `patch` is given; a patch needs a repository.
    """

    base: str
    repo: Path | None = None
    other: str | None = None
    patch: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class RuleSides:
    """The base tree, and what the golden or predicted tree has otherwise."""

    base: Tree
    changes: tuple[FileChange, ...]
    _by_path: dict[str, FileChange] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_path", {change.path: change for change in self.changes})

    def read_after(self, path: str) -> bytes | None:
        """A file of the other tree."""
        change = self._by_path.get(path)
        return self.base.read(path) if change is None else change.content

    def reader_against(self, kind: RuleKind) -> Read:
        """Reads the tree that rules of a kind must not match."""
        return self.base.read if kind is RuleKind.ADDITIVE else self.read_after


@contextmanager
def open_sides(request: SidesRequest) -> Iterator[RuleSides]:
    """Open both trees; a repository stays open as long as the context.

    Raises:
        UsageError: the request is not one of the three forms.
        RepositoryError: no such revision, or the patch does not apply.
        InputError: no such folder.
    """
    if (request.other is None) == (request.patch is None):
        raise UsageError(
            "two trees are needed: the base, and one other tree or one patch",
            hint="See the examples of this command's --help.",
        )
    if request.repo is not None:
        with Repository.open(request.repo) as repository:
            base = repository.tree(repository.resolve(request.base))
            yield RuleSides(base=base, changes=_changes(repository, base, request))
        return
    if request.other is None:
        raise UsageError("--patch needs --repo", hint="Give the git repository that it is for.")
    folder = FolderTree(Path(request.base))
    changes = changes_between(folder, FolderTree(Path(request.other)))
    yield RuleSides(base=folder, changes=changes)


def _changes(repository: Repository, base: Tree, request: SidesRequest) -> tuple[FileChange, ...]:
    if request.other is not None:
        return changes_between(base, repository.tree(repository.resolve(request.other)))
    patch = request.patch or b""
    return repository.apply_patch(base.id, patch) if patch.strip() else ()


def open_scanner(rules: Sequence[Rule], engine: Engine | None = None) -> Scanner:
    """The engine, or else that of this machine, with the user's cache of base scans.

    Raises:
        MissingToolError: there is no engine.
    """
    return Scanner(engine=engine or find_engine(), rules=tuple(rules), cache=ScanCache.of_user())
