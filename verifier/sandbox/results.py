"""Read a job's results from an untrusted tar or folder; only regular files pass.

The tar reader supports only plain entries and GNU's long names, never seeks, never writes to disk,
and has a limit for every value that the archive can choose.
"""

import io
import stat
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from verifier.printable import count_more
from verifier.sandbox.base import JobLimits

BLOCK = 512
LONGEST_NAME = 8192
MOST_REJECTED = 100
FOLDER = b"5"
LONG_NAME = b"L"
KINDS = {b"1": "hard link", b"2": "link", b"3": "device", b"4": "device", b"6": "pipe"}


@dataclass(kw_only=True)
class Collected:
    """The accepted files, and the names of refused ones with the reason."""

    limits: JobLimits
    artefacts: dict[str, bytes] = field(default_factory=dict)
    rejected: list[str] = field(default_factory=list)
    size: int = 0
    refusals: int = 0

    def refuse(self, name: str, why: str) -> None:
        """Record a refused file by name; after a hundred only count them."""
        self.refusals += 1
        if self.refusals <= MOST_REJECTED:
            self.rejected.append(f"{name.removeprefix('./')[:200]}: {why}")

    def wants(self, name: str, size: int) -> bool:
        """Whether a regular file with this name and size is accepted; records a refusal if not."""
        why = self._objection(name, size)
        if why:
            self.refuse(name, why)
        return not why

    def keep(self, name: str, content: bytes) -> None:
        """Store a file that `wants` accepted."""
        self.artefacts[_normal(name)] = content
        self.size += len(content)

    @property
    def full(self) -> bool:
        """Whether so many files were refused that reading should stop."""
        return self.refusals > self.limits.result_files

    def summary(self) -> tuple[str, ...]:
        """Return the refusals; if some were only counted, the last entry is their number."""
        more = self.refusals - len(self.rejected)
        return (*self.rejected, *filter(None, [count_more(more)]))

    def _objection(self, name: str, size: int) -> str:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\0" in name or _normal(name) in {"", "."}:
            return "outside"
        if _normal(name) in self.artefacts:
            return "twice"
        if size > self.limits.result_bytes - self.size:
            return f"too large ({size} bytes)"
        if len(self.artefacts) >= self.limits.result_files:
            return "too many files"
        return ""


def _normal(name: str) -> str:
    return str(PurePosixPath(name))


def read_tar(stream: IO[bytes], limits: JobLimits) -> Collected:
    """Read an archive that hostile code may have made; its content never raises an error.

    A damaged or truncated archive returns the files before the damage, and a refusal that says so.
    """
    collected = Collected(limits=limits)
    long_name = ""
    while not collected.full:
        header = stream.read(BLOCK)
        # An archive ends with two empty blocks; one is enough here, because tar's padding follows.
        if len(header) < BLOCK or not any(header):
            if header and any(header):
                collected.refuse("archive", "cut short")
            return collected
        size = _size(header)
        if size is None or not _sum_holds(header):
            collected.refuse("archive", "damaged header")
            return collected
        kind = header[156:157]
        name = long_name or _text(header[:100])
        long_name = ""
        if kind == LONG_NAME and size <= LONGEST_NAME:
            long_name = _text(_body(stream, size))
        elif kind in (b"0", b"\0"):
            _file(stream, name, size, collected)
        else:
            if kind != FOLDER:
                collected.refuse(name, KINDS.get(kind, f"entry type {kind!r}"))
            _skip(stream, size)
    collected.refuse("archive", "too many refused entries, the rest was not read")
    return collected


def _file(stream: IO[bytes], name: str, size: int, collected: Collected) -> None:
    if not collected.wants(name, size):
        _skip(stream, size)
        return
    content = _body(stream, size)
    if len(content) == size:
        collected.keep(name, content)
    else:
        collected.refuse(name, "cut short")


def _size(header: bytes) -> int | None:
    raw = header[124:136]
    # GNU's binary sizes, for values that need more than eleven octal digits.
    if raw[0] & 0x80:
        return int.from_bytes(raw[4:], "big") if not any(raw[1:4]) else None
    digits = raw.strip(b"\0 ")
    if digits.strip(b"01234567"):
        return None
    return int(digits, 8) if digits else 0


def _sum_holds(header: bytes) -> bool:
    digits = header[148:156].strip(b"\0 ")
    if not digits or digits.strip(b"01234567"):
        return False
    return int(digits, 8) == sum(header[:148]) + 8 * ord(" ") + sum(header[156:])


def _text(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("utf-8", "backslashreplace")


def _pad(size: int) -> int:
    return -(-size // BLOCK) * BLOCK


def _body(stream: IO[bytes], size: int) -> bytes:
    return stream.read(_pad(size))[:size]


def _skip(stream: IO[bytes], size: int) -> None:
    left = _pad(size)
    while left > 0:
        read = len(stream.read(min(left, 1 << 20)))
        if not read:
            return
        left -= read


def read_folder(work: Path, results: tuple[str, ...], limits: JobLimits) -> Collected:
    """Read results from a folder on this machine, by the same rules as from an archive.

    No link is followed, neither as a result nor on the way to one.
    """
    collected = Collected(limits=limits)
    for result in results:
        _walk(work, PurePosixPath(result), collected)
    return collected


def _walk(work: Path, relative: PurePosixPath, collected: Collected) -> None:
    # A link in a parent folder would lead out of the folder just like a link as a result.
    parents = [parent for parent in relative.parents if parent != PurePosixPath()]
    if relative.is_absolute() or ".." in relative.parts:
        collected.refuse(str(relative), "outside")
    elif any((work / parent).is_symlink() for parent in parents):
        collected.refuse(str(relative), "behind a link")
    elif (work / relative).is_symlink() or (work / relative).exists():
        _take(work, str(relative), collected)


def _take(work: Path, name: str, collected: Collected) -> None:
    status = (work / name).lstat()
    if stat.S_ISDIR(status.st_mode):
        for entry in sorted((work / name).iterdir()):
            if collected.full:
                return
            _take(work, f"{name}/{entry.name}", collected)
    elif not stat.S_ISREG(status.st_mode):
        collected.refuse(name, "link" if stat.S_ISLNK(status.st_mode) else "device")
    # A hard link may also be the name of a file elsewhere.
    elif status.st_nlink > 1:
        collected.refuse(name, "hard link")
    elif collected.wants(name, status.st_size):
        collected.keep(name, (work / name).read_bytes())


def archive_bound(limits: JobLimits) -> int:
    """Return the most bytes of an archive to read: the files, and space for refused ones."""
    return limits.result_bytes + (limits.result_files + 1000) * 4 * BLOCK + io.DEFAULT_BUFFER_SIZE
