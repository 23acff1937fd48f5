"""Java files that a build may treat differently from the gate because of their place or name.

A class takes part only if its build looks in its place. No other part of the gate checks this: the
prover and the compiler of the checks take every source, wherever it lies.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from verifier.builds.build_tools import java_tree
from verifier.domain.paths import PathKind, kind_of
from verifier.domain.source import JavaTree, Tree
from verifier.gates.change.same_but_case import names_differing_in_case
from verifier.java_text.outline import head
from verifier.java_text.tree_text import text_of
from verifier.tools.git.fast_import import EntryChange
from verifier.tools.git.repository import Repository

_DATA_FOLDERS = frozenset({"testdata", "test-data", "golden", "fixtures", "archetype-resources"})
_RESOURCES = re.compile(r"(^|/)src/[^/]+/resources/")
_JAVA = re.compile(r"(?:^|/)(?P<src>src)/[^/]+/java/")


def is_data(path: str) -> bool:
    """Tell whether a Java file is data for programs: it lies among resources or test data."""
    if _JAVA.search(path):
        return False
    folders = PurePosixPath(path).parts[:-1]
    return _RESOURCES.search(path) is not None or not _DATA_FOLDERS.isdisjoint(folders)


def strays(
    repository: Repository, base: str, head_commit: str, java: Sequence[EntryChange]
) -> Mapping[str, str]:
    """Map the path of each added or removed Java file that cannot be judged to the reason.

    The result is empty if there is none.
    """
    gone = [entry.path for entry in java if not entry.oid]
    there = [entry.path for entry in java if entry.oid]
    old, new = (java_tree(repository.tree(commit)) for commit in (base, head_commit))
    known = frozenset(p for p in old.paths() if p.endswith(".java"))
    came = [path for path in there if path not in known]
    found = dict(names_differing_in_case(old, new, there))
    return {**found, **dict(_strays(old, new, gone, came))} if came else found


def find_hidden_sources(
    tree: Tree, ignored: Iterable[str], read: Callable[[str], str]
) -> Iterator[str]:
    """Yield the ignored Java files on disk that a build compiles together with the files of a tree.

    `read` returns the text of a file. Files that a build generates in its own output folders do not
    count.
    """
    tracked = [p for p in tree.paths() if p.endswith(".java") and not is_data(p)]
    for path in ignored:
        usual = _JAVA.search(path)
        if is_data(path) or (usual is None and kind_of(path) is PathKind.OUTPUT):
            continue
        if usual is not None:
            module = path[: usual.start("src")]
            near = any(each.startswith(f"{module}src/") for each in tracked)
        else:
            near = _is_near(path, head(read(path)).package, tracked)
        if near:
            yield path


def _is_near(path: str, package: str, tracked: Iterable[str]) -> bool:
    """Tell whether the folder in which the file's packages begin contains tracked Java files."""
    root = _root_of(path, package)
    if root:
        return any(each.startswith(f"{root}/") for each in tracked)
    # Every file lies below the top: files of the same outermost folder are built together.
    return any(
        each.partition("/")[:2] == path.partition("/")[:2] for each in tracked if "/" in path
    ) or ("/" not in path and any("/" not in each for each in tracked))


def find_vanished(repository: Repository, base: str, head_commit: str) -> frozenset[str]:
    """Return the full names of top-level classes whose files were removed and not added elsewhere."""
    changed = [
        e for e in repository.list_changed_entries(base, head_commit) if e.path.endswith(".java")
    ]
    old, new = (java_tree(repository.tree(commit)) for commit in (base, head_commit))
    gone = {_class_of(old, entry.path) for entry in changed if not entry.oid}
    return frozenset(gone - {_class_of(new, entry.path) for entry in changed if entry.oid})


def _class_of(tree: JavaTree, path: str) -> str:
    package = head(text_of(tree, path) or "").package
    return f"{package}.{PurePosixPath(path).stem}".lstrip(".")


def _strays(
    old: JavaTree, new: JavaTree, gone: Sequence[str], came: Sequence[str]
) -> Iterator[tuple[str, str]]:
    left = {source_root(old, path) for path in gone}
    for path in came:
        root = source_root(new, path)
        if not any(p.startswith(f"{root}/") or not root for p in _java(old)):
            yield path, f"no Java file lay below {root} before: whether it is built is not known"
        elif left - {root}:
            yield path, _MOVED.format(", ".join(sorted(e or "the top" for e in left - {root})))


_MOVED = (
    "classes left {} while this one came: one that changes its source folder is built otherwise"
)


def _java(tree: JavaTree) -> Iterator[str]:
    return (path for path in tree.paths() if path.endswith(".java") and not is_data(path))


def source_root(tree: JavaTree, path: str) -> str:
    """Return the folder in which a file's packages begin.

    If the folders do not match the package, it is the file's own folder.
    """
    return _root_of(path, head(text_of(tree, path) or "").package)


def _root_of(path: str, package: str) -> str:
    folder = str(PurePosixPath(path).parent)
    folder = "" if folder == "." else folder
    packages = package.replace(".", "/")
    if not packages or not f"/{folder}".endswith(f"/{packages}"):
        return folder
    return folder[: len(folder) - len(packages)].rstrip("/")
