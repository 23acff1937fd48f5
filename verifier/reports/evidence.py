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
    verdict = entry.verdict
    folder = evidence_path(verdict.instance_id, verdict.model_name_or_path, verdict.sample)
    return locate(entry, str(folder / CANDIDATE_PATCH))


def read_head(path: Path, limit: int) -> Excerpt:
    """Read the first `limit` bytes as text."""
    return _read(path, 0, limit)


def read_tail(path: Path, limit: int) -> Excerpt:
    """Read the last `limit` bytes as text; the end of a log shows what went wrong."""
    return _read(path, -limit, limit)


def _read(path: Path, start: int, limit: int) -> Excerpt:
    """Read a part of a file. An unreadable file yields a message, so that the report still appears."""
    try:
        size = path.stat().st_size
        with path.open("rb") as stream:
            stream.seek(max(0, size + start) if start < 0 else start)
            data = stream.read(limit)
    except OSError as error:
        return Excerpt(text=f"{path.name} cannot be read: {error.strerror}", left_out=0)
    return Excerpt(text=data.decode("utf-8", "replace"), left_out=max(0, size - len(data)))
