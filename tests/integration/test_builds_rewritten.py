"""Bases whose own tests rewrite their data, built by their own build in the container, and candidates on them."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import maven_subject
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, PrepareOn, StrategyChoice
from verifier.config import cache_folder
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git.repository import Repository

pytestmark = [
    pytest.mark.engine,
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.usefixtures("warm_maven"),
]

CALC, DATA = "src/main/java/p/Calc.java", "src/test/resources/p"
TEXT, ODD = f"{DATA}/lines.txt", f"{DATA}/odd\\name.txt"
SOURCE = "package p;\npublic class Calc {\n  public int add(int a, int b) { return a + b; }\n}\n"
REWRITES = """package p;
import static org.junit.Assert.*;
import java.nio.file.*;
import org.junit.Test;
public class LinesTest {
  static final Path TEXT = Paths.get("src/test/resources/p/lines.txt");
  @Test public void rewritesItsData() throws Exception {
    String text = new String(Files.readAllBytes(TEXT));
    Files.write(TEXT, text.replace("\\r", WORD).getBytes());
    assertEquals(2, new Calc().add(1, 1));
  }
}
"""
SUM = """package p;
import org.junit.*;
public class SumTest {
  @Test public void sums() throws Exception {
    byte[] text = java.nio.file.Files.readAllBytes(java.nio.file.Paths.get("src/test/resources/p/sum.txt"));
    Assert.assertEquals(Integer.parseInt(new String(text)), new Calc().add(2, 2));
  }
}
"""
FILES = {
    "pom.xml": maven_subject.JUNIT4,
    CALC: SOURCE,
    TEXT: "one\r\ntwo\r\n",
    f"{DATA}/sum.txt": "4",
    ODD: "odd",
    "src/test/java/p/LinesTest.java": REWRITES.replace("WORD", '""'),
    "src/test/java/p/SumTest.java": SUM,
}
OPTIONS = BuildOptions(
    prepare_on=PrepareOn.HOST,
    strategy=StrategyChoice.MAVEN,
    cache=cache_folder(),
    base_runs=1,
    limits=JobLimits(wall_seconds=120),
)


def at_the_end(statements: str) -> str:
    return f"""static {{
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {{
      try {{ {statements} }} catch (java.io.IOException e) {{ }}
    }}));
  }}
  public int add"""


def writes_at_the_end(path: str, text: str) -> str:
    return at_the_end(
        f'java.nio.file.Files.write(java.nio.file.Paths.get("{path}"), "{text}".getBytes());'
    )


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with DockerSandbox() as opened:
        yield opened


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with maven_subject.commit(tmp_path_factory.mktemp("rewriting"), FILES) as opened:
        yield opened


@pytest.fixture(scope="module")
def builder(subject: Repository, sandbox: Sandbox) -> Builder:
    return open_builder(subject, subject.resolve("HEAD"), OPTIONS, sandbox)


def judge_edit(
    subject: Repository, builder: Builder, old: str, new: str, folder: Path
) -> CheckResult:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))
    what = maven_subject.changes({CALC: SOURCE.replace(old, new)})
    return maven_subject.judge(builder, tree, what, folder)


def test_what_a_base_rewrites_the_same_way_twice_does_not_make_it_invalid(builder: Builder) -> None:
    measured = builder.measure()

    assert measured.stable_pass == {"p.LinesTest#rewritesItsData", "p.SumTest#sums"}
    assert f"its own tests rewrite 1 file of theirs: {TEXT} is one" in measured.notes


def test_a_candidate_that_leaves_the_same_passes(
    subject: Repository, builder: Builder, tmp_path: Path
) -> None:
    result = judge_edit(subject, builder, "return a + b", "int sum = a + b; return sum", tmp_path)

    assert (result.status, result.details) == (Status.PASSED, "")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (TEXT, "something else"),
        (f"{DATA}/sum.txt", "-1"),
        ("src/test/java/p/SumTest.java", ""),
        ("pom.xml", ""),
        (ODD.replace("\\", "\\\\"), "something else"),
    ],
)
def test_a_candidate_that_leaves_something_else_there_or_elsewhere_tampers(
    subject: Repository, builder: Builder, tmp_path: Path, path: str, text: str
) -> None:
    result = judge_edit(subject, builder, "public int add", writes_at_the_end(path, text), tmp_path)

    assert (result.status, result.reason) == (Status.FAILED, Reason.TAMPER), result.details


def test_a_candidate_may_leave_what_stood_there_before_the_run(
    subject: Repository, builder: Builder, tmp_path: Path
) -> None:
    put_back = writes_at_the_end(TEXT, "one\\r\\ntwo\\r\\n")

    result = judge_edit(subject, builder, "public int add", put_back, tmp_path)

    assert (result.status, result.details) == (Status.PASSED, "")


def test_the_name_of_another_file_does_not_hide_what_a_candidate_wrote(
    subject: Repository, builder: Builder, tmp_path: Path
) -> None:
    digest = hashlib.sha256(b"4").hexdigest()
    # A line of hashes, in the name of a file, behind a vertical tab.
    named = f'Path named = Paths.get("z\\013{digest}  ./{DATA}/sum.txt");'
    made = "Files.createDirectories(named.getParent()); Files.createFile(named);"
    other = f'Files.write(Paths.get("{DATA}/sum.txt"), "-1".getBytes());'
    again = (
        f"import java.nio.file.*;\npublic class Calc {{\n{at_the_end(f'{named} {made} {other}')}"
    )

    result = judge_edit(subject, builder, "public class Calc {\n  public int add", again, tmp_path)

    assert (result.status, result.reason) == (Status.FAILED, Reason.TAMPER), result.details


def test_a_base_that_writes_something_else_each_time_stays_invalid(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    test = "src/test/java/p/LinesTest.java"
    files = {**FILES, test: REWRITES.replace("WORD", '"" + System.nanoTime()')}
    with maven_subject.commit(tmp_path, files) as subject:
        odd = open_builder(subject, subject.resolve("HEAD"), OPTIONS, sandbox)

        with pytest.raises(BaseInvalidError, match=r"lines\.txt was changed during the run"):
            odd.measure()
