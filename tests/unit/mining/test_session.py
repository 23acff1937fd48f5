"""A clone in the cache is in use while it is mined, and may be dropped afterwards."""

from pathlib import Path

import pytest

from tests.support.repository import Repository as Subject
from verifier.console import Console
from verifier.judging.tasks import Repositories
from verifier.mining.session import MiningRequest, _open, local_path
from verifier.tools.storage.cache_room import keep_below
from verifier.tools.storage.cache_usage import NO_BASE, list_used, release


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def address(tmp_path: Path) -> str:
    subject = Subject.create(tmp_path / "subject")
    subject.commit({"A.java": "class A { }"})
    return subject.path.as_uri()


def clone(address: str, folder: Path) -> Path:
    request = MiningRequest(repository=address, output=folder / "i.jsonl")
    with _open(request, Console(quiet=True)) as repository:
        assert repository.resolve("HEAD")
    return local_path(address)


def test_a_clone_stays_until_its_repository_is_mined_and_the_cache_is_full(
    cache: Path, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE_SIZE", "10M")
    into = clone(address, tmp_path)
    assert list_used(cache) == {f"clones/{into.name}"}
    keep_below(cache, 1)
    assert into.is_dir()

    release(NO_BASE, cache)
    keep_below(cache, 10 * 1024**2)
    assert into.is_dir()
    keep_below(cache, 1)
    assert not into.exists()

    assert clone(address, tmp_path) == into
    assert into.is_dir()


def test_a_clone_that_a_run_reads_is_in_use(cache: Path, address: str, tmp_path: Path) -> None:
    into = clone(address, tmp_path)
    release(NO_BASE, cache)
    assert list_used(cache) == frozenset()

    with Repositories.parse([str(into)]) as repositories:
        repositories.of("subject")

        assert list_used(cache) == {f"clones/{into.name}"}
