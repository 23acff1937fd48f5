"""What the cache keeps, with its sizes and hashes: what is damaged is moved aside and made anew.

A cache lies for years on disks that fill up, machines that lose power, and runs that are killed.
What it holds decides verdicts, so nothing of it is believed because it is there.
"""

import hashlib
import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from verifier.errors import CacheError, StorageError
from verifier.tools.files import sha256_of, storage_errors, write_whole

logger = logging.getLogger(__name__)

MANIFEST = ".refverify-manifest.json"
_SEAL = b"sha256 "


@contextmanager
def cache_errors() -> Iterator[None]:
    """A disk that is full where the cache is says nothing of a base, and ends no run."""
    try:
        yield
    except StorageError as error:
        raise CacheError(f"the cache: {error.message}", hint=error.hint) from error


def listing(folder: Path, wanted: Callable[[str], bool] = bool) -> dict[str, tuple[int, str]]:
    """Size and SHA-256 of the regular files below a folder, by their path from it."""
    return {path: _facts(folder / path) for path in _files(folder) if wanted(path)}


def seal(folder: Path) -> None:
    """Write down what a folder holds, in itself; called once it is whole.

    Raises:
        StorageError: that cannot be written.
    """
    write_listing(folder / MANIFEST, listing(folder, lambda path: path != MANIFEST))


def write_listing(file: Path, held: dict[str, tuple[int, str]]) -> None:
    """Keep a listing.

    Raises:
        StorageError: it cannot be written.
    """
    write_sealed(file, json.dumps(held, sort_keys=True).encode("ascii"))


def damage(folder: Path, manifest: Path | None = None) -> str:
    """The first file that is not as it was written down; empty where all are. Others may be there.

    A manifest that is missing or damaged is named itself.
    """
    file = manifest or folder / MANIFEST
    content = read_sealed(file)
    if content is None:
        return file.name
    held: dict[str, list[int | str]] = json.loads(content)
    # Sizes first: they cost nothing and tell most of what is damaged.
    for path, (size, _) in held.items():
        if _size(folder / path) != size:
            return path
    for path, (_, digest) in held.items():
        if _digest(folder / path) != digest:
            return path
    return ""


def set_aside(path: Path, what: str = "") -> None:
    """Move a damaged file or folder out of the way, beside its place, and say so.

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
    logger.warning("%s is damaged%s; it is kept as %s and made anew", path, what, aside.name)


def write_sealed(file: Path, content: bytes) -> None:
    """Write a file whole, below a line with its hash.

    Raises:
        StorageError: it cannot be written.
    """
    digest = hashlib.sha256(content).hexdigest().encode("ascii")
    write_whole(file, _SEAL + digest + b"\n" + content)


def read_sealed(file: Path) -> bytes | None:
    """What was written; None where there is nothing, or something else."""
    try:
        line, _, content = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    digest = hashlib.sha256(content).hexdigest().encode("ascii")
    return content if line == _SEAL + digest else None


def kept(file: Path) -> bytes | None:
    """Like `read_sealed`, and what is damaged is moved aside.

    Raises:
        CacheError: it cannot be moved.
    """
    content = read_sealed(file)
    if content is None and os.path.lexists(file):
        set_aside(file)
    return content


def remove_newer(folder: Path, mark: Path) -> int:
    """Remove the files that changed since a mark was made; how many there were.

    A writer that was killed may have left them in part.

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
    """The size of a regular file; -1 where there is none."""
    try:
        return path.lstat().st_size if not path.is_symlink() else -1
    except OSError:
        return -1


def _digest(path: Path) -> str:
    try:
        return sha256_of(path)
    except OSError:
        return ""
