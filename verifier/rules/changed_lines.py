"""The lines that a change adds and removes, computed from the two trees and not from the patch."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from verifier.domain.source import FileChange, Tree
from verifier.tools.git.lines import FilePair, compare_lines

Line = tuple[str, int]
"""A path relative to the tree, and a line number from 1."""

IGNORED_FOLDERS = frozenset({
    ".cache", ".cargo-home", ".gradle", ".mypy_cache", ".next", ".nuxt", ".pytest_cache",
    ".ruff_cache", ".tox", ".venv", "__pycache__", "bin", "build", "coverage", "dist",
    "node_modules", "obj", "out", "package-lock.json", "target", "vendor", "venv",
})  # fmt: skip
"""Folders and files that CodeTaste leaves out of a diff: build results and dependencies."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedLines:
    """Added lines of the predicted tree, removed lines of the base, and the detected renames."""

    added: frozenset[Line]
    removed: frozenset[Line]
    renames: Mapping[str, str] = field(default_factory=dict)


def find_changed_lines(
    base: Tree, changes: Iterable[FileChange], *, compat: bool = False
) -> ChangedLines:
    """Compare each changed file with git's own line diff (Myers, renames from 50 % similarity).

    Bytes are compared unchanged, including CRLF, a missing newline at the end and any encoding. A
    binary file has no lines. Files in ignored folders are left out; `.java` files only with
    `compat`, because Java packages may have such names too.
    """
    pairs = [
        FilePair(path=change.path, before=base.read(change.path), after=change.content)
        for change in changes
        if not is_ignored(change.path, compat=compat)
    ]
    ranges = compare_lines([pair for pair in pairs if pair.before != pair.after])
    return ChangedLines(
        added=frozenset((r.path, n) for r in ranges.added for n in range(r.first, r.last + 1)),
        removed=frozenset((r.path, n) for r in ranges.removed for n in range(r.first, r.last + 1)),
        renames=ranges.renames,
    )


def is_ignored(path: str, *, compat: bool) -> bool:
    """Whether a file is left out of a change."""
    if path.endswith(".java") and not compat:
        return False
    return not IGNORED_FOLDERS.isdisjoint(PurePosixPath(path).parts)
