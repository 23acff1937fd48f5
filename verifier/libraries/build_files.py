"""The build files of a tree as poms: Maven's own, and one for each project of a Gradle build."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.builds.described.pom import POM
from verifier.domain.source import Tree
from verifier.libraries.gradle_poms import gradle_poms

_SOURCES = "src"
_LARGEST = 2_000_000
"""Largest pom in bytes; people write no larger ones."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildFiles:
    """The poms by path; for a Gradle project the path of its build file, with a pom that we wrote."""

    poms: Mapping[str, bytes]

    @classmethod
    def of(cls, tree: Tree) -> "BuildFiles":
        """Read the poms of a tree; a pom below a folder `src` is data of the project, not a module.

        Raises:
            RepositoryError: an object is missing.
        """
        paths = [path for path in tree.paths() if PurePosixPath(path).name == POM]
        found = {path: tree.read(path) or b"" for path in sorted(paths) if not _is_data(path)}
        poms = {path: content for path, content in found.items() if len(content) <= _LARGEST}
        return cls(poms={**gradle_poms(tree, {_folder(path) for path in poms}), **poms})

    def modules_near(self, changed: Collection[str]) -> tuple[str, ...]:
        """Return the poms; modules with changed files come first, then the nearest ones."""
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
    """Count the folders between a module and the nearest module with changes."""
    own = PurePosixPath(folder).parts

    def steps(other: str) -> int:
        parts = PurePosixPath(other).parts
        same = next(
            (n for n, (a, b) in enumerate(zip(own, parts, strict=False)) if a != b),
            min(len(own), len(parts)),
        )
        return len(own) + len(parts) - 2 * same

    return min(map(steps, holding), default=0)
