"""A single change whose base is prefetched has the same verdict as without, cold and warm."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.repository import Repository as Writer
from tests.support.single_task import judged_alone
from verifier.builds.options import BuildOptions
from verifier.builds.speedups import Speedup
from verifier.domain.outcome import CheckName, Status
from verifier.domain.verdict import Verdict
from verifier.judging.options import ToolsetOptions
from verifier.sandbox.base import JobLimits

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.engine]

PATH = "src/main/java/p/Sum.java"
BASE = """package p;
public class Sum {
    public int of(int[] values, int most) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return Math.min(sum, most);
    }
}
"""
LOOP = """        int sum = 0;
        for (int value : values) {
            sum += value;
        }
"""
EXTRACTED = f"""package p;
public class Sum {{
    public int of(int[] values, int most) {{
        int sum = total(values);
        return Math.min(sum, most);
    }}

    private int total(int[] values) {{
{LOOP}        return sum;
    }}
}}
"""
TEST = """package p;
import static org.junit.Assert.assertEquals;
import org.junit.Test;
public class SumTest {
    @Test public void limits() { assertEquals(4, new Sum().of(new int[] {2, 3}, 4)); }
}
"""
CHANGES = {
    "accepted": (EXTRACTED, Status.PASSED),
    "a test fails": (EXTRACTED.replace("return sum;", "return 0;"), Status.FAILED),
    "does not compile": (EXTRACTED.replace("return sum;", 'return "";'), Status.FAILED),
    "is not detected": (BASE.replace("int sum = 0", "int sum = 1 - 1"), Status.FAILED),
}

PROVED = {"accepted": True, "a test fails": False}
"""What the data of `purity` says of the proof, where one was sought."""


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Writer:
    writer = maven_subject.begin_repository(tmp_path_factory.mktemp("ahead"))
    files = {"pom.xml": maven_subject.JUNIT4, PATH: BASE, "src/test/java/p/SumTest.java": TEST}
    writer.commit(files, "Add the subject")
    return writer


@pytest.fixture(scope="module")
def caches(libraries: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[bool, Path]]:
    place = tmp_path_factory.mktemp("caches")
    found = {
        ahead: maven_subject.cache_with(libraries, place / str(ahead)) for ahead in (True, False)
    }
    yield found
    shutil.rmtree(place, ignore_errors=True)


def judge_text(subject: Writer, text: str, cache: Path, *, ahead: bool) -> Verdict:
    (subject.path / PATH).write_text(text, encoding="utf-8")
    patch = subject.git("diff", "HEAD") + "\n"
    subject.git("checkout", "--quiet", "--", PATH)
    without = frozenset() if ahead else frozenset({Speedup.AHEAD})
    build = BuildOptions(cache=cache, without=without, limits=JobLimits(wall_seconds=120))
    return judged_alone(
        subject.path,
        patch,
        wanted="Extract Method:p.Sum#of(int[], int)",
        tools=ToolsetOptions(build=build),
    )


def view_of(verdict: Verdict) -> object:
    checks = [(c.check, c.status, c.reason, c.details) for c in verdict.checks]
    return verdict.success, verdict.strict_success, verdict.proved_success, checks


@pytest.mark.parametrize("name", CHANGES)
def test_the_verdict_is_the_same(subject: Writer, caches: dict[bool, Path], name: str) -> None:
    text, outcome = CHANGES[name]

    found = {
        ahead: judge_text(subject, text, caches[ahead], ahead=ahead) for ahead in (True, False)
    }

    assert found[True].success is outcome
    assert view_of(found[True]) == view_of(found[False])
    # Somebody who turns a speedup off wants to see everything judged again.
    assert found[True].provenance.key != found[False].provenance.key
    purity = found[True].check(CheckName.PURITY)
    assert purity is not None
    assert purity.data.get("proved") is PROVED.get(name)
