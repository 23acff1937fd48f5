"""Find files and classes whose names differ only in case or in the Unicode form of a letter.

On some file systems they are the same file.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from verifier.domain.source import JavaTree
from verifier.java_text.declared_names import read_declared_names
from verifier.java_text.outline import head
from verifier.java_text.tree_text import text_of


def names_differing_in_case(
    old: JavaTree, new: JavaTree, changed: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield each changed file with another name that now differs from its own only in case."""
    before, after = (_spellings(_java(tree)) for tree in (old, new))
    for path in changed:
        for place in (path, *map(str, list(PurePosixPath(path).parents)[:-1])):
            other = _other(place, before, after)
            if other:
                yield path, _SAYS.format(place, other)
                break
    classes_before, classes_after = (_spellings(_classes(tree, changed)) for tree in (old, new))
    for path in changed:
        for name in _types(new, path):
            other = _other(name, classes_before, classes_after)
            if other:
                yield path, _SAYS.format(f"class {name}", other)


_SAYS = "{} differs from {} in case alone, and on some file systems both are one file"


def _java(tree: JavaTree) -> Iterator[str]:
    """Yield the paths of Java files and the folders that contain them."""
    for path in tree.paths():
        if path.endswith(".java"):
            yield path
            yield from map(str, list(PurePosixPath(path).parents)[:-1])


def _classes(tree: JavaTree, changed: Sequence[str]) -> Iterator[str]:
    """Yield the classes of changed files, and the file names of other classes in the same folders."""
    packages = dict[str, str]()
    for path in changed:
        text = text_of(tree, path)
        if text is not None:
            packages[str(PurePosixPath(path).parent)] = head(text).package
            yield from _types(tree, path)
    for path in tree.paths():
        folder = str(PurePosixPath(path).parent)
        if path.endswith(".java") and folder in packages:
            yield f"{packages[folder]}.{PurePosixPath(path).stem}".lstrip(".")


def _types(tree: JavaTree, path: str) -> Iterator[str]:
    found = read_declared_names(text_of(tree, path) or "")
    return (each.full_name for each in found if each.is_type)


def _spellings(names: Iterable[str]) -> Mapping[str, frozenset[str]]:
    found = defaultdict[str, set[str]](set)
    for name in names:
        found[_fold(name)].add(name)
    return {folded: frozenset(spelled) for folded, spelled in found.items()}


def _fold(name: str) -> str:
    """Return the common form of all spellings that a file system may treat as the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _other(
    name: str, before: Mapping[str, frozenset[str]], after: Mapping[str, frozenset[str]]
) -> str:
    """Return another spelling of a name if the change added one of the two; empty if not."""
    folded = _fold(name)
    spelled = after.get(folded, frozenset())
    if spelled <= before.get(folded, frozenset()):
        return ""
    return min(spelled - {name}, default="")
