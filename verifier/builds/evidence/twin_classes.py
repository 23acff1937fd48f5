"""Twins: classes of the same name in several modules; the merged class files contain the first
module's.

A comparison of single classes looks at every view. A consumer of one merged set can ask which
classes would hide others.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from verifier.builds.builder import ClassFiles
from verifier.builds.described.compilation import side_of
from verifier.builds.described.module import MAIN, TEST
from verifier.printable import append_count
from verifier.tools.class_file import class_name, read_names

_CLASS = ".class"
_OF_FOLDERS = ("package-info.class", "module-info.class")
"""Files that each module may have for itself, and that no code calls."""


def twins_of(*trees: ClassFiles) -> frozenset[str]:
    """Return the paths of class files that several source sets of one side have, in any of the trees."""
    return _twins_of(MAIN, *trees) | _twins_of(TEST, *trees)


def _twins_of(side: str, *trees: ClassFiles) -> frozenset[str]:
    found: set[str] = set()
    for tree in trees:
        seen: set[str] = set()
        for name, files in tree.sets.items():
            if side_of(name) == side:
                classes = {path for path in files if path.endswith(_CLASS)}
                found |= classes & seen
                seen |= classes
    return frozenset(found)


def unlike_twins(tree: ClassFiles) -> frozenset[str]:
    """Return the twins of a tree that differ from each other: builds also copy classes between modules."""
    return frozenset(
        path
        for side in (MAIN, TEST)
        for path in _twins_of(side, tree)
        if len({f[path] for n, f in tree.sets.items() if side_of(n) == side and path in f}) > 1
    )


def find_changed_twins(base: ClassFiles, candidate: ClassFiles) -> tuple[str, ...]:
    """Return the names of the twins that differ between base and candidate in any module."""
    twins = sorted(twins_of(base, candidate))
    return tuple(class_name(path) for path in twins if _is_changed(path, base, candidate))


def _is_changed(path: str, base: ClassFiles, candidate: ClassFiles) -> bool:
    names = base.sets.keys() | candidate.sets.keys()
    return any(_of(base, name).get(path) != _of(candidate, name).get(path) for name in names)


def find_misleading_twin(base: ClassFiles, candidate: ClassFiles) -> tuple[str, str] | None:
    """Return a changed class, and a twin of differing content that it reaches by names; None if
    there is none.

    When the merged class files run, the class of another module may answer for that twin.
    """
    versions: dict[str, set[bytes]] = {}
    for files in (*base.sets.values(), *candidate.sets.values()):
        for path, content in files.items():
            versions.setdefault(path, set()).add(content)
    unlike = {
        path
        for path in twins_of(base, candidate)
        if len(versions[path]) > 1 and path.rpartition("/")[2] not in _OF_FOLDERS
    }
    changed = (path for path in versions if _is_changed(path, base, candidate))
    for begin in sorted(changed) if unlike else ():
        if found := _find_reachable(begin, unlike, versions):
            return class_name(begin), class_name(found)
    return None


def _find_reachable(
    begin: str, wanted: Collection[str], versions: Mapping[str, Iterable[bytes]]
) -> str:
    """Return the first of some classes that a class names, directly or transitively; empty if there is none."""
    seen, waiting = {begin}, [begin]
    while waiting:
        path = waiting.pop()
        if path in wanted:
            return path
        named = {f"{n}{_CLASS}" for c in versions[path] for n in read_names(c)} & versions.keys()
        waiting += sorted(named - seen)
        seen |= named
    return ""


def names_taken(base: ClassFiles, candidate: ClassFiles) -> tuple[str, ...]:
    """Return the paths of classes that a candidate adds to a module's main code and that another
    module keeps.

    On the class path of some module the new class may come before the old one, so its name means
    other code there. Twins in test code count too, because other modules may need the tests as a
    jar.
    """
    found: dict[str, None] = {}
    for name, files in candidate.sets.items():
        if side_of(name) == MAIN:
            new = {p for p in files.keys() - _of(base, name).keys() if p.endswith(_CLASS)}
            for other in base.sets:
                kept = _of(base, other).keys() & _of(candidate, other).keys()
                found |= dict.fromkeys(sorted(new & kept)) if other != name else {}
    return tuple(path for path in found if path.rpartition("/")[2] not in _OF_FOLDERS)


def explain_twins(twins: tuple[str, ...]) -> str:
    """Explain why changed twins are not compared: other modules see another class of that name."""
    named = append_count(twins[0], len(twins) - 1)
    return f"{named} changes, and several modules have a class of that name"


def views_of(base: ClassFiles, candidate: ClassFiles) -> Iterator[tuple[ClassFiles, ClassFiles]]:
    """Yield both trees once per source set with twins, with its own classes in place of the
    others'.

    Yields both trees unchanged if no name occurs twice.
    """
    twins = {side: _twins_of(side, base, candidate) for side in (MAIN, TEST)}
    if not any(twins.values()):
        yield base, candidate
    for name in dict.fromkeys((*base.sets, *candidate.sets)):
        own = twins[side_of(name)] & (_of(base, name).keys() | _of(candidate, name).keys())
        if own:
            yield _read_visible(base, name, own), _read_visible(candidate, name, own)


def _of(tree: ClassFiles, name: str) -> Mapping[str, bytes]:
    return tree.sets.get(name, {})


def _read_visible(tree: ClassFiles, name: str, own: frozenset[str]) -> ClassFiles:
    side = side_of(name)
    merged = tree.main if side == MAIN else tree.test
    files = {path: content for path, content in merged.items() if path not in own}
    files |= {path: content for path, content in _of(tree, name).items() if path in own}
    return replace(tree, main=files) if side == MAIN else replace(tree, test=files)
