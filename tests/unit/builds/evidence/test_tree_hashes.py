"""Which tests and build files a run left as others, by the list of hashes that shell words write."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import JOB_TREE, BuildRequest
from verifier.builds.evidence.tree_hashes import (
    HASHES,
    find_rewritten_files,
    listing,
    own_rewriting,
)
from verifier.domain.testrun import UNKNOWN, TestRun
from verifier.sandbox.base import JobLimits

DATA = "src/test/resources"
NEW = "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437"
OLD = "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4"
ODD_NAMES = ["a b.txt", "a\\b.txt", "a\nb.txt", "a\rb.txt", "a\u2028b.txt", "-", "a\udce9b.txt"]


def write_file(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="ascii")


def list_rewritten(folder: Path) -> dict[str, str]:
    """What a run rewrote that left the tree of this folder as it now is."""
    command = f"cd {JOB_TREE} && {listing(['target'])}"
    subprocess.run(["bash", "-c", command], cwd=folder, check=True)
    request = BuildRequest(overlay=Overlay(), limits=JobLimits())
    prepared = replace(PREPARED, folder=folder)
    return find_rewritten_files(prepared, request, (folder / HASHES).read_bytes(), ["target"])


@pytest.mark.parametrize("name", ODD_NAMES, ids=map(ascii, ODD_NAMES))
def test_a_file_of_any_name_is_seen_as_it_was_left(tmp_path: Path, name: str) -> None:
    path = f"{DATA}/{name}"
    for tree in ("base", JOB_TREE):
        write_file(tmp_path / tree, path, "old")
    assert list_rewritten(tmp_path) == {}

    write_file(tmp_path / JOB_TREE, path, "new")
    assert list_rewritten(tmp_path) == {path: NEW}


@pytest.mark.parametrize("linked", [False, True])
def test_a_file_that_is_gone_or_a_link_has_no_hash(tmp_path: Path, linked: bool) -> None:
    write_file(tmp_path / "base", f"{DATA}/a.txt", "old")
    write_file(tmp_path / JOB_TREE, f"{DATA}/b.txt", "old")
    if linked:
        (tmp_path / JOB_TREE / DATA / "a.txt").symlink_to("b.txt")

    assert list_rewritten(tmp_path) == {f"{DATA}/a.txt": ""}


@pytest.mark.parametrize("end", ["\n", "\r", "\v", "\f", "\x1e", "\x85", "\u2028"], ids=ascii)
def test_no_name_of_another_file_says_what_a_file_holds(tmp_path: Path, end: str) -> None:
    write_file(tmp_path / "base", f"{DATA}/a.txt", "old")
    write_file(tmp_path / JOB_TREE, f"{DATA}/a.txt", "new")
    write_file(tmp_path / JOB_TREE, f"zz{end}{OLD}  ./{DATA}/a.txt", "")

    assert list_rewritten(tmp_path) == {f"{DATA}/a.txt": NEW}


@pytest.mark.parametrize(
    "rewritten",
    [
        {"pom.xml": NEW},
        {f"{DATA}/a.txt": NEW, "pom.xml": NEW},
        # What stands in its place later may be no file, and is listed nowhere.
        {f"{DATA}/a.txt": ""},
        {UNKNOWN: ""},
        # A measurement cannot be kept with such a name.
        {f"{DATA}/a\udce9.txt": NEW},
        {},
    ],
)
def test_only_test_data_that_is_still_there_is_the_base_s_own_rewriting(
    rewritten: dict[str, str],
) -> None:
    tests = TestRun(outcomes={}, failures={}, rewritten=rewritten)

    assert own_rewriting(PREPARED, tests) == {}


def test_all_that_a_base_rewrites_is_its_own_rewriting() -> None:
    rewritten = {f"{DATA}/a.txt": NEW, "src/test/java/p/ATest.java": OLD}
    tests = TestRun(outcomes={}, failures={}, rewritten=rewritten)

    assert own_rewriting(PREPARED, tests) == rewritten
