"""In which folder of a tree the build stands that a change is built by: its root, or a folder below."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from verifier.builds.build_tools import is_described
from verifier.builds.module_graph import ROOT
from verifier.domain.source import Tree
from verifier.errors import BaseInvalidError


def root_of(base: Tree, files: Iterable[str]) -> str:
    """The root of the tree where a build file lies there, else the topmost folder with one above the files.

    Only what the base itself has counts, so no candidate brings a build along. Files that lie below no
    build decide nothing: no compiler sees them, and the verdict says so. The root, too, where none is found.

    Raises:
        BaseInvalidError: the files lie below several such folders.
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


def files_of_build(base: Tree, own: frozenset[str], further: frozenset[str]) -> frozenset[str]:
    """The files of a wanted refactoring, and those further ones that lie in its build.

    So a candidate that changes a file elsewhere does not leave it open which build is its base's.

    Raises:
        BaseInvalidError: as `root_of`.
    """
    root = root_of(base, own or further)
    return own | {path for path in further if root == ROOT or path.startswith(f"{root}/")}


def _folders(path: str) -> Iterator[str]:
    """The folders above a file or folder, without the tree itself."""
    return (folder for folder in map(str, PurePosixPath(path).parents) if folder != ROOT)
