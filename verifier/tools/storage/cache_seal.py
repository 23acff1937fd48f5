"""Check cached files by their sizes and hashes; damaged ones are moved aside and made again.

A cache stays for years on disks that fill up, on machines that lose power, and with runs that are
killed. Its content decides verdicts, so nothing in it is trusted just because it exists.
"""

import hashlib
import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from verifier.errors import CacheError, StorageError
from verifier.tools.storage.files import sha256_of, storage_errors, write_whole

logger = logging.getLogger(__name__)

MANIFEST = ".refverify-manifest.json"
_SEAL = b"sha256 "


@contextmanager
def cache_errors() -> Iterator[None]:
    """Convert storage errors in the cache into a CacheError: a full disk says nothing about a base."""
    try:
        yield
    except StorageError as error:
        raise CacheError(f"the cache: {error.message}", hint=error.hint) from error


def listing(folder: Path, wanted: Callable[[str], bool] = bool) -> dict[str, tuple[int, str]]:
    """Return size and SHA-256 of the regular files below a folder, by relative path."""
    return {path: _facts(folder / path) for path in _files(folder) if wanted(path)}


def seal(folder: Path) -> None:
    """Write a manifest of a folder into it; call this when the folder is complete.

    Raises:
        StorageError: the manifest cannot be written.
    """
    write_listing(folder / MANIFEST, listing(folder, lambda path: path != MANIFEST))


def write_listing(file: Path, held: dict[str, tuple[int, str]]) -> None:
    """Write a listing to a file.

    Raises:
        StorageError: it cannot be written.
    """
    write_sealed(file, json.dumps(held, sort_keys=True).encode("ascii"))


def damage(folder: Path, manifest: Path | None = None) -> str:
    """Return the first file that differs from the manifest; empty if all match. Additional files
    are allowed.

    If the manifest is missing or damaged, returns its own name.
    """
    file = manifest or folder / MANIFEST
    content = read_sealed(file)
    if content is None:
        return file.name
    held: dict[str, list[int | str]] = json.loads(content)
    # Sizes come first: they are cheap to check and reveal most damage.
    for path, (size, _) in held.items():
        if _size(folder / path) != size:
            return path
    for path, (_, digest) in held.items():
        if _digest(folder / path) != digest:
            return path
    return ""


def set_aside(path: Path, what: str = "") -> None:
    """Rename a damaged file or folder next to its place, and log a warning.

    Raises:
        CacheError: it cannot be moved.
    """
    for number in range(1000):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not os.path.lexists(aside):
            break
    try:
        path.rename(aside)
    except FileNotFoundError:
        return
    except OSError as error:
        raise CacheError(
            f"{path} is damaged and cannot be moved aside: {error.strerror}",
            hint="Remove it, and run the same command again.",
        ) from error
    logger.warning("%s is damaged%s; it is kept as %s and made again", path, what, aside.name)


def write_sealed(file: Path, content: bytes) -> None:
    """Write a file atomically, with a first line that contains the hash of the rest.

    Raises:
        StorageError: it cannot be written.
    """
    digest = hashlib.sha256(content).hexdigest().encode("ascii")
    write_whole(file, _SEAL + digest + b"\n" + content)


def read_sealed(file: Path) -> bytes | None:
    """Return the content of a sealed file; None if it is missing or damaged."""
    try:
        line, _, content = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    digest = hashlib.sha256(content).hexdigest().encode("ascii")
    return content if line == _SEAL + digest else None


def read_or_set_aside(file: Path) -> bytes | None:
    """Like `read_sealed`, but move a damaged file aside.

    Raises:
        CacheError: it cannot be moved.
    """
    content = read_sealed(file)
    if content is None and os.path.lexists(file):
        set_aside(file)
    return content


def remove_newer(folder: Path, mark: Path) -> int:
    """Remove the files that changed after a mark was made; return their number.

    A killed writer may have left them incomplete.

    Raises:
        StorageError: one cannot be removed.
    """
    since, count = mark.stat().st_ctime_ns, 0
    with storage_errors(folder):
        for path in list(_files(folder)):
            if (folder / path).lstat().st_ctime_ns >= since:
                (folder / path).unlink()
                count += 1
    return count


def _files(folder: Path) -> Iterable[str]:
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = Path(parent, name)
            if path.is_file() and not path.is_symlink():
                yield path.relative_to(folder).as_posix()


def _facts(path: Path) -> tuple[int, str]:
    return _size(path), _digest(path)


def _size(path: Path) -> int:
    """Return the size of a regular file; -1 if there is none."""
    try:
        return path.lstat().st_size if not path.is_symlink() else -1
    except OSError:
        return -1


def _digest(path: Path) -> str:
    try:
        return sha256_of(path)
    except OSError:
        return ""
