"""What is done about a base's first run before a strategy is refused."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.evidence.tree_hashes import HASHES
from verifier.builds.measuring.strategy_choice import Choice, choose
from verifier.builds.options import StrategyChoice
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Job, JobLimits, JobResult

LACKS = """[INFO] --- surefire:3.2.5:test (default-test) @ core ---
[ERROR] Failures:
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal a:b:1:c on project app: {}
"""


@pytest.mark.parametrize(
    "said",
    [
        "Cannot access central (https://repo.example.org) in offline mode",
        "No classpath: a.b.MultipleArtifactsNotFoundException: Missing:",
        "Missing:\n[ERROR] ----------\n[ERROR] 1) a.b:surefire-junit-platform:jar:3.0.0-M8\n",
        "No versions available for junit:junit-dep:jar:[4.9,) within specified range",
    ],
    ids=["Maven's own", "Surefire 2's", "Surefire 3.0.0's milestones'", "a range of versions"],
)
def test_what_a_later_module_lacks_behind_the_tests_of_another_is_completed(
    tmp_path: Path, said: str
) -> None:
    completed: list[str] = []
    left = make_result({}, status=1)
    # What tests print there must not hide how the build ended.
    warnings = b"a warning of a test\n" * 2000
    sandbox = ScriptedSandbox(
        result=replace(left, output=LACKS.format(said).encode(), log=warnings)
    )
    request = Choice(
        prepared=replace(PREPARED, folder=tmp_path),
        sandbox=sandbox,
        choice=StrategyChoice.MAVEN,
        base=BuildRequest(overlay=Overlay(), limits=JobLimits()),
    )

    with pytest.raises(BaseInvalidError, match="Maven: Failed to execute goal a:b:1:c on project"):
        choose(request, lambda: completed.append("once"))
    assert completed == ["once"]


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("java.lang.OutOfMemoryError: Java heap space", "Tests that need more memory get it"),
        ("", "The end of the log"),
    ],
)
def test_a_base_that_runs_out_of_memory_is_told_how_it_gets_more(
    tmp_path: Path, said: str, first: str
) -> None:
    printed = LACKS.format(said).encode()
    request = Choice(
        prepared=replace(PREPARED, folder=tmp_path),
        sandbox=ScriptedSandbox(result=replace(make_result({}, status=1), output=printed)),
        choice=StrategyChoice.MAVEN,
        base=BuildRequest(overlay=Overlay(), limits=JobLimits()),
    )

    with pytest.raises(BaseInvalidError) as caught:
        choose(request, lambda: None)
    assert caught.value.hint.startswith(first)


class _Beside(ScriptedSandbox):
    """The project's own build goes on until ours has compiled, or for as long as it waits for that."""

    def __init__(self, seconds: float) -> None:
        super().__init__(result=make_result({}, status=1))
        self._seconds, self._compiled = seconds, threading.Event()
        self.met = False

    def run(self, job: Job) -> JobResult:
        self.jobs.append(job)
        if job.label == "maven base":
            self.met = self.met or self._compiled.wait(self._seconds)
        else:
            self._compiled.set()
        return self.result


@pytest.mark.parametrize(("ahead", "seconds"), [(True, 60.0), (False, 0.1)])
def test_our_own_compiler_takes_the_base_while_the_project_s_own_build_runs(
    tmp_path: Path, ahead: bool, seconds: float
) -> None:
    sandbox = _Beside(seconds)
    request = Choice(
        prepared=replace(PREPARED, folder=tmp_path),
        sandbox=sandbox,
        choice=StrategyChoice.AUTO,
        base=BuildRequest(overlay=Overlay(), limits=JobLimits(), label="base"),
        ahead=ahead,
    )

    with pytest.raises(BaseInvalidError) as refused:
        choose(request, lambda: None)

    assert sandbox.met is ahead
    assert refused.value.message == (
        "the base commit cannot be measured: maven: the base does not compile: Maven failed before any test;"
        " direct: the base does not compile: the last words"
    )
    # Each twice: without our canaries, too, and with annotation processing.
    labels = sorted(job.label for job in sandbox.jobs)
    assert labels == ["compile base", "compile base", "maven base", "maven base"]


def test_nothing_is_compiled_beside_where_our_own_compiler_is_refused(tmp_path: Path) -> None:
    sandbox = _Beside(0.1)
    request = Choice(
        prepared=replace(PREPARED, folder=tmp_path, direct_refusal="it has a plugin"),
        sandbox=sandbox,
        choice=StrategyChoice.AUTO,
        base=BuildRequest(overlay=Overlay(), limits=JobLimits(), label="base"),
        ahead=True,
    )

    with pytest.raises(BaseInvalidError, match="direct: it has a plugin"):
        choose(request, lambda: None)
    assert [job.label for job in sandbox.jobs] == ["maven base"] * 2


def test_a_build_that_rewrites_tests_and_runs_none_is_refused(tmp_path: Path) -> None:
    test = "src/test/java/p/ATest.java"
    (tmp_path / "base" / test).parent.mkdir(parents=True)
    (tmp_path / "base" / test).write_text("class ATest {}", encoding="ascii")
    formatted = f"{'0' * 64}  ./{test}\0".encode()
    request = Choice(
        prepared=replace(PREPARED, folder=tmp_path),
        sandbox=ScriptedSandbox(result=make_result({HASHES: formatted})),
        choice=StrategyChoice.MAVEN,
        base=BuildRequest(overlay=Overlay(), limits=JobLimits(), label="base"),
    )

    with pytest.raises(BaseInvalidError, match="it runs no test"):
        choose(request, lambda: None)
