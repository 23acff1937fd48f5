"""Find a small test class, so that a first build fetches what its tests run with without a whole run."""

from collections.abc import Iterator
from pathlib import Path

from verifier.domain.paths import SourceFolders, is_test_path
from verifier.java_text.encoding import comparable
from verifier.java_text.test_code import declares_tests


def smallest_test(base: Path, known: SourceFolders) -> str | None:
    """The simple name of the smallest concrete `*Test` class among the tests, or None."""
    files = sorted(_candidates(base, known), key=lambda path: (path.stat().st_size, str(path)))
    for path in files:
        # A guess is enough: whatever it misses is fetched when the base is first measured.
        text = comparable(path.read_bytes())
        if "abstract class" not in text and declares_tests(text):
            return path.stem
    return None


def _candidates(base: Path, known: SourceFolders) -> Iterator[Path]:
    for path in base.rglob("*Test.java"):
        if is_test_path(path.relative_to(base).as_posix(), known):
            yield path
