"""A change in one module of a Maven reactor, and the modules that need it, near and far."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.counting_sandbox import CountingSandbox
from tests.support.maven_subject import cache_with, changes, commit, judge
from tests.support.reactor_subject import ALONE, ALONE_PATH, CORE, CORE_PATH, FILES
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, ModuleReach, StrategyName
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.testrun import TestOutcome
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with commit(tmp_path_factory.mktemp("reactor"), FILES) as repository:
        yield repository


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> BuildOptions:
    cache = cache_with(libraries, tmp_path_factory.mktemp("reactor") / "cache")
    return BuildOptions(cache=cache, base_runs=1, limits=JobLimits(wall_seconds=300))


def open_base(subject: Repository, sandbox: Sandbox, options: BuildOptions, *files: str) -> Builder:
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), files or [CORE_PATH], options)
    return open_modules(subject, head, modules, options, sandbox)


@pytest.fixture(scope="module")
def counting(sandbox: Sandbox) -> CountingSandbox:
    return CountingSandbox(sandbox=sandbox)


@pytest.fixture(scope="module")
def builder(subject: Repository, counting: CountingSandbox, options: BuildOptions) -> Builder:
    return open_base(subject, counting, options)


def judge_edit(
    builder: Builder, subject: Repository, folder: Path, old: str, new: str
) -> CheckResult:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))
    return judge(builder, tree, changes({CORE_PATH: CORE.replace(old, new)}), folder)


def test_the_changed_module_and_all_that_need_it_are_measured(
    builder: Builder, counting: CountingSandbox
) -> None:
    measurement = builder.measure()

    # `core` is described and built. Then the others: as asked for, without `rare`, and without `sick`, which
    # the build showed to be broken. Both builds run again, with a test of each module: `last` wants one.
    assert counting.labels.count("prepare maven") == 2 + 1 + (2 + 1) + (2 + 1)

    assert measurement.strategy is StrategyName.DIRECT
    assert measurement.stable_pass == {
        "p.SameTest#runs",
        "p.SameTest#doubles",
        "app:p.SameTest#runs",
        "app:p.SameTest#fours",
        "last:p.LastTest#isLeast",
        "last:p.LastTest#isAtHome",
        "last:p.LastTest(again)#isLeast",
        "last:p.LastTest(again)#isAtHome",
    }
    assert measurement.modules is not None
    assert measurement.modules.compiled == ("app", "core", "last")
    assert measurement.modules.untested == {}
    left_out = measurement.modules.uncompiled
    assert sorted(left_out) == ["rare", "sick"]
    assert left_out["rare"] == "no active profile of the build has it"
    assert "cannot find symbol" in left_out["sick"]
    assert measurement.notes[0] == (
        "modules that need the changed ones are built by maven:"
        " direct cannot be used: last: Surefire has several executions"
    )


def test_26_a_signature_that_only_another_module_uses_is_a_compile_error(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    old = "public static int least() { return 0; }"
    result = judge_edit(builder, subject, tmp_path, old, old.replace("()", "(int n)"))

    assert result.reason is Reason.COMPILE_ERROR
    assert result.details.startswith("app/src/test/java/p/Expected.java:2: ")


def test_24_another_module_s_inlined_constant_and_a_far_module_s_test_are_seen(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    with_least = CORE.replace("return 0", "return 1")
    what = changes({CORE_PATH: with_least.replace("LIMIT = 3", "LIMIT = 4")})
    tree = java_tree(subject.tree(subject.resolve("HEAD")))

    result = judge(builder, tree, what, tmp_path)

    assert result.reason is Reason.TEST_FAILED
    assert set(result.data["failed"]) == {
        "app:p.SameTest#runs",
        "last:p.LastTest#isLeast",
        "last:p.LastTest(again)#isLeast",
    }


def test_a_change_that_nobody_notices_passes(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    result = judge_edit(builder, subject, tmp_path, "2 * n", "n + n")

    assert result.status is Status.PASSED


def test_dependants_that_are_only_compiled_are_named_and_still_must_compile(
    subject: Repository, sandbox: Sandbox, options: BuildOptions, tmp_path: Path
) -> None:
    builder = open_base(subject, sandbox, replace(options, reach=ModuleReach.CHANGED))
    old = "public static int least() { return 0; }"

    whole = judge_edit(builder, subject, tmp_path, "LIMIT = 3", "LIMIT = 4")
    broken = judge_edit(builder, subject, tmp_path, old, old.replace("()", "(int n)"))

    assert whole.status is Status.PASSED
    assert whole.data["untested"] == {"app": "--modules changed", "last": "--modules changed"}
    assert broken.reason is Reason.COMPILE_ERROR


def test_a_change_in_a_further_module_that_no_dependant_needs_is_built_too(
    subject: Repository, sandbox: Sandbox, options: BuildOptions
) -> None:
    builder = open_base(subject, sandbox, options, CORE_PATH, ALONE_PATH)
    measurement = builder.measure()
    both = {
        CORE_PATH: CORE.replace("LIMIT = 3", "LIMIT = 4"),
        ALONE_PATH: f"{ALONE}class B {{ }}\n",
    }

    run = builder.build(changes(both))

    assert measurement.strategy is StrategyName.DIRECT
    assert set(run.built) == {CORE_PATH, ALONE_PATH}
    assert run.tests is not None
    failed = [t for t, o in run.tests.outcomes.items() if o is TestOutcome.FAILED]
    assert (run.tests.tamper, failed) == ((), ["app:p.SameTest#runs"])
