"""Java files that a build may treat otherwise than the gate: by their place, or by their name.

A class means something only where its build looks for it. Nothing else of the gate asks that: the
prover and the compiler of the checks take every source, wherever it lies.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from verifier.builds.build_tools import java_tree
from verifier.domain.paths import PathKind, kind_of
from verifier.domain.source import JavaTree, Tree
from verifier.gates.same_but_case import names_differing_in_case
from verifier.java_text.outline import head
from verifier.java_text.tree_text import text_of
from verifier.tools.fast_import import EntryChange
from verifier.tools.git import Repository

_DATA_FOLDERS = frozenset({"testdata", "test-data", "golden", "fixtures", "archetype-resources"})
_RESOURCES = re.compile(r"(^|/)src/[^/]+/resources/")
_JAVA = re.compile(r"(?:^|/)(?P<src>src)/[^/]+/java/")


def is_data(path: str) -> bool:
    """Whether a Java file is one that programs read: it lies among resources, or test data."""
    if _JAVA.search(path):
        return False
    folders = PurePosixPath(path).parts[:-1]
    return _RESOURCES.search(path) is not None or not _DATA_FOLDERS.isdisjoint(folders)


def strays(
    repository: Repository, base: str, head_commit: str, java: Sequence[EntryChange]
) -> Mapping[str, str]:
    """By path, why a Java file that came or went cannot be judged; empty where all stay in place."""
    gone = [entry.path for entry in java if not entry.oid]
    there = [entry.path for entry in java if entry.oid]
    old, new = (java_tree(repository.tree(commit)) for commit in (base, head_commit))
    known = frozenset(p for p in old.paths() if p.endswith(".java"))
    came = [path for path in there if path not in known]
    found = dict(names_differing_in_case(old, new, there))
    return {**found, **dict(_strays(old, new, gone, came))} if came else found


def hidden_sources(tree: Tree, ignored: Iterable[str], read: Callable[[str], str]) -> Iterator[str]:
    """The ignored Java files on disk that a build compiles together with the files of a tree.

    `read` gives the text of one. What a build makes below its own folders is none of them.
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
    """Whether tracked Java files lie below the folder in which the file's packages begin."""
    root = _root_of(path, package)
    if root:
        return any(each.startswith(f"{root}/") for each in tracked)
    # Below the top lies every file: those of the same outermost package are built together.
    return any(
        each.partition("/")[:2] == path.partition("/")[:2] for each in tracked if "/" in path
    ) or ("/" not in path and any("/" not in each for each in tracked))


def vanished(repository: Repository, base: str, head_commit: str) -> frozenset[str]:
    """The full names of the outermost classes whose files went, and which stand nowhere else."""
    changed = [e for e in repository.changed_entries(base, head_commit) if e.path.endswith(".java")]
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
    """The folder that a file's package begins in; its own folder where that is not the package's."""
    return _root_of(path, head(text_of(tree, path) or "").package)


def _root_of(path: str, package: str) -> str:
    folder = str(PurePosixPath(path).parent)
    folder = "" if folder == "." else folder
    packages = package.replace(".", "/")
    if not packages or not f"/{folder}".endswith(f"/{packages}"):
        return folder
    return folder[: len(folder) - len(packages)].rstrip("/")
