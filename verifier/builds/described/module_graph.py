"""The modules of a project and their dependencies, independent of the build tool."""

import posixpath
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from verifier.domain.paths import ROOT


def join_folder(root: str, folder: str) -> str:
    """Resolve a folder that is relative to another one into a folder of the repository."""
    return posixpath.normpath(f"{root}/{folder}")


def relative_folder(root: str, folder: str) -> str:
    """Return the path from one folder to a folder of the repository, or to the one above it (`..`)."""
    return posixpath.relpath(f"/above/tree/{folder}", f"/above/tree/{root}")


@dataclass(frozen=True, kw_only=True, slots=True)
class ModuleGraph:
    """The modules by folder, including the build's root, each with its direct dependencies.

    Every scope counts: main code, tests, another module's tests, plugins and processors. Empty for
    a project with a single module.
    """

    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def module_of(self, path: str) -> str:
        """Return the nearest module above a file."""
        folders = map(str, PurePosixPath(path).parents)
        return next((folder for folder in folders if folder in self.needs), ROOT)

    def holding(self, files: Iterable[str]) -> set[str]:
        """Return the modules that contain some files; files outside all modules are ignored."""
        return {self.module_of(path) for path in files} & set(self.needs)

    def users(self, folder: str) -> frozenset[str]:
        """Return the modules that directly depend on one."""
        return frozenset(user for user, needed in self.needs.items() if folder in needed)

    def nearest_users(self, folder: str, wanted: Collection[str]) -> frozenset[str]:
        """Return the wanted modules that depend on one, at the smallest distance at which there are any."""
        seen, found = {folder}, self.users(folder)
        while found and found.isdisjoint(wanted):
            seen |= found
            found = frozenset(user for each in found for user in self.users(each)) - seen
        return found.intersection(wanted)

    def dependants(self, folders: Iterable[str]) -> frozenset[str]:
        """Return all modules that depend on some, directly or transitively, without these."""
        given = frozenset(folders)
        return _walk(given, self.users) - given

    def needs_of(self, folders: Iterable[str]) -> frozenset[str]:
        """Return all modules that some depend on, directly or transitively, without these."""
        given = frozenset(folders)
        return _walk(given, lambda folder: self.needs.get(folder, ())) - given


def _walk(begin: Iterable[str], further: Callable[[str], Iterable[str]]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(begin)
    while waiting:
        folder = waiting.pop()
        if folder not in found:
            found.add(folder)
            waiting += further(folder)
    return frozenset(found)
