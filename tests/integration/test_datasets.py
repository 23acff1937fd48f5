"""The data sets come out byte by byte as pinned, from Maven Central and from our own patches."""

import dataclasses
import os
import subprocess
from pathlib import Path

import pytest

from verifier.cli.main import main
from verifier.datasets.build import STAMP, build
from verifier.datasets.catalogue import PatchManifest, ReleaseManifest, read_manifest
from verifier.datasets.release_history import ReleaseRange, artefact_of
from verifier.domain.instance import Instance
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.errors import IntegrityError, StorageError, UsageError
from verifier.tools.maven_central import ArtefactCache, MavenClient
from verifier.tools.records import load_jsonl

BISTRO_HEAD = "b4577cc3604612028a4c89848db300b1c1b99c4c"
CLI_COMMITS = {
    "1.4": "86b0949",
    "1.5.0": "ec109aa",
    "1.6.0": "29e4eac",
    "1.7.0": "0318bf5",
    "1.8.0": "6887673",
    "1.9.0": "5364ceb437f6c8f289190192fa955049a0c249b4",
}
CLI_HEAD = "16bc8dddbcd026affc802954f49858b3a7d5df9b"
TEXT_HEAD = "f9d3dd890c849ee581e371e930abc89f3eeb0bba"


class Nothing:
    """A source that a data set of our own must never ask."""

    def fetch(self, *_: object, **__: object) -> None:
        raise AssertionError("fetched")


def no_cache(folder: Path) -> ArtefactCache:
    return ArtefactCache(folder=folder / "cache", source=Nothing())


def git(folder: Path, *words: str) -> str:
    command = ["git", "--git-dir", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> ArtefactCache:
    return ArtefactCache(folder=tmp_path_factory.mktemp("artefacts"), source=MavenClient())


@pytest.fixture(scope="session")
def bistro(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("datasets") / "bistro"
    return build("bistro", folder, no_cache(folder.parent)).folder


def test_bistro_has_the_same_commits_everywhere(bistro: Path) -> None:
    assert git(bistro, "rev-parse", "main") == BISTRO_HEAD
    assert git(bistro, "rev-list", "--count", "main") == "23"
    assert git(bistro, "log", "-1", "--format=%aI %cI %an %s") == (
        "2024-01-23T00:00:00+00:00 2024-01-23T00:00:00+00:00 Patch series Tidy up"
    )
    assert git(bistro, "fsck", "--strict") == ""


def test_bistro_does_not_depend_on_the_users_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[user]\nname = Somebody\n[core]\nautocrlf = true\neol = crlf\n"
        "[apply]\nwhitespace = error\nignorewhitespace = change\n[commit]\ngpgsign = true\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2001-01-01T00:00:00+05:00")
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    old = os.umask(0o077)
    try:
        built = build("bistro", tmp_path / "bistro", no_cache(tmp_path))
    finally:
        os.umask(old)
    assert built.head == BISTRO_HEAD


def test_windows_line_ends_and_emoji_survive(bistro: Path) -> None:
    command = ["git", "--git-dir", str(bistro), "show"]
    path = ":src/main/java/example/bistro/"
    ledger = subprocess.run([*command, f"main{path}Ledger.java"], check=True, capture_output=True)
    assert ledger.stdout.count(b"\n") == ledger.stdout.count(b"\r\n") > 50
    receipt = subprocess.run([*command, f"main{path}Receipt.java"], check=True, capture_output=True)
    assert "🍽️ Bistro 🍷" in receipt.stdout.decode("utf-8")


def test_a_second_build_does_nothing(tmp_path: Path) -> None:
    first = build("bistro", tmp_path / "bistro", no_cache(tmp_path))
    before = (tmp_path / "bistro" / STAMP).stat().st_mtime_ns
    second = build("bistro", tmp_path / "bistro", no_cache(tmp_path))
    assert (first.fresh, second.fresh) == (True, False)
    assert first.head == second.head
    assert (tmp_path / "bistro" / STAMP).stat().st_mtime_ns == before
    assert [path.name for path in tmp_path.iterdir()] == ["bistro"]


def test_a_folder_with_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "bistro"
    folder.mkdir()
    (folder / "mine.txt").write_text("precious")
    with pytest.raises(UsageError, match="is not this data set"):
        build("bistro", folder, no_cache(tmp_path))
    assert (folder / "mine.txt").read_text() == "precious"


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "bistro").mkdir()
    assert build("bistro", tmp_path / "bistro", no_cache(tmp_path)).fresh


