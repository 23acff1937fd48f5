"""Workers that start from an archive of their classes answer as those that do without."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.java_changes import EXTRACTED, SUM, trees
from verifier.analysis import archive, classpath
from verifier.analysis.pool import AnalysisPool
from verifier.domain.source import Detection

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_workers")]

CHANGE = trees({"p/Sum.java": SUM}, {"p/Sum.java": EXTRACTED})


@pytest.fixture(scope="module")
def jars(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, ...]]:
    """Copies of the jars: an archive stands beside the jars that it is of."""
    folder = tmp_path_factory.mktemp("jars")
    copies = tuple(Path(shutil.copy2(jar, folder)) for jar in classpath.jars())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classpath, "jars", lambda: copies)
        yield copies


@pytest.fixture
def place(jars: tuple[Path, ...]) -> Path:
    """Where the archive of the copies is, or would be."""
    found = archive.place(None, jars)
    assert found is not None
    return found


def asked() -> tuple[Detection, bool]:
    """The answer of a new worker, and whether its JVM has an archive in its memory."""
    with AnalysisPool() as pool:
        found = pool.detect(CHANGE)
        (pid,) = pool.pids
        return found, ".aot" in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")


def test_the_first_call_makes_it_and_answers_stay_the_same(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.unlink(missing_ok=True)
    archive.attempts_of(place).unlink(missing_ok=True)
    obsolete = place.with_name("analysis-of-jars-before.aot")
    obsolete.write_bytes(b"")
    os.utime(obsolete, (0, 0))
    # Nothing of the user's environment reaches the JVM that makes it.
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:+NoSuchOption")
    without = asked()
    assert place.is_file()
    assert not obsolete.exists()
    assert asked() == (without[0], True)

    monkeypatch.setenv("REFVERIFY_ANALYSIS_ARCHIVE", "off")
    assert asked() == without


def test_one_that_is_damaged_is_passed_over(place: Path) -> None:
    place.write_bytes(place.read_bytes()[:1_000_000] if place.is_file() else b"damaged")
    found, _ = asked()
    place.unlink()
    assert [each.type_name for each in found.refactorings] == ["Extract Method"]


def test_what_is_stopped_early_is_not_taken_for_whole(place: Path, jars: tuple[Path, ...]) -> None:
    place.unlink(missing_ok=True)
    archive.attempts_of(place).unlink(missing_ok=True)
    making = archive.begin(None, jars)
    assert making is not None
    making.end(1)
    assert not place.exists()
    asked()
    assert place.is_file()
