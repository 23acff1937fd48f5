"""Find a small test class, so that a first build fetches what its tests run with without a whole run."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from verifier.builds.module import Module
from verifier.domain.paths import SourceFolders, is_test_path
from verifier.java_text.encoding import comparable
from verifier.java_text.test_code import declares_tests


def smallest_test(base: Path, known: SourceFolders) -> str | None:
    """The simple name of the smallest concrete `*Test` class among the tests, or None."""
    return next(
        (path.stem for path in _concrete(_candidates(base, known)) if _has_tests(path)), None
    )


def smallest_test_of_each(base: Path, modules: Iterable[Module]) -> tuple[str, ...]:
    """One name for each module that has such a class; one that only inherits its tests will do, too."""
    names: dict[str, None] = {}
    for module in modules:
        folders = (base / folder for folder in module.test_sources)
        found = [*_concrete(path for folder in folders for path in folder.rglob("*Test.java"))]
        best = next(filter(_has_tests, found), found[0] if found else None)
        if best is not None:
            names[best.stem] = None
    return tuple(names)


def _concrete(files: Iterable[Path]) -> Iterator[Path]:
    """The smallest first. A guess is enough: what it misses is fetched when the base is first measured."""
    for path in sorted(files, key=lambda path: (path.stat().st_size, str(path))):
        if "abstract class" not in comparable(path.read_bytes()):
            yield path


def _has_tests(path: Path) -> bool:
    return declares_tests(comparable(path.read_bytes()))


def _candidates(base: Path, known: SourceFolders) -> Iterator[Path]:
    for path in base.rglob("*Test.java"):
        if is_test_path(path.relative_to(base).as_posix(), known):
            yield path
