"""The two trees on which rules are tried, from commits, folders or a patch."""

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
from verifier.tools.git.repository import Repository
from verifier.tools.opengrep.scan import RuleEngine, find_engine


@dataclass(frozen=True, kw_only=True, slots=True)
class SidesRequest:
    """The user's choice. With `repo`, base and other are revisions of it; otherwise they are
    folders.

    Exactly one of `other` and `patch` is given; a patch needs a repository.
    """

    base: str
    repo: Path | None = None
    other: str | None = None
    patch: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class RuleSides:
    """The base tree, and the changes of the golden or predicted tree."""

    base: Tree
    changes: tuple[FileChange, ...]
    _by_path: dict[str, FileChange] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_path", {change.path: change for change in self.changes})

    def read_after(self, path: str) -> bytes | None:
        """The content of a file in the other tree. None if it does not exist there."""
        change = self._by_path.get(path)
        return self.base.read(path) if change is None else change.content

    def reader_against(self, kind: RuleKind) -> Read:
        """A function that reads the tree that rules of a kind must not match."""
        return self.base.read if kind is RuleKind.ADDITIVE else self.read_after


@contextmanager
def open_sides(request: SidesRequest) -> Iterator[RuleSides]:
    """Open both trees. A repository stays open as long as the context.

    Raises:
        UsageError: the request has none of the three forms.
        RepositoryError: the revision does not exist, or the patch does not apply.
        InputError: the folder does not exist.
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


def open_scanner(rules: Sequence[Rule], engine: RuleEngine | None = None) -> Scanner:
    """Open the given engine or the one of this machine, with the user's cache of base scans.

    Raises:
        MissingToolError: there is no engine.
    """
    return Scanner(engine=engine or find_engine(), rules=tuple(rules), cache=ScanCache.of_user())
