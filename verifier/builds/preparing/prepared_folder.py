"""The folder of one preparation: the base tree, its record, and the list of the store's files."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from verifier.builds.described.module import Module
from verifier.builds.described.prepared import BASE, PreparedBase
from verifier.builds.preparing.export import export_tree
from verifier.builds.preparing.library_store import lock_store
from verifier.config import cache_size
from verifier.errors import BaseInvalidError
from verifier.tools.git.objects import GitTree
from verifier.tools.jdk import Jdk
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.cache_entries import record_size
from verifier.tools.storage.cache_room import room_for
from verifier.tools.storage.cache_seal import damage, listing, seal, set_aside, write_listing
from verifier.tools.storage.cache_usage import hold
from verifier.tools.storage.files import create_whole, make_readable, write_whole

RECORD = "record.json"
LIBRARIES = "libraries.json"
"""What the store of dependencies contained when the base was prepared."""

_LASTING = re.compile(r"\.(?:jar|pom|module|war|zip|tar\.gz|exe)$")
"""Files of a store that no later download changes, except snapshots."""


@contextmanager
def create_folder(folder: Path, tree: GitTree, commit: str) -> Iterator[Path]:
    """Make room in the cache, and create the folder of a preparation with the tree of its commit.

    Yields the unfinished folder. At the end it gets its name, and its size is recorded.

    Raises:
        CacheError: there is no room in the cache.
    """
    cache = folder.parent.parent
    with room_for(cache, cache_size(), commit):
        with create_whole(folder) as scratch:
            (scratch / BASE).mkdir()
            export_tree(tree, scratch / BASE)
            make_readable(scratch)
            yield scratch
        record_size(folder, cache)


def read_record(folder: Path, jdks: Sequence[Jdk]) -> PreparedBase:
    """Read the record of a preparation with its JDK where this machine has it."""
    prepared = from_json(PreparedBase, (folder / RECORD).read_bytes())
    equal = [jdk for jdk in jdks if jdk.identity == prepared.jdk.identity]
    if not equal or prepared.jdk in equal:
        return prepared
    return replace(prepared, jdk=equal[0])


def write_record(prepared: PreparedBase, scratch: Path, libraries: bytes | None = None) -> None:
    """Write the record of a preparation, and seal its folder.

    `libraries` is the list of the store's files, if there already is one.

    Raises:
        BaseInvalidError: main and test sources are in one folder.
    """
    refuse_shared_sources(prepared.modules)
    write_whole(scratch / RECORD, to_json(prepared).encode())
    if libraries is None:
        write_listing(scratch / LIBRARIES, listing(prepared.libraries, _is_lasting))
    else:
        write_whole(scratch / LIBRARIES, libraries)
    seal(scratch)


def is_whole(folder: Path, commit: str) -> bool:
    """Tell whether a preparation is complete, and it and its files of the store are unchanged.

    The commit uses the store from now on. A changed file of the store is moved aside; other
    preparations that need it will find it missing.
    """
    if not (folder / RECORD).is_file() or damage(folder):
        return False
    libraries = from_json(PreparedBase, (folder / RECORD).read_bytes()).libraries
    cache = folder.parent.parent
    # After the cache was moved, the preparation still names the old place of its store.
    if libraries.is_relative_to(cache):
        hold(libraries, cache, commit)
    damaged = damage(libraries, folder / LIBRARIES)
    if not damaged:
        return True
    # Another process may be downloading it right now.
    with lock_store(libraries):
        damaged = damage(libraries, folder / LIBRARIES)
        while damaged and damaged != LIBRARIES and (libraries / damaged).is_file():
            set_aside(libraries / damaged)
            damaged = damage(libraries, folder / LIBRARIES)
    return False


def _is_lasting(path: str) -> bool:
    return _LASTING.search(path) is not None and "-SNAPSHOT/" not in path


def refuse_shared_sources(modules: Sequence[Module]) -> None:
    """Refuse tests in a folder of main sources: a candidate could change them.

    Raises:
        BaseInvalidError: there is such a folder.
    """
    for module in modules:
        shared = set(module.sources) & set(module.test_sources)
        if shared and module.has_code:
            raise BaseInvalidError(
                f"{min(shared)} holds both main and test sources of the base commit",
                hint="Nothing tells its tests from the code that a prediction may change.",
            )
