"""Find the folder that contains the build of a change: the root of the tree, or a folder below."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from verifier.builds.build_tools import is_described, list_build_files
from verifier.domain.paths import ROOT
from verifier.domain.source import Tree
from verifier.errors import BaseInvalidError


def root_of(base: Tree, files: Iterable[str]) -> str:
    """Return the root if it has a build file, otherwise the topmost folder above the files that has
    one.

    Only build files of the base count, so a candidate cannot bring its own build. Files outside
    every build are ignored: no compiler reads them, and the verdict says so. Returns the root if
    there is no such folder.

    Raises:
        BaseInvalidError: the files belong to several builds.
    """
    paths = base.paths()
    if is_described(paths, ROOT):
        return ROOT
    above = {folder for path in files for folder in _folders(path) if is_described(paths, folder)}
    found = sorted(folder for folder in above if above.isdisjoint(_folders(folder)))
    if len(found) > 1:
        raise BaseInvalidError(
            f"the changed files lie below several builds ({', '.join(found)}),"
            " and no build file at the root of the base commit holds these together",
            hint="A change is built by one build: divide it by their folders.",
        )
    return found[0] if found else ROOT


def list_possible_builds(files: Iterable[str]) -> tuple[str, ...]:
    """Return the possible build files for these files; a tree with none of them has no build for them."""
    folders = dict.fromkeys((ROOT, *(folder for path in files for folder in _folders(path))))
    return tuple(path for folder in folders for path in list_build_files(folder))


def files_of_build(base: Tree, own: frozenset[str], further: frozenset[str]) -> frozenset[str]:
    """Return the files of a wanted refactoring, plus those of the further files that belong to the
    same build.

    A candidate that also changes a file outside the build therefore does not change which build is
    used.

    Raises:
        BaseInvalidError: as `root_of`.
    """
    root = root_of(base, own or further)
    return own | {path for path in further if root == ROOT or path.startswith(f"{root}/")}


def _folders(path: str) -> Iterator[str]:
    """The folders above a file or folder, excluding the root of the tree."""
    return (folder for folder in map(str, PurePosixPath(path).parents) if folder != ROOT)
