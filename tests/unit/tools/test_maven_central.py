import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from verifier.errors import DownloadError, IntegrityError, MissingToolError
from verifier.tools.maven_central import Artefact, ArtefactCache, MavenClient


class Shelf:
    """Brings one content for a first fetch and another for a fetch past local copies."""

    def __init__(self, first: bytes, fresh: bytes) -> None:
        self.first, self.fresh = first, fresh
        self.calls: list[bool] = []

    def fetch(self, artefacts: Sequence[Artefact], into: Path, *, fresh: bool) -> None:
        self.calls.append(fresh)
        for artefact in artefacts:
            (into / artefact.file_name).write_bytes(self.fresh if fresh else self.first)


GOOD = b"the pinned content"


def artefact(content: bytes = GOOD) -> Artefact:
    return Artefact(
        group="g",
        name="a",
        version="1.0",
        classifier="sources",
        extension="jar",
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
    )


def test_an_artefact_is_fetched_once(tmp_path: Path) -> None:
    shelf = Shelf(GOOD, GOOD)
    cache = ArtefactCache(folder=tmp_path / "cache", source=shelf)
    for _ in range(2):
        assert cache.get([artefact()])[artefact()].read_bytes() == GOOD
    assert shelf.calls == [False]


@pytest.mark.parametrize("damage", [GOOD[:5], b"", GOOD[::-1]])
def test_a_damaged_copy_in_the_cache_is_fetched_again(tmp_path: Path, damage: bytes) -> None:
    shelf = Shelf(GOOD, GOOD)
    cache = ArtefactCache(folder=tmp_path, source=shelf)
    cache.get([artefact()])[artefact()].write_bytes(damage)
    assert cache.get([artefact()])[artefact()].read_bytes() == GOOD
    assert shelf.calls == [False, False]


def test_a_truncated_download_is_fetched_again_past_local_copies(tmp_path: Path) -> None:
    shelf = Shelf(GOOD[:5], GOOD)
    cache = ArtefactCache(folder=tmp_path, source=shelf)
    assert cache.get([artefact()])[artefact()].read_bytes() == GOOD
    assert shelf.calls == [False, True]


def test_a_changed_artefact_is_refused_and_not_kept(tmp_path: Path) -> None:
    changed = GOOD[::-1]
    cache = ArtefactCache(folder=tmp_path, source=Shelf(changed, changed))
    with pytest.raises(IntegrityError, match=r"g:a:jar:sources:1\.0 is not the pinned artefact"):
        cache.get([artefact()])
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_without_maven_the_error_says_how_to_get_it(tmp_path: Path) -> None:
    client = MavenClient(program=str(tmp_path / "no-mvn"))
    with pytest.raises(MissingToolError, match="apt-get install maven"):
        client.fetch([artefact()], tmp_path, fresh=False)


def test_maven_s_own_jvm_starts_for_a_short_life_beside_the_user_s_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "mvn"
    script.write_text('#!/bin/sh\necho "[ERROR] $MAVEN_OPTS $(cat .mvn/jvm.config)"\nexit 1\n')
    script.chmod(0o755)
    monkeypatch.setenv("MAVEN_OPTS", "-Dhttps.proxyHost=p")
    with pytest.raises(DownloadError, match=r"-Dhttps\.proxyHost=p -XX:TieredStopAtLevel=1"):
        MavenClient(program=str(script)).fetch([artefact()], tmp_path, fresh=False)


def test_a_client_that_fails_is_a_download_error_with_its_reason(tmp_path: Path) -> None:
    script = tmp_path / "mvn"
    script.write_text("#!/bin/sh\necho '[INFO] x'\necho '[ERROR] Could not find it'\nexit 1\n")
    script.chmod(0o755)
    with pytest.raises(DownloadError, match="Could not find it"):
        MavenClient(program=str(script)).fetch([artefact()], tmp_path, fresh=False)
