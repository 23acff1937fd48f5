"""Find a small test class, so that a first build fetches Surefire's provider without a whole run."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from verifier.builds.overlay import TEST_FILE

_MARKS = (b"@Test", b"extends TestCase")


def smallest_test(base: Path, folders: Sequence[str]) -> str | None:
    """The simple name of the smallest concrete `*Test` class below the folders, or None."""
    files = sorted(_candidates(base, folders), key=lambda path: (path.stat().st_size, str(path)))
    for path in files:
        content = path.read_bytes()
        if b"abstract class" not in content and any(mark in content for mark in _MARKS):
            return path.stem
    return None


def _candidates(base: Path, folders: Sequence[str]) -> Iterator[Path]:
    for path in base.rglob("*Test.java"):
        relative = str(path.relative_to(base))
        inside = relative.startswith(tuple(f"{folder}/" for folder in folders))
        if inside or (not folders and TEST_FILE.search(relative)):
            yield path
