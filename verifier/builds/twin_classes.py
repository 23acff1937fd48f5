"""Classes that several modules have under one name: of each the first module's stands in the merged class files.

Whoever looks at classes one by one looks at every view; whoever needs one set of classes for all is told
which of them would stand for another one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from verifier.builds.base import ClassFiles
from verifier.builds.compilation import side_of
from verifier.builds.module import MAIN, TEST
from verifier.tools.class_file import class_name, named_in

_CLASS = ".class"
_OF_FOLDERS = ("package-info.class", "module-info.class")
"""What each module may have of its own, and nothing calls."""


def twins_of(*trees: ClassFiles) -> frozenset[str]:
    """The paths of class files that several source sets of one side have, in any of the trees."""
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
    """Those of a tree that are no copies of each other: builds copy classes from module to module, too."""
    return frozenset(
        path
        for side in (MAIN, TEST)
        for path in _twins_of(side, tree)
        if len({f[path] for n, f in tree.sets.items() if side_of(n) == side and path in f}) > 1
    )


def changed_twins(base: ClassFiles, candidate: ClassFiles) -> tuple[str, ...]:
    """The names of those classes of which any module's is another one in the candidate."""
    twins = sorted(twins_of(base, candidate))
    return tuple(class_name(path) for path in twins if _is_changed(path, base, candidate))


def _is_changed(path: str, base: ClassFiles, candidate: ClassFiles) -> bool:
    names = base.sets.keys() | candidate.sets.keys()
    return any(_of(base, name).get(path) != _of(candidate, name).get(path) for name in names)


def misled_by(base: ClassFiles, candidate: ClassFiles) -> tuple[str, str] | None:
    """A changed class, and one of another content in each of several modules that it leads to; None without such.

    Where the merged class files run, another module's may answer it.
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
        if found := _led_to(begin, unlike, versions):
            return class_name(begin), class_name(found)
    return None


def _led_to(begin: str, wanted: Collection[str], versions: Mapping[str, Iterable[bytes]]) -> str:
    """The first of some classes that a class names, itself or by what it names; empty where none is."""
    seen, waiting = {begin}, [begin]
    while waiting:
        path = waiting.pop()
        if path in wanted:
            return path
        named = {f"{n}{_CLASS}" for c in versions[path] for n in named_in(c)} & versions.keys()
        waiting += sorted(named - seen)
        seen |= named
    return ""


def names_taken(base: ClassFiles, candidate: ClassFiles) -> tuple[str, ...]:
    """The paths of classes that a candidate brings to main code of a module, and another one had and still has.

    On the class path of some module the new one may stand before the other: what is called by this
    name there would be other code. Of tests, too: others may need them as a jar.
    """
    found: dict[str, None] = {}
    for name, files in candidate.sets.items():
        if side_of(name) == MAIN:
            new = {p for p in files.keys() - _of(base, name).keys() if p.endswith(_CLASS)}
            for other in base.sets:
                kept = _of(base, other).keys() & _of(candidate, other).keys()
                found |= dict.fromkeys(sorted(new & kept)) if other != name else {}
    return tuple(path for path in found if path.rpartition("/")[2] not in _OF_FOLDERS)


def said_of(twins: tuple[str, ...]) -> str:
    """Why a change in such classes is not compared: as other modules see it, it is another class."""
    more = f" (and {len(twins) - 1} more)" if len(twins) > 1 else ""
    return f"{twins[0]}{more} changes, and several modules have a class of that name"


def views_of(base: ClassFiles, candidate: ClassFiles) -> Iterator[tuple[ClassFiles, ClassFiles]]:
    """Both trees once for each source set with such classes: with its own in the place of the others'.

    Both trees as they are where no name is there twice.
    """
    twins = {side: _twins_of(side, base, candidate) for side in (MAIN, TEST)}
    if not any(twins.values()):
        yield base, candidate
    for name in dict.fromkeys((*base.sets, *candidate.sets)):
        own = twins[side_of(name)] & (_of(base, name).keys() | _of(candidate, name).keys())
        if own:
            yield _seen_from(base, name, own), _seen_from(candidate, name, own)


def _of(tree: ClassFiles, name: str) -> Mapping[str, bytes]:
    return tree.sets.get(name, {})


def _seen_from(tree: ClassFiles, name: str, own: frozenset[str]) -> ClassFiles:
    side = side_of(name)
    merged = tree.main if side == MAIN else tree.test
    files = {path: content for path, content in merged.items() if path not in own}
    files |= {path: content for path, content in _of(tree, name).items() if path in own}
    return replace(tree, main=files) if side == MAIN else replace(tree, test=files)
