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


@pytest.fixture(autouse=True)
def _any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made with the lowest priority takes its time where all tests run at once; a user's call gives it up."""
    monkeypatch.setattr(archive, "PATIENCE", 300.0)


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


def made(place: Path, jars: tuple[Path, ...]) -> bytes:
    """An archive, waited for however busy the machine is."""
    while archive.kept(None, jars) is None:
        # What was stopped, or had no memory, is tried again, as often as a call would.
        making = archive.begin(None, jars)
        assert making is not None
        making.end(300)
    assert archive.kept(None, jars) == place
    return place.read_bytes()


@pytest.mark.parametrize("what", ["cut off", "other bytes in the middle", "no archive"])
def test_f1_one_that_is_damaged_is_passed_over_and_may_be_made_anew(
    place: Path, jars: tuple[Path, ...], what: str
) -> None:
    whole = made(place, jars)
    at = len(whole) * 3 // 4
    place.write_bytes(
        {
            "cut off": whole[:1_000_000],
            "other bytes in the middle": whole[:at] + bytes(65_536) + whole[at + 65_536 :],
            "no archive": b"damaged",
        }[what]
    )

    found, mapped = asked()

    assert ([each.type_name for each in found.refactorings], mapped) == (["Extract Method"], False)
    assert made(place, jars)
    assert asked() == (found, True)


def test_what_is_stopped_early_is_not_taken_for_whole(place: Path, jars: tuple[Path, ...]) -> None:
    place.unlink(missing_ok=True)
    archive.attempts_of(place).unlink(missing_ok=True)
    making = archive.begin(None, jars)
    assert making is not None
    making.end(1)
    assert not place.exists()
    asked()
    assert place.is_file()
