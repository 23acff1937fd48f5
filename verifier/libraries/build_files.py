"""The build files of a tree as poms: Maven's own, and one for each project of a Gradle build."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.domain.source import Tree
from verifier.libraries.gradle_poms import gradle_poms

_POM = "pom.xml"
_SOURCES = "src"
_LARGEST = 2_000_000
"""Bytes of a pom; larger ones are no poms that people write."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildFiles:
    """The poms by path; of a Gradle project its build file has one that we wrote."""

    poms: Mapping[str, bytes]

    @classmethod
    def of(cls, tree: Tree) -> "BuildFiles":
        """Those of a tree; poms below a folder `src` are data of the project and none of its modules.

        Raises:
            RepositoryError: an object is missing.
        """
        paths = [path for path in tree.paths() if PurePosixPath(path).name == _POM]
        found = {path: tree.read(path) or b"" for path in sorted(paths) if not _is_data(path)}
        poms = {path: content for path, content in found.items() if len(content) <= _LARGEST}
        return cls(poms={**gradle_poms(tree, {_folder(path) for path in poms}), **poms})

    def modules_near(self, changed: Collection[str]) -> tuple[str, ...]:
        """The poms, those of modules that hold changed files first, then those that lie nearest."""
        holding = self._holding(changed)

        def rank(path: str) -> tuple[bool, int, str]:
            folder = _folder(path)
            return folder not in holding, _distance(folder, holding), path

        return tuple(sorted(self.poms, key=rank))

    def modules_holding(self, changed: Collection[str]) -> int:
        """How many modules hold changed files: as many of those that `modules_near` has first."""
        return len(self._holding(changed))

    def _holding(self, changed: Collection[str]) -> set[str]:
        folders = {_folder(path) for path in self.poms}
        return {folder for path in changed if (folder := _holder(path, folders)) is not None}


def _is_data(path: str) -> bool:
    return _SOURCES in PurePosixPath(path).parts[:-1]


def _folder(path: str) -> str:
    return str(PurePosixPath(path).parent)


def _holder(path: str, folders: Collection[str]) -> str | None:
    return next((str(f) for f in PurePosixPath(path).parents if str(f) in folders), None)


def _distance(folder: str, holding: Collection[str]) -> int:
    """Folders between a module and the nearest of those that hold changes."""
    own = PurePosixPath(folder).parts

    def steps(other: str) -> int:
        parts = PurePosixPath(other).parts
        same = next(
            (n for n, (a, b) in enumerate(zip(own, parts, strict=False)) if a != b),
            min(len(own), len(parts)),
        )
        return len(own) + len(parts) - 2 * same

    return min(map(steps, holding), default=0)
