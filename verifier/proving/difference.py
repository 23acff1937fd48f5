"""Find what differs between two trees: code to compile, and files to compare as bytes."""

import hashlib
import os
import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from verifier.domain.proof_request import ChangedFiles
from verifier.domain.source import Tree, leads_to
from verifier.java_text.encoding import comparable, is_plain, is_utf_8
from verifier.tools.git.objects import GitTree

_NOT_COMPILED = "module-info.java"
_RESOURCE = re.compile(r"(^|/)src/[^/]+/resources/")
_BEYOND_ASCII = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
_IDENT = re.compile(rb"^(?!\s*#)[^\n]*\sident(\s|$)", re.MULTILINE)
_EXPANDED = re.compile(rb"\$Id[:$]")


def find_changed_files(before: Tree, after: Tree) -> ChangedFiles:
    """Return the files that differ: files of only one tree, changed bytes, changed links and
    submodules.

    A `module-info.java` is compared as a file, because both versions are compiled as one unnamed
    module. If anything differs, links that only compilers read count as changed.
    """
    paths = frozenset(_different(before, after))
    if paths:
        paths |= links_to_code(before) | links_to_code(after)
    sources = frozenset(path for path in paths if is_compiled(path))
    others = paths - sources
    return ChangedFiles(
        sources=sources,
        other_before=hashes(before, others),
        other_after=hashes(after, others),
    )


def is_compiled(path: str) -> bool:
    """Tell whether a file is compared as code.

    A resource is compared as bytes, even a `.java` file.
    """
    return (
        path.endswith(".java")
        and path.rpartition("/")[2] != _NOT_COMPILED
        and not _RESOURCE.search(path)
    )


def read_here(
    tree: Tree, encoding: Callable[[str], str], changed: Collection[str]
) -> dict[str, str | None]:
    """Return the texts of sources that the build does not read as UTF-8, unlike the prover.

    An unchanged source is included only if another encoding reads it differently, because a name in
    it may be part of the change.
    """
    paths = _sources(tree) | set(changed) if changed else set()
    declared = {path: encoding(path) for path in paths}
    contents = {path: tree.read(path) for path, name in declared.items() if not is_utf_8(name)}
    return {
        path: None if content is None else comparable(content, declared[path])
        for path, content in contents.items()
        if path in changed or not is_plain(content or b"")
    }


def read_in_two_ways(sources: Mapping[str, tuple[bytes | None, bytes | None]]) -> frozenset[str]:
    """Return the changed sources, old and new, that must also be compared as files.

    Sources are read as UTF-8, and a byte that is not UTF-8 as Latin-1. So one character may stand
    for two spellings that no compiler treats as the same. This needs both spellings in one change.
    """
    broken = frozenset(
        path for path, contents in sources.items() if not all(map(_is_utf_8, contents))
    )
    every = (content for contents in sources.values() for content in contents)
    both = broken and any(content and _BEYOND_ASCII.search(content) for content in every)
    return broken if both else frozenset()


def find_checkout_files(
    trees: Iterable[Tree], sources: Mapping[str, tuple[bytes | None, bytes | None]]
) -> frozenset[str]:
    """Return the changed sources, old and new, that must also be compared as files.

    If a tree has the attribute `ident`, git writes the hash of a file into its `$Id$`, which the
    program may show. So every edit of the file changes that text.
    """
    attributes = (
        tree.read(path)
        for tree in trees
        for path in tree.paths()
        if path.rpartition("/")[2] == ".gitattributes"
    )
    if not any(_IDENT.search(content or b"") for content in attributes):
        return frozenset()
    return frozenset(
        path
        for path, contents in sources.items()
        if any(_EXPANDED.search(content or b"") for content in contents)
    )


def _is_utf_8(content: bytes | None) -> bool:
    try:
        (content or b"").decode()
    except UnicodeDecodeError:
        return False
    return True


def _different(before: Tree, after: Tree) -> Iterator[str]:
    yield from _unlike(leads_to(before), leads_to(after))
    if isinstance(before, GitTree) and isinstance(after, GitTree):
        yield from _unlike(before.blobs(), after.blobs())
    else:
        every = before.paths() | after.paths()
        yield from (path for path in every if before.read(path) != after.read(path))


def _unlike(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    return (path for path in {*old, *new} if old.get(path) != new.get(path))


def links_to_code(tree: Tree) -> frozenset[str]:
    """Return the links that a compiler treats as sources but that lead to no source of the tree.

    The prover does not read their targets and would use a library's class instead.
    """
    links, sources = leads_to(tree), _sources(tree)
    named = {path: tree.read(path) or b"" for path in links if is_compiled(path)}
    return frozenset(path for path, place in named.items() if _place(path, place) not in sources)


def _sources(tree: Tree) -> set[str]:
    return {path for path in tree.paths() if path.endswith(".java")} - leads_to(tree).keys()


def _place(link: str, target: bytes) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(link), os.fsdecode(target)))


def digest(content: bytes) -> str:
    """Return the hash of a file's content."""
    return hashlib.sha256(content).hexdigest()


def hashes(tree: Tree, paths: frozenset[str]) -> dict[str, str]:
    """Return the hashes of some files of a tree; for a link or submodule also its target."""
    contents = {path: tree.read(path) for path in sorted(paths)}
    found = {path: digest(content) for path, content in contents.items() if content is not None}
    leads = {path: place for path, place in leads_to(tree).items() if path in paths}
    return found | {path: f"{found.get(path, '')} {place}".strip() for path, place in leads.items()}
