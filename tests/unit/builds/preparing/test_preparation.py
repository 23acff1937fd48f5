"""Bases that cannot be prepared, and whose fault that is."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described import downloads
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.preparation import prepare
from verifier.builds.preparing.prepared_folder import LIBRARIES, RECORD, refuse_shared_sources
from verifier.domain.outcome import Reason
from verifier.errors import BaseInvalidError, CacheError, DownloadError, SandboxError
from verifier.judging.judgement import reason_of
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import Jdk, find_jdks
from verifier.tools.records import to_json
from verifier.tools.storage.cache_seal import seal, write_listing


def test_one_folder_for_main_and_test_sources_is_refused() -> None:
    shared = replace(MODULE, test_sources=("src/test/java", "src/main/java"))

    with pytest.raises(BaseInvalidError, match="src/main/java holds both main and test sources"):
        refuse_shared_sources([MODULE, shared])


def test_a_parent_without_code_has_no_sources_to_share() -> None:
    refuse_shared_sources([replace(MODULE, has_code=False, test_sources=("src/main/java",))])


@pytest.fixture
def repository(make_repository: MakeRepository) -> Iterator[Repository]:
    made = make_repository("subject")
    made.commit({"pom.xml": "<project/>", "src/main/java/A.java": "class A {}\n"})
    with Repository.open(made.path) as opened:
        yield opened


def test_offline_prepares_nothing(repository: Repository, tmp_path: Path) -> None:
    sandbox = ScriptedSandbox(result=make_result({}))
    options = BuildOptions(cache=tmp_path / "cache", offline=True)

    with pytest.raises(DownloadError, match="is not prepared, and --offline prepares nothing"):
        prepare(repository, repository.resolve("HEAD"), options, sandbox)
    assert sandbox.jobs == []


def test_a_jdk_that_was_asked_for_has_a_preparation_of_its_own(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = find_jdks()[:1]
    monkeypatch.setattr("verifier.builds.preparing.preparation.find_jdks", lambda *_: only)
    sandbox = ScriptedSandbox(result=make_result({}, status=1))
    for options in (BuildOptions(cache=tmp_path), BuildOptions(cache=tmp_path, jdk=only[0].home)):
        with pytest.raises(BaseInvalidError):
            prepare(repository, repository.resolve("HEAD"), options, sandbox)

    # One lock a preparation, beside those of the store and of what is in use.
    assert len([each for each in (tmp_path / "locks").iterdir() if each.stem != "uses"]) == 2


def test_machines_with_equal_jdks_in_other_folders_share_their_preparations(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Jdk(home=tmp_path / "opt/jdk", version="17.0.1", feature=17, release="Vendor 12ab")
    there = replace(here, home=tmp_path / "usr/lib/jvm/17")
    other = replace(there, release="Vendor 34cd")
    commit, options = repository.resolve("HEAD"), BuildOptions(cache=tmp_path / "cache")
    sandbox = ScriptedSandbox(result=make_result({}, status=1))

    def prepare_on(jdk: Jdk) -> PreparedBase:
        monkeypatch.setattr("verifier.builds.preparing.preparation.find_jdks", lambda *_: (jdk,))
        return prepare(repository, commit, options, sandbox)

    with pytest.raises(BaseInvalidError):
        prepare_on(here)
    (lock,) = (each for each in (options.cache / "locks").iterdir() if each.stem != "uses")
    folder = options.cache / "prepared" / lock.stem
    folder.mkdir(parents=True)
    kept = replace(PREPARED, commit=commit, folder=folder, jdk=here, libraries=tmp_path)
    (folder / RECORD).write_text(to_json(kept))
    write_listing(folder / LIBRARIES, {})
    seal(folder)

    assert prepare_on(there).jdk == there
    with pytest.raises(BaseInvalidError):
        prepare_on(other)


def test_a_cache_that_cannot_be_written_is_the_environment_s_fault(
    repository: Repository, tmp_path: Path
) -> None:
    (tmp_path / "full").write_text("no folder can be made below a file")
    options = BuildOptions(cache=tmp_path / "full")

    with pytest.raises(CacheError) as caught:
        prepare(
            repository,
            repository.resolve("HEAD"),
            options,
            ScriptedSandbox(result=make_result({})),
        )
    assert reason_of(caught.value) is Reason.INFRASTRUCTURE


def test_a_maven_that_cannot_write_or_download_is_the_environment_s_fault_too(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "PAUSES", (0.0,))
    monkeypatch.setattr(downloads, "KNOWN_SHA256", sha256(b"known").hexdigest())
    known = {"known-store/org/junit/junit-bom/5.9.1/junit-bom-5.9.1.pom": b"known"}
    options = BuildOptions(cache=tmp_path / "cache")
    for line, left, error in (
        ("[ERROR] a.jar: No space left on device", known, SandboxError),
        ("[ERROR] Could not transfer artifact a:a:pom:1: Connection reset", known, DownloadError),
        ("[ERROR] Could not find artifact a:a:pom:1 in central", {}, DownloadError),
        ("[ERROR] Could not find artifact a:a:pom:1 in central", known, BaseInvalidError),
    ):
        result = replace(make_result(left, status=1), output=f"{line}\n".encode())
        with pytest.raises(error):
            prepare(
                repository,
                repository.resolve("HEAD"),
                options,
                ScriptedSandbox(result=result),
            )
        assert not list((tmp_path / "cache" / "prepared").iterdir())
