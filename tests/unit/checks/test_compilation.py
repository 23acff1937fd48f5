"""The compilation check reads what the build showed."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree, with_changes
from tests.support.maven_subject import case_of, changes
from tests.support.scripted_builder import ScriptedBuilder, make_measurement, make_refused_run, ran
from verifier.checks.compilation import CompilationCheck
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.testrun import BuildRun, CompileError, RunEnd, TestOutcome

ERROR = CompileError(file="src/main/java/p/A.java", line=7, message="cannot find symbol")


def check(run: BuildRun, evidence: Path) -> CheckResult:
    builder = ScriptedBuilder(base=make_measurement("p.T#a"), run=run)
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
    builder = ScriptedBuilder(
        base=make_measurement("p.T#a"), run=ran({"p.T#a": TestOutcome.PASSED})
    )
    case = replace(case_of(builder, MemoryTree({}), changes({}), tmp_path), tested=False)

    assert CompilationCheck().run(case).status is Status.PASSED
    assert builder.asked == [("compile",)]


def test_an_error_is_told_with_file_line_and_message(tmp_path: Path) -> None:
    result = check(make_refused_run(ERROR, ERROR), tmp_path)

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
    assert check(make_refused_run(end=end), tmp_path).reason is reason


def judge_build(
    evidence: Path,
    files: dict[str, str | None],
    *,
    passes_over: str = "",
    base: dict[str, str] | None = None,
    run: BuildRun | None = None,
) -> CheckResult:
    builder = ScriptedBuilder(
        base=make_measurement("p.T#a"), run=run or ran({}), passes_over=frozenset({passes_over})
    )
    tree = MemoryTree.of(base or {})
    return CompilationCheck().run(case_of(builder, tree, changes(files), evidence))


A, SAMPLE = "src/main/java/p/A.java", "samples/A.java"


def test_each_source_that_was_compiled_is_named_with_the_hash_of_its_bytes(tmp_path: Path) -> None:
    result = judge_build(tmp_path, {A: "class A { }", "src/main/java/p/B.java": None})

    assert result.status is Status.PASSED
    assert result.data["built"] == {
        A: "866b7ef8374c22f9e93bda2fdc9b6c2cdbabba55f4aa77b9745052220631971a",
        "src/main/java/p/B.java": None,
    }


def test_a_new_source_that_was_not_compiled_is_a_failure(tmp_path: Path) -> None:
    result = judge_build(tmp_path, {A: "class A { }", SAMPLE: "class A { }"}, passes_over=SAMPLE)

    assert (result.status, result.reason) == (Status.FAILED, Reason.NOT_BUILT)
    assert result.data["not_built"] == [SAMPLE]
    assert result.details == "the build did not compile samples/A.java as the candidate has it"


def test_a_source_of_the_base_that_no_build_compiles_is_nobody_s_fault(tmp_path: Path) -> None:
    base = {SAMPLE: "class A { int a; }"}
    result = judge_build(tmp_path, {SAMPLE: "class A { }"}, passes_over=SAMPLE, base=base)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_BUILT)


def test_other_bytes_than_the_candidate_s_are_not_the_candidate(tmp_path: Path) -> None:
    run = replace(ran({}), built={A: "0" * 64})

    assert judge_build(tmp_path, {A: "class A { }"}, run=run).reason is Reason.NOT_BUILT


def test_a_deleted_source_that_was_compiled_is_not_the_candidate(tmp_path: Path) -> None:
    run = replace(ran({}), built={A: "0" * 64})

    found = judge_build(tmp_path, {A: None}, run=run, base={A: "class A { }"})

    assert found.reason is Reason.NOT_BUILT


def test_a_deletion_that_no_build_sees_does_not_pass(tmp_path: Path) -> None:
    result = judge_build(tmp_path, {SAMPLE: None}, passes_over=SAMPLE, base={SAMPLE: "class A { }"})

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_BUILT)


def test_a_source_as_the_base_has_it_needs_no_compiler(tmp_path: Path) -> None:
    same = {SAMPLE: "class A { }"}

    assert judge_build(tmp_path, {**same}, passes_over=SAMPLE, base=same).status is Status.PASSED


def test_a_source_that_was_put_back_is_the_candidate_s_own_fault(tmp_path: Path) -> None:
    path = "checks/p/ATest.java"
    run = replace(ran({}), restored=(path,))
    result = judge_build(
        tmp_path, {path: "class T { }"}, passes_over=path, base={path: ""}, run=run
    )

    assert (result.status, result.reason) == (Status.FAILED, Reason.NOT_BUILT)


HIDDEN = 'class A { String s = "\u30bd"; }'.encode("shift_jis")


@pytest.mark.parametrize("side", ["before", "after"])
def test_a_build_that_reads_other_code_than_the_checks_did_leaves_it_open(
    side: str, tmp_path: Path
) -> None:
    before, after = (HIDDEN, b"class A { }") if side == "before" else (b"class A { }", HIDDEN)
    base, what = MemoryTree({"A.java": before}), with_changes({"A.java": after})
    builder = ScriptedBuilder(base=make_measurement("p.T#a"), run=ran({}), reads_as="Shift_JIS")

    result = CompilationCheck().run(case_of(builder, base, what, tmp_path))

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.ANALYSIS)
    assert result.details.startswith("A.java is compiled as Shift_JIS, which the build files")
    declared = replace(base, declared="Shift_JIS")
    assert CompilationCheck().run(case_of(builder, declared, what, tmp_path)).details == ""
