"""The modules of a project and which of them need which others, whoever described them."""

import posixpath
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

ROOT = "."
"""The root of the repository."""


def joined(root: str, folder: str) -> str:
    """A folder that is named from another one as a folder of the repository."""
    return posixpath.normpath(f"{root}/{folder}")


def seen_from(root: str, folder: str) -> str:
    """The name of a folder of the repository, or of the one above it (`..`), from another one."""
    return posixpath.relpath(f"/above/tree/{folder}", f"/above/tree/{root}")


@dataclass(frozen=True, kw_only=True, slots=True)
class ModuleGraph:
    """The modules by folder, the build's root among them, each with those that it needs by itself.

    In whatever scope: as main code, for its tests, the other's tests, as a plugin or a processor. Empty
    for a project that is no more than one module.
    """

    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def module_of(self, path: str) -> str:
        """The nearest module above a file."""
        folders = map(str, PurePosixPath(path).parents)
        return next((folder for folder in folders if folder in self.needs), ROOT)

    def holding(self, files: Iterable[str]) -> set[str]:
        """The modules that hold some files; a file outside of all is passed over."""
        return {self.module_of(path) for path in files} & set(self.needs)

    def users(self, folder: str) -> frozenset[str]:
        """The modules that need one by themselves."""
        return frozenset(user for user, needed in self.needs.items() if folder in needed)

    def nearest_users(self, folder: str, wanted: Collection[str]) -> frozenset[str]:
        """The wanted modules that need one by themselves; where there are none, through as few others as may be."""
        seen, found = {folder}, self.users(folder)
        while found and found.isdisjoint(wanted):
            seen |= found
            found = frozenset(user for each in found for user in self.users(each)) - seen
        return found.intersection(wanted)

    def dependants(self, folders: Iterable[str]) -> frozenset[str]:
        """All that need some modules, by themselves or through others; without these."""
        given = frozenset(folders)
        return _reached(given, self.users) - given

    def needed(self, folders: Iterable[str]) -> frozenset[str]:
        """All that some modules need, by themselves or through others; without these."""
        given = frozenset(folders)
        return _reached(given, lambda folder: self.needs.get(folder, ())) - given


def _reached(begin: Iterable[str], further: Callable[[str], Iterable[str]]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(begin)
    while waiting:
        folder = waiting.pop()
        if folder not in found:
            found.add(folder)
            waiting += further(folder)
    return frozenset(found)