def test_a_repository_that_was_changed_since_is_refused(tmp_path: Path) -> None:
    folder = build("bistro", tmp_path / "bistro", no_cache(tmp_path)).folder
    git(folder, "update-ref", "refs/heads/main", "main~1")
    with pytest.raises(UsageError, match="is not this data set"):
        build("bistro", folder, no_cache(tmp_path))


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="fetched"):
        build("commons-cli", tmp_path / "commons-cli", no_cache(tmp_path / "elsewhere"))
    assert [path.name for path in tmp_path.iterdir()] == ["elsewhere"]


def test_a_folder_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot write"):
        build("bistro", tmp_path / "file" / "bistro", no_cache(tmp_path))


def test_the_command_prints_folder_and_head(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bistro"
    assert main(["datasets", "build", "bistro", "-o", str(folder)]) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{folder}\t{BISTRO_HEAD}\n"
    assert "licence" in printed.err
    assert main(["datasets", "build", "bistro", "-o", str(folder), "--until", "1.4"]) == 2
    assert main(["datasets", "build", "no-such-set"]) == 2
    assert "bistro, commons-cli, commons-text" in capsys.readouterr().err


def test_the_list_names_every_set_with_its_licence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["datasets", "list"]) == 0
    printed = capsys.readouterr().out
    assert [line for line in printed.splitlines() if not line.startswith(" ")] == [
        "bistro",
        "commons-cli",
        "commons-text",
    ]
    assert printed.count("licence: Apache-2.0") == 3


@pytest.mark.network
def test_commons_cli_has_the_same_commits_everywhere(tmp_path: Path, cache: ArtefactCache) -> None:

    demo = build(
        "commons-cli", tmp_path / "demo", cache, ReleaseRange(first="1.4", last="1.9.0")
    ).folder
    ids = {version: git(demo, "rev-parse", version) for version in CLI_COMMITS}
    assert {v: i[: len(CLI_COMMITS[v])] for v, i in ids.items()} == CLI_COMMITS
    assert build("commons-cli", tmp_path / "all", cache).head == CLI_HEAD


@pytest.mark.network
def test_commons_text_has_the_same_commits_everywhere(tmp_path: Path, cache: ArtefactCache) -> None:
    built = build("commons-text", tmp_path / "text", cache)
    assert built.head == TEXT_HEAD
    paths = git(built.folder, "ls-tree", "-r", "--name-only", "1.11.0")
    assert "src/test/java/org/apache/commons/text/jmh/" in paths
    assert "jmh_generated" not in paths


@pytest.mark.slow
@pytest.mark.network
def test_maven_passes_over_a_damaged_local_copy_and_an_artefact_with_another_sum_is_refused(
    tmp_path: Path,
) -> None:
    manifest = read_manifest("commons-cli")
    assert isinstance(manifest, ReleaseManifest)
    release = manifest.releases[1]
    artefact = artefact_of(manifest, release, release.files[0])
    cache = ArtefactCache(folder=tmp_path, source=MavenClient())
    path = cache.get([artefact])[artefact]
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    assert cache.get([artefact])[artefact].read_bytes() == whole
    other = dataclasses.replace(artefact, sha256="0" * 64)
    with pytest.raises(IntegrityError, match="not the pinned artefact"):
        cache.get([other])


def test_mining_bistro_finds_the_ground_truth_and_nothing_else(
    bistro: Path, tmp_path: Path
) -> None:
    output = tmp_path / "instances.jsonl"
    assert main(["--quiet", "mine", str(bistro), "-o", str(output), "--include-impure"]) == 0
    tags = {git(bistro, "rev-parse", tag): tag for tag in git(bistro, "tag", "--list").splitlines()}
    instances, _ = load_jsonl(Instance, output)
    mined = [(tags[i.commit], i.type, str(i.before.method), i.purity.verdict) for i in instances]
    manifest = read_manifest("bistro")
    assert isinstance(manifest, PatchManifest)
    expected = [
        (step.patch.removesuffix(".patch"), r.type, r.method, r.checker)
        for step in manifest.steps
        for r in step.refactorings
    ]
    assert sorted(mined) == sorted(expected)
    assert {r.type for s in manifest.steps for r in s.refactorings} == set(DEFAULT_TYPES)
