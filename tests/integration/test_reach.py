"""Which tests reach what, of a real base: it puts tests in order, and no verdict hangs on it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.counting_sandbox import CountingSandbox
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.evidence.reach_maps import read_reach_maps
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.checks.parts.captured_inputs import capture_of
from verifier.domain.outcome import CheckResult, Reason
from verifier.domain.reach import ReachMap
from verifier.domain.testrun import TestsUntil
from verifier.sandbox.base import JobLimits
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.engine]

MAIN, TESTS = "src/main/java/p", "src/test/java/p"
ADD = "p.Calc#add(II)I"
CALC = """package p;
public class Calc {
  public int add(int a, int b) { return a + b; }
  public int twice(int a) { return a * 2; }
}
"""
JUPITER = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
"""
FILES = {
    "pom.xml": maven_subject.JUPITER,
    f"{MAIN}/Calc.java": CALC,
    f"{MAIN}/Front.java": """package p;
public class Front { public int sum() { return new Calc().add(1, 2); } }
""",
    # Names the class, and never calls what is changed.
    f"{TESTS}/CalcTest.java": f"""{JUPITER}
class CalcTest {{ @Test void doubles() {{ assertEquals(4, new Calc().twice(2)); }} }}
""",
    # Calls it, and does not name its class.
    f"{TESTS}/FrontTest.java": f"""{JUPITER}
class FrontTest {{
  @Test void sums() {{ assertEquals(3, new Front().sum()); }}
  @Nested class Inside {{ @Test void sumsToo() {{ assertEquals(3, new Front().sum()); }} }}
}}
""",
}
PLUS = "return a + b;"


def with_statement(text: str) -> Mapping[str, str | None]:
    return {f"{MAIN}/Calc.java": CALC.replace(PLUS, text)}


CASES: dict[str, tuple[Mapping[str, str | None], Reason | None]] = {
    "accepted": (with_statement("int c = a; return c + b;"), None),
    "wrong": (with_statement("return a - b;"), Reason.TEST_FAILED),
    "throws": (with_statement("throw new IllegalStateException();"), Reason.TEST_FAILED),
    "ends the JVM": (
        with_statement("Runtime.getRuntime().halt(0); return 0;"),
        Reason.TAMPER,
    ),
}


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A base with two builders, one of them recording, and the jobs of their sandbox."""

    repository: Repository
    sandbox: CountingSandbox
    plain: Builder
    recorded: Builder
    cache: Path

    @property
    def commit(self) -> str:
        return self.repository.resolve("HEAD")

    def judge(
        self,
        builder: Builder,
        files: Mapping[str, str | None],
        folder: Path,
        analysis: AnalysisPool,
        until: TestsUntil,
    ) -> tuple[CheckResult, list[str]]:
        tree = java_tree(self.repository.tree(self.commit))
        before = len(self.sandbox.labels)
        what = maven_subject.changes(files)
        result = maven_subject.judge(builder, tree, what, folder, analysis=analysis, until=until)
        return result, self.sandbox.labels[before:]


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory, shared_cache: Path) -> Iterator[Subject]:
    folder = tmp_path_factory.mktemp("reach")
    with maven_subject.commit(folder, FILES) as repository, DockerSandbox() as box:
        counting = CountingSandbox(sandbox=box, warm=True)
        plain, recorded = (
            open_builder(
                repository,
                repository.resolve("HEAD"),
                BuildOptions(
                    strategy=StrategyChoice.DIRECT,
                    cache=shared_cache,
                    base_runs=1,
                    recorded=recorded,
                    limits=JobLimits(wall_seconds=120),
                ),
                counting,
            )
            for recorded in (False, True)
        )
        plain.measure_whole()
        recorded.measure_whole()
        yield Subject(
            repository=repository,
            sandbox=counting,
            plain=plain,
            recorded=recorded,
            cache=shared_cache,
        )


def test_the_map_of_a_base_tells_tests_apart_and_is_kept_with_it(
    subject: Subject, analysis: AnalysisPool
) -> None:
    found = subject.recorded.reach(analysis)

    assert found is not None
    assert found.tests_of([ADD]) == ("p.FrontTest#sums", "p.FrontTest$Inside#sumsToo")
    assert found.tests_of(["p.Calc#twice(I)I"]) == ("p.CalcTest#doubles",)
    assert list(read_reach_maps(subject.cache, subject.commit)) == [found]
    assert subject.plain.reach(analysis) is None


@pytest.mark.parametrize("name", CASES)
def test_status_and_reason_are_the_same_with_and_without_it(
    subject: Subject, analysis: AnalysisPool, name: str, tmp_path: Path
) -> None:
    files, reason = CASES[name]

    def judge_until(builder: Builder, until: TestsUntil) -> CheckResult:
        return subject.judge(builder, files, tmp_path, analysis, until)[0]

    whole = judge_until(subject.plain, TestsUntil.ALL)
    by_name = judge_until(subject.plain, TestsUntil.FIRST_FAILURE)
    by_reach = judge_until(subject.recorded, TestsUntil.FIRST_FAILURE)

    assert whole.reason is reason, whole.details
    assert {(r.status, r.reason) for r in (by_name, by_reach)} == {(whole.status, whole.reason)}


def test_a_test_that_does_not_name_the_class_is_near_where_it_is_known_to_reach_it(
    subject: Subject, analysis: AnalysisPool, tmp_path: Path
) -> None:
    files, _ = CASES["throws"]
    until = TestsUntil.FIRST_FAILURE

    # Judged before, so that both are compiled.
    _, by_name = subject.judge(subject.plain, files, tmp_path, analysis, until)
    found, by_reach = subject.judge(subject.recorded, files, tmp_path, analysis, until)

    assert by_name[-1].startswith("test ")
    assert by_reach[-1] == "near candidate"
    assert found.data["not_run"] >= 1


def test_a_map_that_lies_shows_no_pass_and_no_failure(
    subject: Subject, analysis: AnalysisPool
) -> None:
    del analysis
    wrong = maven_subject.changes(CASES["wrong"][0])
    lies = ReachMap(tests=("p.CalcTest#doubles", "p.Nobody#x"), methods={ADD: "0-1"})

    assert subject.recorded.first_failure(wrong, reach=lies) is None


def test_inputs_are_recorded_of_the_tests_that_reach_the_method(
    subject: Subject, analysis: AnalysisPool
) -> None:
    reach = subject.recorded.reach(analysis)

    by_name = subject.plain.observe(capture_of([ADD]))
    by_reach = subject.recorded.observe(capture_of([ADD]), reach)

    assert by_name.strip() == b""
    assert ADD.encode() in by_reach
