"""Read the files that checks left in a run folder. Sizes are capped; paths cannot leave the folder."""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from verifier.domain.evidence import CANDIDATE_PATCH, evidence_path
from verifier.reports.ledger import LedgerEntry


@dataclass(frozen=True, kw_only=True, slots=True)
class Excerpt:
    """The part of a file that the report shows. `left_out` counts the bytes that it omits."""

    text: str
    left_out: int


def locate(entry: LedgerEntry, relative: str) -> Path | None:
    """Find the file of a record's path.

    None if there is no such file, if the path leaves the run, or if a part of it is a symbolic link.
    """
    root = path = entry.run.resolve()
    try:
        for part in PurePosixPath(relative).parts:
            path /= part
            if part == ".." or path.is_symlink():
                return None
        inside = path.is_relative_to(root) and path.is_file()
    except (OSError, ValueError):
        return None
    return path if inside else None


def candidate_patch(entry: LedgerEntry) -> Path | None:
    """The diff that was judged, or None if the answer contained none."""
    return locate_own(entry, CANDIDATE_PATCH)


def locate_own(entry: LedgerEntry, name: str) -> Path | None:
    """Find a file in the prediction's own evidence folder."""
    verdict = entry.verdict
    folder = evidence_path(verdict.instance_id, verdict.model_name_or_path, verdict.sample)
    return locate(entry, str(folder / name))


def read_head(path: Path, limit: int) -> Excerpt:
    """Read the first `limit` bytes as text."""
    return _read(path, limit, from_end=False)


def read_tail(path: Path, limit: int) -> Excerpt:
    """Read the last `limit` bytes as text; the end of a log shows what went wrong."""
    return _read(path, limit, from_end=True)


def _read(path: Path, limit: int, *, from_end: bool) -> Excerpt:
    """Read a part of a file. An unreadable file yields a message, so that the report still appears."""
    try:
        part = read_part(path, limit, from_end=from_end)
    except OSError as error:
        return Excerpt(text=f"{path.name} cannot be read: {error.strerror}", left_out=0)
    return Excerpt(text=part.data.decode("utf-8", "replace"), left_out=part.left_out)


@dataclass(frozen=True, kw_only=True, slots=True)
class FilePart:
    """The beginning or the end of a file, and the number of bytes that are not in it."""

    data: bytes
    left_out: int


def read_part(path: Path, limit: int, *, from_end: bool) -> FilePart:
    """Read at most `limit` bytes of a file, its first or its last ones.

    Raises:
        OSError: it cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as stream:
        stream.seek(max(0, size - limit) if from_end else 0)
        data = stream.read(limit)
    return FilePart(data=data, left_out=max(0, size - len(data)))
