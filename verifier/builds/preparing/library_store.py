"""The store of dependencies of a project, which several processes share."""

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from verifier.errors import SandboxError, VerifierError
from verifier.tools.storage.cache_entries import record_size
from verifier.tools.storage.cache_seal import cache_errors, remove_newer
from verifier.tools.storage.files import storage_errors, write_whole
from verifier.tools.storage.locking import exclusive

logger = logging.getLogger(__name__)


@contextmanager
def fill_store(libraries: Path) -> Iterator[None]:
    """Hold the store so that only this process writes to it; others may still read it."""
    mark = libraries.with_suffix(".filling")
    with cache_errors(), lock_store(libraries):
        with storage_errors(libraries):
            libraries.mkdir(parents=True, exist_ok=True)
        if mark.exists():
            count = remove_newer(libraries, mark)
            logger.info("%d files of a preparation that was killed are fetched again", count)
        write_whole(mark, b"")
        try:
            yield
        except SandboxError:
            # The sandbox may have stopped a command in the middle of a file.
            raise
        except VerifierError:
            # Every command had finished on its own.
            _end_filling(libraries, mark)
            raise
        _end_filling(libraries, mark)


def _end_filling(libraries: Path, mark: Path) -> None:
    mark.unlink(missing_ok=True)
    record_size(libraries, libraries.parent.parent)


def lock_store(libraries: Path) -> AbstractContextManager[None]:
    """Lock a store, so that no other process fetches dependencies into it."""
    return exclusive(libraries.with_suffix(".lock"))
