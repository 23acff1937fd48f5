"""Archives of classes: JVMs take them, and verdicts are the same with and without them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.archives import wait_for_archives
from tests.support.counting_sandbox import ARCHIVE, CountingSandbox
from verifier.builds.build_tools import java_tree
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.builds.speedups import Speedup
from verifier.domain.outcome import CheckResult
from verifier.sandbox.base import Job, JobLimits, JobResult
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.engine]

CALC = "package p;\npublic class Calc { public int add(int a, int b) { return a + b; } }\n"
PATH = "src/main/java/p/Calc.java"
TEST = """package p;
import static org.junit.{package}.*;
import org.junit.{test};
public class CalcTest {{
  @Test public void adds() {{ assertEquals(3, new Calc().add(1, 2)); }}
}}
"""
WORDS = {
    "jupiter": (maven_subject.JUPITER, "jupiter.api.Assertions", "jupiter.api.Test"),
    "junit4": (maven_subject.JUNIT4, "Assert", "Test"),
}
CANDIDATES = {
    "accepted": CALC.replace("a + b", "b + a"),
    "wrong": CALC.replace("a + b", "a - b"),
    "no Java": CALC.replace("a + b", "a +"),
}


@dataclass(frozen=True, kw_only=True)
class TellingSandbox(CountingSandbox):
    """Has JVMs with an archive say from where they load their classes, and keeps what they say."""

    said: dict[str, bytes] = field(default_factory=dict)

    def run(self, job: Job) -> JobResult:
        told = "-Xlog:class+load:stderr"
        words = tuple(told if w == "-Xlog:cds=off" else w for w in job.command)
        making = job.label.startswith(ARCHIVE)
        result = super().run(job if making else replace(job, command=words))
        if told in words and not making:
            self.said[job.label] = result.log
        return result


@pytest.fixture(scope="module", params=list(WORDS))
def subject(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Repository]:
    pom, package, test = WORDS[request.param]
    files: Mapping[str, str] = {
        "pom.xml": pom,
        PATH: CALC,
        "src/test/java/p/CalcTest.java": TEST.format(package=package, test=test),
    }
    with maven_subject.commit(tmp_path_factory.mktemp(request.param), files) as repository:
        yield repository


def verdicts(
    subject: Repository, sandbox: TellingSandbox, cache: Path, *, archives: bool, times: int
) -> list[CheckResult]:
    options = BuildOptions(
        strategy=StrategyChoice.DIRECT,
        cache=cache,
        base_runs=1,
        without=frozenset() if archives else frozenset({Speedup.CLASS_ARCHIVES}),
        limits=JobLimits(wall_seconds=120),
    )
    commit = subject.resolve("HEAD")
    builder = open_builder(subject, commit, options, sandbox)
    tree = java_tree(subject.tree(commit))

    def judge_text(text: str) -> CheckResult:
        evidence = cache.parent
        found = maven_subject.judge(builder, tree, maven_subject.changes({PATH: text}), evidence)
        return replace(found, seconds=0, data={})

    return [judge_text(text) for _ in range(times) for text in CANDIDATES.values()]


def test_verdicts_are_the_same_and_the_classes_come_from_the_archives(
    subject: Repository, tmp_path: Path, libraries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests are short however busy the machine is.
    monkeypatch.setattr("verifier.builds.measuring.time_limit.SHORT_SECONDS", 120)
    # Nor is an archive given up because it takes long there.
    monkeypatch.setattr("verifier.builds.direct.class_archive._LIMITS", JobLimits(wall_seconds=600))
    # Made beside the fourth job that could have it, and not only beside the eighth.
    monkeypatch.setattr("verifier.builds.direct.class_archive.USES_BEFORE", 3)
    cache = maven_subject.cache_with(libraries, tmp_path / "cache")
    with DockerSandbox() as opened:
        without, with_them = TellingSandbox(sandbox=opened), TellingSandbox(sandbox=opened)

        expected = verdicts(subject, without, cache, archives=False, times=1)
        beside = verdicts(subject, with_them, cache, archives=True, times=1)
        wait_for_archives()
        found = verdicts(subject, with_them, cache, archives=True, times=1)

    assert (beside, found) == (expected, expected)
    assert without.said == {}
    assert sorted(with_them.archives) == ["archive of javac", "archive of the launcher"]
    mapped = b"source: shared objects file (top)"
    compiled = with_them.said["compile candidate"].splitlines()
    assert any(b"com.sun.tools.javac.comp.Attr " in line and mapped in line for line in compiled)
    tests = [
        c for label, c in zip(without.labels, without.commands, strict=True) if "test" in label
    ]
    # Nobody knows that the base's tests are short before they have run.
    assert ["-XX:TieredStopAtLevel=1" in command for command in tests] == [False] + [True] * (
        len(tests) - 1
    )
    tested = with_them.said["test candidate"].splitlines()
    assert any(b"launch.Results " in line and mapped in line for line in tested)
    # JUnit 4's class files are older than what a JVM archives.
    assert any(b" org.junit." in line and mapped in line for line in tested) == (
        "junit-jupiter" in str(java_tree(subject.tree("HEAD")).read("pom.xml"))
    )
    assert not any(b" p.Calc" in line and b"shared" in line for line in tested)
