"""The lines that a patch adds and removes, taken from the two trees and not from the patch."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from verifier.domain.source import FileChange, Tree
from verifier.tools.git_lines import FilePair, changed_ranges

Line = tuple[str, int]
"""Path relative to the tree, and a line that counts from 1."""

IGNORED_FOLDERS = frozenset({
    ".cache", ".cargo-home", ".gradle", ".mypy_cache", ".next", ".nuxt", ".pytest_cache",
    ".ruff_cache", ".tox", ".venv", "__pycache__", "bin", "build", "coverage", "dist",
    "node_modules", "obj", "out", "package-lock.json", "target", "vendor", "venv",
})  # fmt: skip
"""Names whose files CodeTaste leaves out of a diff: build results and dependencies."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedLines:
    """Lines added on the predicted tree, lines removed on the base, and the renames found."""

    added: frozenset[Line]
    removed: frozenset[Line]
    renames: Mapping[str, str] = field(default_factory=dict)


def changed_lines(
    base: Tree, changes: Iterable[FileChange], *, compat: bool = False
) -> ChangedLines:
    """Compare each changed file with git's own line diff (Myers, renames from 50 % similarity).

    Bytes are compared as they are: CRLF, a missing newline at the end and any encoding. A binary
    file has no lines. Files in ignored folders are left out; `.java` files only with `compat`,
    since Java packages carry such names too.
    """
    pairs = [
        FilePair(path=change.path, before=base.read(change.path), after=change.content)
        for change in changes
        if not is_ignored(change.path, compat=compat)
    ]
    ranges = changed_ranges([pair for pair in pairs if pair.before != pair.after])
    return ChangedLines(
        added=frozenset((r.path, n) for r in ranges.added for n in range(r.first, r.last + 1)),
        removed=frozenset((r.path, n) for r in ranges.removed for n in range(r.first, r.last + 1)),
        renames=ranges.renames,
    )


def is_ignored(path: str, *, compat: bool) -> bool:
    """Whether a file is none of the patch's own work."""
    if path.endswith(".java") and not compat:
        return False
    return not IGNORED_FOLDERS.isdisjoint(PurePosixPath(path).parts)
