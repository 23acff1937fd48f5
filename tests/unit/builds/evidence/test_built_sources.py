"""What Maven compiled: sources that lay in the tree, in a folder that its compiler takes."""

from dataclasses import replace

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import make_result
from verifier.builds.described.module import SourcePatterns
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.evidence.built_sources import find_built_sources, list_candidate_sources
from verifier.sandbox.base import JobLimits

MADE = "src/main/java/p/A.java"


def list_built(files: dict[str, bytes | None], log: str) -> dict[str, str | None]:
    request = BuildRequest(overlay=Overlay(files=files), limits=JobLimits())
    result = replace(make_result({}), log=log.encode())
    return dict(find_built_sources(PREPARED, request, result))


def read_note(*paths: str, after: str = "") -> str:
    return "".join(f"{'a' * 64}  {path}\n" for path in paths) + "== sources noted\n" + after


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        (MADE, True),
        ("src/test/java/p/ATest.java", True),
        ("src/test/java/p/Helper.java", False),
        ("src/main/java/p/gone/A.java", False),
        ("src/main/java9/p/A.java", False),
        ("samples/A.java", False),
        ("src/main/java/p/words.txt", False),
        ("src/main/java/p/._A.java", False),
        ("src/main/java/p/.#A.java", False),
        ("src/main/java/.svn/A.java", False),
        ("src/main/java/p/CVS/A.java", False),
    ],
)
def test_only_what_the_compiler_takes_was_built(path: str, *, taken: bool) -> None:
    found = list_built({path: b"x"}, read_note(path))

    assert found == ({path: "a" * 64} if taken else {})


def test_each_run_of_the_compiler_takes_its_own_sources() -> None:
    runs = (SourcePatterns(excludes=("old/**",)), SourcePatterns(includes=("old/**",)))
    module = replace(MODULE, main=replace(MODULE.main, runs=runs))
    prepared = replace(PREPARED, modules=(module,))
    paths = [MADE, "src/main/java/old/B.java"]
    request = BuildRequest(overlay=Overlay(files=dict.fromkeys(paths, b"x")), limits=JobLimits())
    result = replace(make_result({}), log=read_note(*paths).encode())

    assert dict(find_built_sources(prepared, request, result)) == dict.fromkeys(paths, "a" * 64)


def test_a_source_that_did_not_lie_in_the_tree_was_not_built() -> None:
    assert list_built({MADE: b"x"}, read_note()) == {}


def test_a_deletion_was_built_where_nothing_lay_in_its_place() -> None:
    assert list_built({MADE: None}, read_note()) == {MADE: None}
    assert list_built({MADE: None}, read_note(MADE)) == {}


def test_what_comes_after_the_first_lines_of_the_log_is_not_believed() -> None:
    forged = f"{'b' * 64}  {MADE}\n== sources noted\n"

    assert list_built({MADE: b"x"}, read_note(after=forged)) == {}
    assert list_built({MADE: b"x"}, f"{'b' * 64}  {MADE}\n") == {}


def test_the_job_is_given_the_names_of_the_java_files() -> None:
    files: dict[str, bytes | None] = {MADE: b"x", "a b.java": None, "words.txt": b""}
    request = BuildRequest(overlay=Overlay(files=files), limits=JobLimits())

    assert list_candidate_sources(request) == {"candidate-sources": f"{MADE}\0a b.java\0".encode()}
