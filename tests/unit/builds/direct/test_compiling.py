"""The arguments of javac: the source level, and the sources."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.module import CompilerSettings
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.direct.compiling import Compiler, level_options
from verifier.sandbox.base import JobLimits
from verifier.tools.jdk import Jdk

JDK = Jdk(home=Path("/jdk"), version="17.0.15", feature=17)
PAST_PUBLIC = ("-Xlint", "-XDignore.symbol.file")


@pytest.mark.parametrize(
    ("level", "release", "arguments", "options"),
    [
        pytest.param(8, False, (), ["-source", "1.8", "-target", "1.8"], id="as it is"),
        pytest.param(8, True, (), ["--release", "8"], id="a release as it is"),
        pytest.param(6, False, (), ["--release", "7"], id="lifted"),
        # --release hides what javac is told not to hide: sun.misc, for one.
        pytest.param(6, False, PAST_PUBLIC, ["-source", "1.7", "-target", "1.7"], id="all is seen"),
        pytest.param(8, True, PAST_PUBLIC, ["--release", "8"], id="its own release stays"),
    ],
)
def test_a_level_is_told_as_the_project_says_it(
    level: int, release: bool, arguments: tuple[str, ...], options: list[str]
) -> None:
    settings = CompilerSettings(level=level, release=release, arguments=arguments)

    assert level_options(settings, JDK) == options


def test_the_declaration_of_a_module_is_no_source(tmp_path: Path) -> None:
    for path in ("module-info.java", "p/A.java", "p/package-info.java"):
        file = tmp_path / "base/src/main/java" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    changed = {"src/main/java/module-info.java": b"module m { }", "src/test/java/B.java": b""}
    sandbox = ScriptedSandbox(result=make_result({}))
    compiler = Compiler(replace(PREPARED, folder=tmp_path), sandbox, processing=False)

    compiler.compile(BuildRequest(overlay=Overlay(files=changed), limits=JobLimits()))

    (job,) = sandbox.jobs
    plan = job.stdin.decode().splitlines()
    assert [line for line in plan if line.startswith("source ")] == [
        "source src/main/java/p/A.java",
        "source src/main/java/p/package-info.java",
        "source src/test/java/B.java",
    ]
