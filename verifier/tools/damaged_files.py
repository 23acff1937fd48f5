"""Find damaged downloads in a store: an incomplete file, a web page in its place, or a wrong checksum."""

import hashlib
import os
import re
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

_ARCHIVES = (".jar", ".war", ".ear", ".aar", ".zip")
_TEXTS = (".pom", ".xml", ".module")
_PAGE = re.compile(rb"\s*(?:<!doctype html|<html)", re.IGNORECASE)
_SHA1 = re.compile(rb"\s*([0-9a-fA-F]{40})\b")
_HEAD = 512
_LARGEST = 512 * 1024**2


def remove_damaged(store: Path, since: float, log: str) -> str:
    """Remove the damaged files that a failed command downloaded.

    Looks at files that changed since a time (Unix seconds) and that the command's output names.
    Returns the name of the first damaged file with the reason; empty if none is damaged.
    """
    found = ""
    for path in _changed(store, since):
        if path.name not in log:
            continue
        reason = describe_damage(path)
        if reason:
            path.unlink()
            path.with_name(f"{path.name}.sha1").unlink(missing_ok=True)
            found = found or f"{path.name} {reason}"
    return found


def _changed(store: Path, since: float) -> Iterator[Path]:
    for folder, _, names in os.walk(store):
        for name in sorted(names):
            if name.endswith((*_ARCHIVES, *_TEXTS)):
                path = Path(folder, name)
                status = path.lstat()
                # A program cannot set ctime. Its clock is coarse, so one second is allowed for.
                if stat.S_ISREG(status.st_mode) and status.st_ctime >= since - 1:
                    yield path


def describe_damage(path: Path) -> str:
    """Return what is wrong with a downloaded file; empty if no damage is found."""
    if path.stat().st_size > _LARGEST:
        return ""
    if path.name.endswith(_ARCHIVES) and not zipfile.is_zipfile(path):
        return "is no complete archive"
    with path.open("rb") as file:
        if path.name.endswith(_TEXTS) and _PAGE.match(file.read(_HEAD)):
            return "is a web page"
    stated = _read_stated(path)
    if stated and hashlib.sha1(path.read_bytes(), usedforsecurity=False).hexdigest() != stated:
        return "does not have the checksum that its repository states"
    return ""


def _read_stated(path: Path) -> str:
    """Return the SHA-1 that Maven saved with a file; empty if there is none."""
    stated = path.with_name(f"{path.name}.sha1")
    if not stated.is_file() or stated.is_symlink():
        return ""
    with stated.open("rb") as file:
        match = _SHA1.match(file.read(_HEAD))
    return match[1].decode().lower() if match else ""
