"""Find a small test class, so that a first build fetches what tests need without running them all."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from verifier.builds.described.module import Module
from verifier.java_text.encoding import comparable
from verifier.java_text.test_code import declares_tests


def smallest_test(base: Path, modules: Iterable[Module]) -> str | None:
    """Return the simple name of the smallest concrete `*Test` class in some modules, or None."""
    found = _concrete(_candidates(base, modules))
    return next((path.stem for path, text in found if declares_tests(text)), None)


def smallest_test_of_each(base: Path, modules: Iterable[Module]) -> tuple[str, ...]:
    """Return one name per module that has such a class; it may inherit all its tests."""
    names: dict[str, None] = {}
    for module in modules:
        found = [*_concrete(_candidates(base, [module]))]
        with_tests = (path for path, text in found if declares_tests(text))
        if found:
            names[next(with_tests, found[0][0]).stem] = None
    return tuple(names)


def _concrete(files: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """Yield the smallest files first, with their texts.

    A guess is enough: what it misses is fetched when the base is first measured.
    """
    for path in sorted(files, key=lambda path: (path.stat().st_size, str(path))):
        text = comparable(path.read_bytes())
        if "abstract class" not in text and f"interface {path.stem}" not in text:
            yield path, text


def _candidates(base: Path, modules: Iterable[Module]) -> Iterator[Path]:
    for module in modules:
        for folder in module.test_sources:
            yield from (base / folder).rglob("*Test.java")
