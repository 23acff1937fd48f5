"""The compiler that stays: the same as a compiler of one's own, whatever was compiled before."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.watched_sandbox import Watched
from verifier.builds.build_tools import java_tree
from verifier.builds.described.compilation import Compilation
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.direct import warm_compiler
from verifier.builds.direct.base_classes import BaseClasses, base_classes
from verifier.builds.direct.compiling import Compiler
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.builds.preparing.preparation import prepare
from verifier.builds.speedups import Speedup
from verifier.domain.outcome import CheckResult, Reason
from verifier.sandbox.base import JobLimits

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.engine]

HERE = "src/main/java/p"
CALC = """package p;
public class Calc {
  public static final int MAX = 3;
  public int add(int a, int b) { return a + b; }
}
"""
FILES = {
    "pom.xml": maven_subject.JUNIT4,
    f"{HERE}/Calc.java": CALC,
    f"{HERE}/User.java": "package p;\nclass User { int max() { return Calc.MAX; } }\n",
    f"{HERE}/Other.java": "package p;\nclass Other { }\n",
    "src/test/java/p/CalcTest.java": (
        "package p;\nimport org.junit.*;\n"
        "public class CalcTest { @Test public void adds() {"
        " Assert.assertEquals(3, new Calc().add(1, 2)); } }\n"
    ),
}
DEEP = "a" + " + (a" * 9_000 + ")" * 9_000
CANDIDATES: Mapping[str, Mapping[str, bytes | None]] = {
    "a body": {f"{HERE}/Calc.java": CALC.replace("a + b", "b + a").encode()},
    "a constant": {f"{HERE}/Calc.java": CALC.replace("MAX = 3", "MAX = 4").encode()},
    "a syntax error": {f"{HERE}/Calc.java": CALC.replace("a + b", "a +").encode()},
    "a type error beside unchanged sources": {
        f"{HERE}/Calc.java": CALC.replace("int add(", "String add(").encode()
    },
    "another source breaks": {f"{HERE}/Calc.java": CALC.replace("MAX", "MOST").encode()},
    "a test breaks": {f"{HERE}/Calc.java": CALC.replace("add", "sum").encode()},
    "a new class": {f"{HERE}/q/New.java": b"package p.q;\npublic class New { }\n"},
    "a class goes": {f"{HERE}/Other.java": None},
    "not UTF-8": {f"{HERE}/Calc.java": b'package p;\nclass Calc { String s = "\xff"; }\n'},
    "a class in the wrong file": {f"{HERE}/Other.java": b"package p;\npublic class Calc { }\n"},
    "a source that names our folders": {
        f"{HERE}/Calc.java": b'package p;\nclass Calc { int x = "/work/question/tree/"; }\n'
    },
    "deeper than javac's stack": {
        f"{HERE}/Calc.java": CALC.replace("a + b", DEEP).encode(),
    },
}


@pytest.fixture(scope="module")
def docker() -> Iterator[Watched]:
    with Watched() as opened:
        yield opened


@pytest.fixture(scope="module")
def prepared(
    tmp_path_factory: pytest.TempPathFactory, docker: Watched, shared_cache: Path
) -> Iterator[PreparedBase]:
    folder = tmp_path_factory.mktemp("warm")
    with maven_subject.commit(folder, FILES) as repository:
        options = BuildOptions(strategy=StrategyChoice.DIRECT, cache=shared_cache)
        yield prepare(repository, repository.resolve("HEAD"), options, docker)


@pytest.fixture(scope="module")
def base(prepared: PreparedBase, docker: Watched) -> BaseClasses:
    return base_classes(prepared, lambda: compile_files(prepared, docker, {}, None))


def compile_files(
    prepared: PreparedBase,
    sandbox: Watched,
    files: Mapping[str, bytes | None],
    base: BaseClasses | None,
    *,
    seconds: float = 120,
) -> Compilation:
    folder = base.folder if base is not None else None
    compiler = Compiler(prepared, sandbox, processing=False, compiled=folder)
    limits = JobLimits(wall_seconds=seconds)
    return compiler.compile(BuildRequest(overlay=Overlay(files=files), limits=limits))


def view_of(found: Compilation) -> object:
    """All that it says but how long it took; the words of a crash hold addresses."""
    errors = [e if e.file else replace(e, message="") for e in found.errors]
    # A job also brings back what javac wrote before it refused the rest, which nobody reads.
    classes = found.classes if found.compiled else {}
    return found.end, found.compiled, errors, classes, found.replaced, found.built


def test_it_says_what_a_compiler_of_ones_own_says(
    prepared: PreparedBase, docker: Watched, base: BaseClasses
) -> None:
    alone = replace(prepared, warm_compiler=False)
    once = {n: view_of(compile_files(alone, docker, f, base)) for n, f in CANDIDATES.items()}
    docker.jobs.clear()

    # Twice, and the second time after all the others.
    for _ in range(2):
        for name, files in CANDIDATES.items():
            assert view_of(compile_files(prepared, docker, files, base)) == once[name], name

    # Only what javac's stack does not hold had a job of its own, and a new service after it.
    assert docker.jobs == ["compile ", "compile "]
    assert docker.services == 2


def test_who_takes_too_long_has_a_job_of_its_own_and_the_next_a_new_service(
    prepared: PreparedBase, docker: Watched, base: BaseClasses, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = CANDIDATES["a body"]
    first = view_of(compile_files(prepared, docker, body, base))
    docker.jobs.clear()
    before = docker.services

    with monkeypatch.context() as patch:
        patch.setattr(warm_compiler, "SECONDS", 0.0001)
        assert view_of(compile_files(prepared, docker, body, base)) == first
    assert docker.jobs == ["compile "]
    assert view_of(compile_files(prepared, docker, body, base)) == first
    assert (docker.jobs, docker.services) == (["compile "], before + 1)


def test_a_base_with_a_plugin_of_the_compiler_has_a_job_for_each(
    prepared: PreparedBase, docker: Watched, base: BaseClasses
) -> None:
    (module,) = prepared.modules
    main = replace(module.main, arguments=("-Xplugin:None",))
    plugged = replace(prepared, modules=(replace(module, main=main),))
    docker.jobs.clear()
    compile_files(plugged, docker, CANDIDATES["a body"], base)
    assert docker.jobs == ["compile "]


def test_verdicts_are_the_same_with_and_without_it(
    tmp_path: Path, docker: Watched, shared_cache: Path
) -> None:
    said: list[list[CheckResult]] = []
    with maven_subject.commit(tmp_path, FILES) as repository:
        commit = repository.resolve("HEAD")
        tree = java_tree(repository.tree(commit))
        for warm in (True, False):
            docker.jobs.clear()
            options = BuildOptions(
                strategy=StrategyChoice.DIRECT,
                cache=shared_cache,
                base_runs=1,
                without=frozenset() if warm else frozenset({Speedup.WARM_COMPILER}),
            )
            builder = open_builder(repository, commit, options, docker)
            results = []
            for text in ("b + a", "a - b", "a +"):
                files = {f"{HERE}/Calc.java": CALC.replace("a + b", text)}
                what = maven_subject.changes(files)
                results.append(maven_subject.judge(builder, tree, what, tmp_path))
            said.append([replace(each, seconds=0, data={}) for each in results])
            assert docker.jobs.count("compile candidate") == (0 if warm else 3)
    assert said[0] == said[1]
    assert [each.reason for each in said[0]] == [None, Reason.TEST_FAILED, Reason.COMPILE_ERROR]
