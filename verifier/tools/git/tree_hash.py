"""Compute the id of a tree with changed files, as git does, without writing an object."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence

from verifier.domain.source import FileChange
from verifier.tools.git.objects import FOLDER_MODE, ObjectReader, TreeEntry

_LENGTHS = {40: "sha1", 64: "sha256"}
"""The hash of a repository's object ids, by their number of hex digits."""

Steps = tuple[str, ...]
"""A path as its folders and its name."""


def hash_tree(reader: ObjectReader, root: str, files: Sequence[FileChange]) -> str:
    """Return the id of the tree `root` with some files changed.

    Raises:
        RepositoryError: a folder with a changed file cannot be read.
    """
    hasher = _TreeHasher(reader, _LENGTHS[len(root)])
    changes = {tuple(file.path.split("/")): file for file in files}
    return hasher.folder(root, changes) or hasher.id_of(b"tree", b"")


class _TreeHasher:
    def __init__(self, reader: ObjectReader, algorithm: str) -> None:
        self._reader, self._algorithm = reader, algorithm

    def folder(self, oid: str | None, changes: Mapping[Steps, FileChange]) -> str | None:
        """Return the id of a folder with changes; None if nothing is left in it."""
        read = () if oid is None else self._reader.tree_entries(oid)
        entries = {entry.name: entry for entry in read}
        here = {steps[0]: file for steps, file in changes.items() if len(steps) == 1}
        # A folder may replace a file, so deletions come first.
        for name, file in here.items():
            if file.content is None and not _is_folder(entries.get(name)):
                entries.pop(name, None)
        for name, inner in _below(changes).items():
            self._change_folder(entries, name, inner)
        for name, file in here.items():
            if file.content is not None:
                blob = self.id_of(b"blob", file.content)
                entries[name] = TreeEntry(name=name, mode=file.mode, oid=blob)
        ordered = sorted(entries.values(), key=_order)
        return self.id_of(b"tree", b"".join(map(_raw, ordered))) if ordered else None

    def _change_folder(
        self, entries: dict[str, TreeEntry], name: str, inner: Mapping[Steps, FileChange]
    ) -> None:
        old = entries.get(name)
        made = self.folder(old.oid if old is not None and _is_folder(old) else None, inner)
        if made is not None:
            entries[name] = TreeEntry(name=name, mode=FOLDER_MODE, oid=made)
        elif _is_folder(old):
            del entries[name]

    def id_of(self, kind: bytes, content: bytes) -> str:
        """Return the id of an object."""
        digest = hashlib.new(self._algorithm, usedforsecurity=False)
        digest.update(b"%s %d\0" % (kind, len(content)))
        digest.update(content)
        return digest.hexdigest()


def _below(changes: Mapping[Steps, FileChange]) -> Mapping[str, Mapping[Steps, FileChange]]:
    """Group the changes in folders by the folder's name."""
    found: defaultdict[str, dict[Steps, FileChange]] = defaultdict(dict)
    for (name, *rest), file in changes.items():
        if rest:
            found[name][tuple(rest)] = file
    return found


def _is_folder(entry: TreeEntry | None) -> bool:
    return entry is not None and entry.mode == FOLDER_MODE


def _order(entry: TreeEntry) -> bytes:
    """Return git's key of the order: a folder counts as if its name ended with a slash."""
    return _name(entry) + (b"/" if _is_folder(entry) else b"")


def _raw(entry: TreeEntry) -> bytes:
    return entry.mode.encode("ascii") + b" " + _name(entry) + b"\0" + bytes.fromhex(entry.oid)


def _name(entry: TreeEntry) -> bytes:
    return entry.name.encode("utf-8", "surrogateescape")
