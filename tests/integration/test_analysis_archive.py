"""Workers that start from an archive of their classes answer as those that do without."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.java_changes import EXTRACTED, SUM, trees
from verifier.analysis import archive, classpath
from verifier.analysis.archive import seal_of
from verifier.analysis.pool import AnalysisPool
from verifier.analysis.warm import warm
from verifier.domain.source import Detection

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_workers")]

LONG = 300.0
"""Seconds to wait for an archive that a test needs. A user's call waits less."""
CHANGE = trees({"p/Sum.java": SUM}, {"p/Sum.java": EXTRACTED})


@pytest.fixture(scope="module")
def jars(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, ...]]:
    """Copies of the jars, because an archive is written next to its jars."""
    folder = tmp_path_factory.mktemp("jars")
    copies = tuple(Path(shutil.copy2(jar, folder)) for jar in classpath.jars())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classpath, "jars", lambda: copies)
        # With the lowest priority it never ends while other tests use all processors.
        patch.setattr(archive, "PRIORITY", 0)
        yield copies


@pytest.fixture
def place(jars: tuple[Path, ...]) -> Path:
    """Where the archive of the copies is, or would be."""
    found = archive.place(None, jars)
    assert found is not None
    return found


def ask_new_worker() -> tuple[Detection, bool]:
    """The answer of a new worker, and whether its JVM has an archive in its memory."""
    with AnalysisPool() as pool:
        found = pool.detect(CHANGE)
        (pid,) = pool.pids
        return found, ".aot" in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")


@dataclass(frozen=True, kw_only=True, slots=True)
class Beginnings:
    """What the first calls found; making an archive takes seconds, so the tests below look at the same."""

    after_a_stop: bool
    """Whether there was an archive when its making had been stopped early."""
    without: tuple[Detection, bool]
    whole: bytes
    """The archive that the first call has made; empty where there is none."""
    obsolete: bool
    """Whether one of earlier jars was still there then."""


@pytest.fixture(scope="module")
def beginnings(jars: tuple[Path, ...]) -> Beginnings:
    """Its making is stopped early; then comes the first call, in a user's environment."""
    place = archive.place(None, jars)
    assert place is not None
    obsolete = place.with_name("analysis-of-jars-before.aot")
    obsolete.write_bytes(b"")
    os.utime(obsolete, (0, 0))
    making = archive.begin(None, jars)
    assert making is not None
    making.end(1)
    after_a_stop = place.exists()
    with pytest.MonkeyPatch.context() as patch, warm(0):
        patch.setattr(archive, "PATIENCE", LONG)
        # Nothing of the user's environment reaches the JVM that makes it.
        patch.setenv("JAVA_TOOL_OPTIONS", "-XX:+NoSuchOption")
        without = ask_new_worker()
    return Beginnings(
        after_a_stop=after_a_stop,
        without=without,
        whole=place.read_bytes() if place.is_file() else b"",
        obsolete=obsolete.exists(),
    )


def test_the_first_call_makes_it_and_answers_stay_the_same(
    beginnings: Beginnings, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert beginnings.whole == whole
    assert not beginnings.obsolete
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:+NoSuchOption")
    assert ask_new_worker() == (beginnings.without[0], True)

    monkeypatch.setenv("REFVERIFY_ANALYSIS_ARCHIVE", "off")
    assert ask_new_worker() == beginnings.without


@pytest.fixture
def whole(beginnings: Beginnings, place: Path, jars: tuple[Path, ...]) -> Iterator[bytes]:
    """The archive before a test; also the one after it."""
    assert archive.find_archive(None, jars) == place
    yield beginnings.whole
    place.write_bytes(beginnings.whole)
    seal_of(place).write_text(sha256(beginnings.whole).hexdigest(), "ascii")


@pytest.mark.parametrize(
    ("what", "patience"),
    [
        pytest.param("cut off", LONG, id="cut off"),
        # Of these two making another one is begun alone.
        pytest.param("other bytes in the middle", 0.0, id="other bytes in the middle"),
        pytest.param("no archive", 0.0, id="no archive"),
    ],
)
def test_f1_one_that_is_damaged_is_passed_over_and_may_be_made_anew(  # noqa: PLR0917 - fixtures and parameters
    place: Path,
    jars: tuple[Path, ...],
    whole: bytes,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    patience: float,
) -> None:
    monkeypatch.setattr(archive, "PATIENCE", patience)
    at = len(whole) * 3 // 4
    place.write_bytes(
        {
            "cut off": whole[:1_000_000],
            "other bytes in the middle": whole[:at] + bytes(65_536) + whole[at + 65_536 :],
            "no archive": b"damaged",
        }[what]
    )

    found, mapped = ask_new_worker()

    assert ([each.type_name for each in found.refactorings], mapped) == (["Extract Method"], False)
    if patience:
        assert archive.find_archive(None, jars) == place
        assert ask_new_worker() == (found, True)
        return
    making = archive.begin(None, jars)
    assert making is not None
    making.end(0)


def test_what_is_stopped_early_is_not_taken_for_whole(beginnings: Beginnings) -> None:
    assert not beginnings.after_a_stop
    assert beginnings.without[1] is False
    assert beginnings.whole
