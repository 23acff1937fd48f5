"""Read what the checks left in a run folder: capped, and never outside the folder."""

from dataclasses import dataclass
from pathlib import Path

from verifier.domain.evidence import CANDIDATE_PATCH, evidence_path
from verifier.reports.ledger import Entry


@dataclass(frozen=True, kw_only=True, slots=True)
class Excerpt:
    """The part of a file that is shown; `left_out` counts the bytes that are not."""

    text: str
    left_out: int


def locate(entry: Entry, relative: str) -> Path | None:
    """The file behind a record's path; None where there is none or it leads out of the run."""
    root = entry.run.resolve()
    try:
        path = (root / relative).resolve()
        inside = path.is_relative_to(root) and path.is_file()
    except (OSError, ValueError):
        return None
    return path if inside else None


def candidate_patch(entry: Entry) -> Path | None:
    """The diff that was judged; None where the answer gave none."""
    verdict = entry.verdict
    folder = evidence_path(verdict.instance_id, verdict.model_name_or_path, verdict.sample)
    return locate(entry, str(folder / CANDIDATE_PATCH))


def read_head(path: Path, limit: int) -> Excerpt:
    """The first `limit` bytes as text."""
    return _read(path, 0, limit)


def read_tail(path: Path, limit: int) -> Excerpt:
    """The last `limit` bytes as text: a log says at its end what went wrong."""
    return _read(path, -limit, limit)


def _read(path: Path, start: int, limit: int) -> Excerpt:
    """A file that cannot be read is said to be so; it must not cost the whole report."""
    try:
        size = path.stat().st_size
        with path.open("rb") as stream:
            stream.seek(max(0, size + start) if start < 0 else start)
            data = stream.read(limit)
    except OSError as error:
        return Excerpt(text=f"{path.name} cannot be read: {error.strerror}", left_out=0)
    return Excerpt(text=data.decode("utf-8", "replace"), left_out=max(0, size - len(data)))
