"""Where Gradle saw a project's store when it filled it: its indexes name jars by their whole path."""

from pathlib import Path

from verifier.tools.files import write_whole

_SEEN_AT = "refverify-seen-at"


def note_seen_at(libraries: Path, place: str) -> None:
    """Keep where the store was seen; the last one counts."""
    if read_seen_at(libraries) != place:
        write_whole(libraries / _SEEN_AT, place.encode())


def read_seen_at(libraries: Path) -> str:
    """Where the store was seen; empty where nobody has filled it yet."""
    path = libraries / _SEEN_AT
    return path.read_text("utf-8") if path.is_file() else ""
