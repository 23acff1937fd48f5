"""With a ceiling for two bases, a validation of four gives the same results, and the cache stays below it."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.integration.test_validate import TEST, main_file, shop, suite_file
from tests.support import maven_subject
from tests.support.folder_size import measure_folder
from tests.support.repository import Repository as Subject
from verifier.cli.main import main
from verifier.domain.quantity import MIB
from verifier.tools.storage.cache_entries import list_entries
from verifier.tools.storage.cache_usage import list_used

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

NAMES = ("First", "Second", "Third")
RESOURCE = "src/main/resources/data.bin"
TOOLS = ("--sandbox", "local", "--base-runs", "1", "--strategy", "direct")


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """Three extractions on four commits, each with two MiB of resources of its own."""
    writer = maven_subject.begin_repository(tmp_path_factory.mktemp("ceiling"))
    files = {main_file(name): shop(name, extracted=False) for name in NAMES}
    tests = {suite_file(name): TEST.format(name, "sums") for name in NAMES}
    noise = random.Random(1)
    text = [noise.randbytes(MIB).hex() for _ in range(4)]
    writer.commit({"pom.xml": maven_subject.JUPITER, RESOURCE: text[0], **files, **tests})
    for name, resource in zip(NAMES, text[1:], strict=True):
        writer.commit({main_file(name): shop(name, extracted=True), RESOURCE: resource})
    return writer


@dataclass
class Peak:
    """The largest size that was seen."""

    size: int = 0


@contextmanager
def watch(cache: Path) -> Iterator[Peak]:
    """Measure a folder all the time."""
    peak, ended = Peak(), threading.Event()

    def measure() -> None:
        while not ended.wait(0.03):
            peak.size = max(peak.size, measure_folder(cache))

    thread = threading.Thread(target=measure)
    thread.start()
    try:
        yield peak
    finally:
        ended.set()
        thread.join()


@pytest.fixture(scope="module")
def mined(subject: Subject, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("mined") / "i.jsonl"
    assert main(["-q", "mine", str(subject.path), "-o", str(output)]) == 0
    assert len(output.read_bytes().splitlines()) == 3
    return output


@dataclass(frozen=True)
class Validated:
    """The results, the largest size of the cache, its largest base, and what is used at the end."""

    content: bytes
    peak: int
    base: int
    uses: frozenset[str]


@dataclass(frozen=True)
class Work:
    """What is validated; `libraries` are the stores, which are not part of the cache."""

    subject: Subject
    mined: Path
    libraries: Path

    def validate(self, folder: Path, *more: str) -> Validated:
        cache = maven_subject.cache_with(self.libraries, folder / "cache")
        output = folder / "i.validated.jsonl"
        words = ["-i", str(self.mined), "--repo", str(self.subject.path), "-o", str(output)]
        with pytest.MonkeyPatch.context() as patch, watch(cache) as peak:
            patch.setenv("REFVERIFY_CACHE", str(cache))
            assert main(["-q", "validate", *words, *TOOLS, *more]) == 0
        sizes = [each.size for each in list_entries(cache) if each.kind == "prepared"]
        return Validated(output.read_bytes(), peak.size, max(sizes), list_used(cache))


@pytest.fixture(scope="module")
def work(subject: Subject, mined: Path, libraries: Path) -> Work:
    return Work(subject, mined, libraries)


@pytest.fixture(scope="module")
def free(work: Work, tmp_path_factory: pytest.TempPathFactory) -> Validated:
    """A validation without a ceiling."""
    return work.validate(tmp_path_factory.mktemp("free"))


def test_a_run_uses_no_base_after_its_last_unit(free: Validated) -> None:
    assert free.uses == frozenset()
    assert free.content.count(b'"passed"') > 3
    assert free.peak > 4 * free.base


def test_the_cache_stays_below_its_ceiling_and_the_results_are_equal(
    work: Work, free: Validated, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ceiling = free.base * 5 // 2
    monkeypatch.setenv("REFVERIFY_CACHE_SIZE", f"{ceiling / 1024:.0f}K")

    found = work.validate(tmp_path, "--jobs", "2")

    assert 3 * free.base // 2 < found.peak <= ceiling
    assert found.content == free.content
    assert found.uses == frozenset()
