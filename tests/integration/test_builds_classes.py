"""The class files of a base and of a candidate, by either way of building."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import maven_subject
from verifier.builds.builder import Builder, JavaAgent
from verifier.builds.described.overlay import overlay_of
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.maven.classes import MavenClasses
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.builds.preparing.preparation import prepare
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools import process
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

PATH = "src/main/java/p/Code.java"
CODE = "package p;\npublic class Code { public int one() { return 1; } }\n"
TWO = CODE.replace("return 1", "return two() - 1").replace("} }", "} int two() { return 2; } }")
FILES = {
    "pom.xml": maven_subject.JUNIT4,
    PATH: CODE,
    "src/main/resources/greeting.txt": "hello\n",
    "src/test/java/p/CodeTest.java": (
        "package p;\nimport org.junit.*;\n"
        "public class CodeTest { @Test public void one() { Assert.assertEquals(1, new Code().one()); } }\n"
    ),
}


@pytest.fixture(scope="module")
def subject(
    tmp_path_factory: pytest.TempPathFactory, libraries: Path
) -> Iterator[tuple[Repository, BuildOptions]]:
    folder = tmp_path_factory.mktemp("classes")
    cache = maven_subject.cache_with(libraries, folder / "cache")
    with maven_subject.commit(folder, FILES) as repository:
        yield repository, BuildOptions(strategy=StrategyChoice.DIRECT, base_runs=1, cache=cache)


@pytest.fixture(scope="module")
def builder(subject: tuple[Repository, BuildOptions], sandbox: Sandbox) -> Builder:
    repository, options = subject
    return open_builder(repository, repository.resolve("HEAD"), options, sandbox)


def test_base_and_candidate_are_compiled_and_differ_where_the_change_is(builder: Builder) -> None:
    base = builder.classes(None)
    changed = builder.classes(maven_subject.changes({PATH: TWO}))

    assert set(base.main) == set(changed.main) == {"p/Code.class"}
    assert set(base.test) == {"p/CodeTest.class"}
    assert base.test == changed.test
    assert b"two" in changed.main["p/Code.class"]
    assert b"two" not in base.main["p/Code.class"]


def test_the_project_s_own_build_gives_the_same_classes_beside_its_resources(
    subject: tuple[Repository, BuildOptions], builder: Builder, sandbox: Sandbox
) -> None:
    repository, options = subject
    prepared = prepare(repository, repository.resolve("HEAD"), options, sandbox)
    overlay = overlay_of(maven_subject.changes({PATH: TWO}), prepared.source_folders, frozenset())
    request = BuildRequest(overlay=overlay, limits=JobLimits())
    found = MavenClasses(prepared, sandbox, lambda: None).compile(request).classes

    assert set(found["main"]) == {*builder.classes(None).main, "greeting.txt"}
    assert set(found["test"]) == {"p/CodeTest.class"}
    assert b"two" in found["main"]["p/Code.class"]


def test_what_does_not_compile_has_no_classes(builder: Builder) -> None:
    with pytest.raises(BaseInvalidError):
        builder.classes(maven_subject.changes({PATH: "package p; class Code {"}))


def test_the_compiler_s_errors_are_told_without_any_test(builder: Builder) -> None:
    good = builder.compile(maven_subject.changes({PATH: TWO}))
    bad = builder.compile(maven_subject.changes({PATH: "package p;\nclass Code {"}))

    assert (good.compiled, good.tests) == (True, None)
    assert not bad.compiled
    assert (bad.errors[0].file, bad.errors[0].line) == (PATH, 2)


RED = {
    **FILES,
    "src/test/java/p/CodeTest.java": FILES["src/test/java/p/CodeTest.java"].replace(
        "assertEquals(1,", "assertEquals(2,"
    ),
}


def test_a_base_whose_tests_all_fail_still_compiles(
    tmp_path: Path, sandbox: Sandbox, libraries: Path
) -> None:
    cache = maven_subject.cache_with(libraries, tmp_path / "cache")
    with maven_subject.commit(tmp_path, RED) as repository:
        options = BuildOptions(base_runs=1, cache=cache)
        red = open_builder(repository, repository.resolve("HEAD"), options, sandbox)

        assert red.compile(maven_subject.changes({PATH: TWO})).compiled
        assert red.toolchain().strategy is StrategyName.DIRECT
        with pytest.raises(BaseInvalidError, match="stable passing tests"):
            red.measure()


def test_a_base_that_nothing_compiles_is_not_the_candidate_s_fault(
    tmp_path: Path, sandbox: Sandbox, libraries: Path
) -> None:
    cache = maven_subject.cache_with(libraries, tmp_path / "cache")
    with maven_subject.commit(tmp_path, {**FILES, PATH: "package p; class Code {"}) as repository:
        options = BuildOptions(base_runs=1, cache=cache)
        broken = open_builder(repository, repository.resolve("HEAD"), options, sandbox)

        with pytest.raises(BaseInvalidError):
            broken.compile(maven_subject.changes({PATH: CODE}))


def test_the_surroundings_are_the_jdk_the_libraries_and_the_resources(builder: Builder) -> None:
    found = builder.surroundings()

    names = {path.name for path in found.class_path}
    assert {"junit-4.13.2.jar", "hamcrest-core-1.3.jar"} <= names
    assert any((path / "greeting.txt").is_file() for path in found.class_path)
    assert found.jdk.java.is_file()
    assert not found.has_junit5


AGENT = """import java.nio.file.*;
public class Agent {
  public static void premain(String place) throws Exception {
    Files.write(Paths.get(place, "seen"), new byte[] {(byte) 0xff, 0, (byte) 0xc3, 10});
  }
}
"""


def test_what_an_agent_leaves_stays_the_bytes_that_it_wrote(
    builder: Builder, tmp_path: Path
) -> None:
    (tmp_path / "Agent.java").write_text(AGENT)
    (tmp_path / "manifest").write_text("Premain-Class: Agent\n")
    tools, jar = builder.surroundings().jdk.home / "bin", tmp_path / "agent.jar"
    process.check([tools / "javac", "-d", tmp_path, tmp_path / "Agent.java"])
    classes = ("-C", tmp_path, "Agent.class")
    process.check([tools / "jar", "cfm", jar, tmp_path / "manifest", *classes])
    java_agent = JavaAgent(jar=jar, options="{place}", files={"in": b""}, result="seen")

    assert builder.observe(java_agent) == b"\xff\x00\xc3\n"
    assert builder.observe(java_agent) == b"\xff\x00\xc3\n"
