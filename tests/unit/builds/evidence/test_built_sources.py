"""What Maven compiled: sources that lay in the tree, in a folder that its compiler takes."""

from dataclasses import replace

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import left_behind
from verifier.builds.described.module import SourcePatterns
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import Request
from verifier.builds.evidence.built_sources import built_sources, listed
from verifier.sandbox.base import Limits

MADE = "src/main/java/p/A.java"


def built(files: dict[str, bytes | None], log: str) -> dict[str, str | None]:
    request = Request(overlay=Overlay(files=files), limits=Limits())
    result = replace(left_behind({}), log=log.encode())
    return dict(built_sources(PREPARED, request, result))


def noted(*paths: str, after: str = "") -> str:
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
    found = built({path: b"x"}, noted(path))

    assert found == ({path: "a" * 64} if taken else {})


def test_each_run_of_the_compiler_takes_its_own_sources() -> None:
    runs = (SourcePatterns(excludes=("old/**",)), SourcePatterns(includes=("old/**",)))
    module = replace(MODULE, main=replace(MODULE.main, runs=runs))
    prepared = replace(PREPARED, modules=(module,))
    paths = [MADE, "src/main/java/old/B.java"]
    request = Request(overlay=Overlay(files=dict.fromkeys(paths, b"x")), limits=Limits())
    result = replace(left_behind({}), log=noted(*paths).encode())

    assert dict(built_sources(prepared, request, result)) == dict.fromkeys(paths, "a" * 64)


def test_a_source_that_did_not_lie_in_the_tree_was_not_built() -> None:
    assert built({MADE: b"x"}, noted()) == {}


def test_a_deletion_was_built_where_nothing_lay_in_its_place() -> None:
    assert built({MADE: None}, noted()) == {MADE: None}
    assert built({MADE: None}, noted(MADE)) == {}


def test_what_comes_after_the_first_lines_of_the_log_is_not_believed() -> None:
    forged = f"{'b' * 64}  {MADE}\n== sources noted\n"

    assert built({MADE: b"x"}, noted(after=forged)) == {}
    assert built({MADE: b"x"}, f"{'b' * 64}  {MADE}\n") == {}


def test_the_job_is_given_the_names_of_the_java_files() -> None:
    files: dict[str, bytes | None] = {MADE: b"x", "a b.java": None, "words.txt": b""}
    request = Request(overlay=Overlay(files=files), limits=Limits())

    assert listed(request) == {"candidate-sources": f"{MADE}\0a b.java\0".encode()}
