"""The compilation check reads what the build showed."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree
from tests.support.maven_subject import case_of, changes
from tests.support.scripted_builder import ScriptedBuilder, measured, ran, refused
from verifier.checks.compilation import CompilationCheck
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.testrun import BuildRun, CompileError, RunEnd, TestOutcome

ERROR = CompileError(file="src/main/java/p/A.java", line=7, message="cannot find symbol")


def check(run: BuildRun, evidence: Path) -> CheckResult:
    builder = ScriptedBuilder(base=measured("p.T#a"), run=run)
    return CompilationCheck().run(case_of(builder, MemoryTree({}), changes({}), evidence))


def test_what_compiled_passes_whatever_its_tests_say(tmp_path: Path) -> None:
    result = check(ran({}), tmp_path)

    assert (result.status, result.reason) == (Status.PASSED, None)
    assert result.data["compiler"] == "javac 17.0.1, level 8"


def test_the_seconds_are_the_compilers_own_and_the_base_is_told_apart(tmp_path: Path) -> None:
    result = check(replace(ran({}), seconds=5.0, test_seconds=3.5), tmp_path)

    assert result.seconds == 1.5
    assert result.data["base_seconds"] < 1.0


def test_no_test_runs_where_nobody_asks_for_tests(tmp_path: Path) -> None:
    builder = ScriptedBuilder(base=measured("p.T#a"), run=ran({"p.T#a": TestOutcome.PASSED}))
    case = replace(case_of(builder, MemoryTree({}), changes({}), tmp_path), tested=False)

    assert CompilationCheck().run(case).status is Status.PASSED
    assert builder.asked == [("compile",)]


def test_an_error_is_told_with_file_line_and_message(tmp_path: Path) -> None:
    result = check(refused(ERROR, ERROR), tmp_path)

    assert result.reason is Reason.COMPILE_ERROR
    assert result.details == "src/main/java/p/A.java:7: cannot find symbol (and 1 more)"
    assert result.data["error_count"] == 2
    assert result.evidence == "compilation.log"
    assert (tmp_path / "compilation.log").is_file()


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (RunEnd.TIMEOUT, Reason.TIMEOUT),
        (RunEnd.OUT_OF_MEMORY, Reason.RESOURCE),
        (RunEnd.OUT_OF_DISK, Reason.RESOURCE),
        (RunEnd.OUT_OF_PROCESSES, Reason.RESOURCE),
    ],
)
def test_a_compiler_that_was_ended_is_no_compile_error(
    tmp_path: Path, end: RunEnd, reason: Reason
) -> None:
    assert check(refused(end=end), tmp_path).reason is reason
