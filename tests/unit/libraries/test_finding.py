"""A search is made once, and again as soon as its answer may be another one."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree, QuickAnalysis
from verifier.builds.options import BuildOptions
from verifier.domain.libraries import (
    FoundLibrary,
    LibraryAnswer,
    LibraryPlaces,
    LibraryRequest,
    MissingLibrary,
    Origin,
)
from verifier.errors import AnalysisTimeout
from verifier.libraries.finding import LibraryFinder
from verifier.libraries.known import are_there

TREE = MemoryTree.of({"pom.xml": "<project/>"})
LOST = MissingLibrary(coordinates="g.h:lost:1", why="jar of the class path")


@dataclass
class Searches(QuickAnalysis):
    """An analysis that finds what it was given, and counts."""

    answer: LibraryAnswer = field(
        default_factory=lambda: LibraryAnswer(jars=(), missing=(), notes=())
    )
    asked: int = 0

    def libraries(self, request: LibraryRequest) -> LibraryAnswer:
        assert dict(request.poms) == {"pom.xml": b"<project/>"}
        self.asked += 1
        return self.answer


@pytest.fixture
def searches(tmp_path: Path) -> Searches:
    jar = tmp_path / "a-1.jar"
    jar.write_bytes(b"one")
    found = FoundLibrary(coordinates="g:a:1", origin=Origin.FETCHED)
    return Searches(LibraryAnswer(jars=((jar, found),), missing=(LOST,), notes=("n",)))


@pytest.fixture
def finder(searches: Searches, tmp_path: Path) -> LibraryFinder:
    places = LibraryPlaces(repository=tmp_path / "repository", gradle=tmp_path / "gradle")
    options = BuildOptions(cache=tmp_path / "cache")
    return LibraryFinder(analysis=searches, options=options, places=places)


def test_the_record_says_what_was_found_and_what_is_missing(finder: LibraryFinder) -> None:
    found = finder.read(TREE)

    assert [jar.name for jar in found.jars] == ["a-1.jar"]
    assert [(each.coordinates, each.origin) for each in found.record.found] == [
        ("g:a:1", Origin.FETCHED)
    ]
    assert found.record.missing == (LOST,)


def test_the_same_build_files_are_asked_once(finder: LibraryFinder, searches: Searches) -> None:
    finder.read(TREE)
    again = finder.read(TREE)

    assert searches.asked == 1
    assert [each.origin for each in again.record.found] == [Origin.LOCAL]


def appears(tmp_path: Path) -> None:
    jar = tmp_path / "repository" / "g" / "h" / "lost" / "1" / "lost-1.jar"
    jar.parent.mkdir(parents=True)
    jar.touch()


def appears_in_gradle(tmp_path: Path) -> None:
    jar = tmp_path / "gradle" / "g.h" / "lost" / "1" / "0a1b" / "lost-1.jar"
    jar.parent.mkdir(parents=True)
    jar.touch()


def changes(tmp_path: Path) -> None:
    (tmp_path / "a-1.jar").write_bytes(b"other")


def goes(tmp_path: Path) -> None:
    (tmp_path / "a-1.jar").unlink()


@pytest.mark.parametrize("event", [appears, appears_in_gradle, changes, goes])
def test_it_is_asked_again_once_a_file_appears_changes_or_goes(
    event: Callable[[Path], None], finder: LibraryFinder, searches: Searches, tmp_path: Path
) -> None:
    finder.read(TREE)
    event(tmp_path)
    finder.read(TREE)

    assert searches.asked == 2


def test_what_is_missing_is_asked_for_again_where_it_may_be_fetched(
    finder: LibraryFinder, searches: Searches
) -> None:
    finder.read(TREE)
    assert finder.places is not None
    replace(finder, places=replace(finder.places, fetch=True)).read(TREE)

    assert searches.asked == 2


def test_a_search_that_fails_leaves_a_note_and_no_class_path(finder: LibraryFinder) -> None:
    class Slow(QuickAnalysis):
        def libraries(self, request: LibraryRequest) -> LibraryAnswer:
            del request
            raise AnalysisTimeout("too slow")

    found = replace(finder, analysis=Slow()).read(TREE)

    assert (found.jars, found.record.notes) == ((), ("too slow",))


def test_without_a_build_file_nothing_is_asked(finder: LibraryFinder, searches: Searches) -> None:
    found = finder.read(MemoryTree.of({"A.java": ""}))

    assert (found.jars, searches.asked) == ((), 0)
    assert found.record.notes == ("there is no build file",)


def test_coordinates_that_are_not_whole_are_nowhere(tmp_path: Path) -> None:
    places = LibraryPlaces(repository=tmp_path, gradle=tmp_path)

    assert not are_there([MissingLibrary(coordinates="g:a:", why="")], places)
