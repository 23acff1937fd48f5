"""A damaged cache never makes a verdict: it is moved aside, reported, and made again."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support import maven_subject
from verifier.builds.build_tools import java_tree
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Sandbox
from verifier.tools.git.repository import Repository
from verifier.tools.storage.cache_seal import read_sealed, write_sealed

if TYPE_CHECKING:
    from verifier.builds.builder import Builder

pytestmark = pytest.mark.usefixtures("warm_maven")

MAIN, TEST = "src/main/java/p/Code.java", "src/test/java/p/CodeTest.java"
OTHER = "src/main/java/p/Other.java"
CODE = "package p;\npublic class Code {\n  public static int one() { return Other.ONE; }\n}\n"
FILES = {
    "pom.xml": maven_subject.JUNIT4,
    MAIN: CODE,
    OTHER: 'package p;\nclass Other {\n  static final int ONE = Integer.parseInt("1");\n}\n',
    TEST: "package p;\n\nimport static org.junit.Assert.assertEquals;\n\npublic class CodeTest {\n"
    "  @org.junit.Test public void isOne() { assertEquals(1, Code.one()); }\n}\n",
}
GOOD = maven_subject.changes(
    {MAIN: CODE.replace("return Other.ONE;", "int n = Other.ONE; return n;")}
)
BROKEN = maven_subject.changes({MAIN: CODE.replace("Other.ONE", "2")})

MEASUREMENT = f"measurements/{'?' * 16}.json"
"""A measurement by its key; the base's rounds and what was recorded stand beside it."""

Judged = tuple[CheckResult, CheckResult]


def judge(repository: Repository, cache: Path, sandbox: Sandbox, folder: Path) -> Judged:
    """Judge a right and a wrong candidate with a builder of a run of its own."""
    commit = repository.resolve("HEAD")
    chosen = BuildOptions(strategy=StrategyChoice.DIRECT, base_runs=1, cache=cache)
    builder: Builder = open_builder(repository, commit, chosen, sandbox)
    base = java_tree(repository.tree(commit))
    good, broken = (maven_subject.judge(builder, base, what, folder) for what in (GOOD, BROKEN))
    return good, broken


@pytest.fixture(scope="module")
def subject(
    tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox
) -> Iterator[tuple[Repository, Path]]:
    """The project, and a cache with all that two verdicts leave there."""
    folder = tmp_path_factory.mktemp("faults")
    with maven_subject.commit(folder, FILES) as repository:
        judge(repository, folder / "cache", sandbox, folder)
        yield repository, folder / "cache"


@pytest.fixture
def judged(
    subject: tuple[Repository, Path], sandbox: Sandbox, tmp_path: Path
) -> Callable[[], Judged]:
    return partial(judge, *subject, sandbox, tmp_path)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty_measurement(path: Path) -> None:
    content = read_sealed(path)
    assert content is not None
    write_sealed(path, content.replace(b'"stable_pass":["p.CodeTest#isOne"]', b'"stable_pass":[]'))


@pytest.mark.parametrize(
    ("pattern", "harm"),
    [
        ("prepared/*/classes-*/main/p/Other.class", cut),
        ("prepared/*/classes-*/test/p/CodeTest.class", Path.unlink),
        ("prepared/*/base/src/main/java/p/Other.java", cut),
        ("prepared/*/base/src/test/java/p/CodeTest.java", Path.unlink),
        ("prepared/*/record.json", cut),
        ("prepared/*/.refverify-manifest.json", cut),
        ("repositories/*/junit/junit/4.13.2/junit-4.13.2.jar", cut),
        ("repositories/*/junit/junit/4.13.2/junit-4.13.2.jar", Path.unlink),
        (MEASUREMENT, cut),
        ("measurements/*.round-*.json", cut),
    ],
)
def test_what_is_damaged_is_moved_aside_and_made_anew(
    subject: tuple[Repository, Path],
    judged: Callable[[], Judged],
    caplog: pytest.LogCaptureFixture,
    pattern: str,
    harm: Callable[[Path], None],
) -> None:
    caplog.set_level(logging.WARNING)
    (found,) = (p for p in subject[1].glob(pattern) if ".damaged-" not in str(p))
    harm(found)
    good, broken = judged()

    assert (good.status, broken.reason) == (Status.PASSED, Reason.TEST_FAILED)
    assert "is damaged" in caplog.text


def test_what_was_made_anew_is_whole(
    judged: Callable[[], Judged], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    good, broken = judged()

    assert (good.status, broken.reason) == (Status.PASSED, Reason.TEST_FAILED)
    assert "damaged" not in caplog.text


def test_a_measurement_of_nothing_is_never_used(
    subject: tuple[Repository, Path],
    judged: Callable[[], Judged],
) -> None:
    (found,) = (p for p in subject[1].glob(MEASUREMENT))
    whole = found.read_bytes()
    empty_measurement(found)
    try:
        with pytest.raises(BaseInvalidError, match="has 0 stable passing tests"):
            judged()
    finally:
        found.write_bytes(whole)
