"""`refverify bundle`: what later commands write is the same from a bundle as from the clone, which is gone."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.integration.test_validate import TEST, main_file, shop, suite_file
from tests.support import maven_subject
from tests.support.repository import Repository as Subject
from verifier.cli.main import main

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

LOCAL = ("--sandbox", "local", "--base-runs", "1", "--strategy", "direct")
CHANGING = re.compile(rb'"(\w*seconds|chain)":("\w+"|[0-9.e-]+)')
"""Durations, and the hash of a line of the ledger, which contains them."""


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    """A repository with a tested extraction, after two commits and before another one."""
    subject = maven_subject.begin_repository(tmp_path)
    tests = {suite_file("Tested"): TEST.format("Tested", "sums")}
    files = {main_file("Tested"): shop("Tested", extracted=False), **tests}
    subject.commit({"pom.xml": maven_subject.JUPITER, **files, "LICENSE": "MIT License\n"})
    subject.commit({main_file("Tested"): shop("Tested", extracted=True)}, "Extract show")
    subject.commit({main_file("Tested"): None}, "Remove it")
    return subject


def take_steps(folder: Path, repository: Path) -> None:
    """Take every later step for the instances of a folder."""
    given = ["-i", str(folder / "i.jsonl"), "--repo", str(repository)]
    golden, run = str(folder / "golden.jsonl"), str(folder / "run")
    commit = json.loads((folder / "i.jsonl").read_bytes())["commit"]
    (folder / "list.txt").write_text(f"{commit}\n")
    commits = ["commits", str(folder / "list.txt"), "--repo", str(repository)]
    for words in (
        ["prepare", *given, *LOCAL],
        ["validate", *given, *LOCAL, "--offline"],
        ["context", *given],
        ["predictions", "golden", *given, "-o", golden],
        ["verify", golden, *given, *LOCAL, "--run", run],
        ["assignments", *commits, "-o", str(folder / "commits.jsonl")],
    ):
        assert main(["-q", *words]) == 0, words


def read_results(folder: Path) -> dict[str, bytes]:
    """Return the files that the steps wrote, without durations, and the names of the bases and their stores."""
    paths = [*folder.glob("*.jsonl"), folder / "run" / "verdicts.jsonl"]
    found = {path.name: CHANGING.sub(b"", path.read_bytes()) for path in paths}
    records = sorted((folder / "cache" / "prepared").glob("*/record.json"))
    stores = [Path(json.loads(path.read_bytes())["libraries"]).name for path in records]
    prepared = [path.parent.name for path in records]
    return {**found, "prepared": "\n".join([*prepared, *stores]).encode()}


def test_every_later_step_writes_the_same_without_the_clone(
    subject: Subject, libraries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / name for name in ("clone", "bundle")]
    for folder in folders:
        folder.mkdir()
        maven_subject.cache_with(libraries, folder / "cache")
    monkeypatch.setenv("REFVERIFY_CACHE", str(folders[0] / "cache"))
    instances = tmp_path / "i.jsonl"
    assert main(["-q", "mine", str(subject.path), "-o", str(instances)]) == 0
    assert instances.read_bytes().count(b"\n") == 1
    for folder in folders:
        shutil.copy(instances, folder)
    words = ["-i", str(instances), "--repo", str(subject.path), "-o", str(tmp_path / "s.bundle")]
    assert main(["-q", "bundle", *words]) == 0
    take_steps(folders[0], subject.path)

    shutil.rmtree(subject.path)
    monkeypatch.setenv("REFVERIFY_CACHE", str(folders[1] / "cache"))
    take_steps(folders[1], tmp_path / "s.bundle")

    expected, found = map(read_results, folders)
    assert found == expected
    assert b'"passed"' in found["i.validated.jsonl"]
