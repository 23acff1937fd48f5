"""Remember the path at which Gradle saw a project's store: its indexes contain absolute paths of jars."""

from pathlib import Path

from verifier.tools.storage.files import write_whole

_SEEN_AT = "refverify-seen-at"


def note_seen_at(libraries: Path, place: str) -> None:
    """Record the path of the store; the last one counts."""
    if read_seen_at(libraries) != place:
        write_whole(libraries / _SEEN_AT, place.encode())


def read_seen_at(libraries: Path) -> str:
    """Return the recorded path of the store; empty if it has not been filled yet."""
    path = libraries / _SEEN_AT
    return path.read_text("utf-8") if path.is_file() else ""
