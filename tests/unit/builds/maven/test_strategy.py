"""What a run of the project's own build shows of its own tests and build files."""

import hashlib
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.builder import Faults, JavaAgent
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import JOB_TREE, BuildRequest
from verifier.builds.evidence.tree_hashes import HASHES
from verifier.builds.maven.classes import MavenClasses
from verifier.builds.maven.strategy import MavenStrategy
from verifier.domain.testrun import TamperSign
from verifier.sandbox.base import JobLimits

TEST = "src/test/java/com/target/ATest.java"
MADE = "target/test-classes/pom.xml"
CONTENT = b"class ATest {}"
SHA = hashlib.sha256(CONTENT).hexdigest()


REQUEST = BuildRequest(overlay=Overlay(), limits=JobLimits())


def base(folder: Path) -> Path:
    for path in (TEST, MADE):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_bytes(CONTENT)
    return folder


@pytest.mark.parametrize(("digest", "changed"), [(SHA, []), ("0" * 64, [TEST])])
def test_a_test_in_a_package_that_is_called_target_is_watched(
    tmp_path: Path, digest: str, changed: list[str]
) -> None:
    base(tmp_path / "base")
    listing = f"{digest}  ./{TEST}\0".encode()
    sandbox = ScriptedSandbox(result=make_result({HASHES: listing}))
    strategy = MavenStrategy(replace(PREPARED, folder=tmp_path), sandbox, canaries=(), rewritten={})

    run = strategy.build(BuildRequest(overlay=Overlay(), limits=JobLimits(), label="base"))

    assert run.tests is not None
    found = [t.detail for t in run.tests.tamper if t.sign is TamperSign.CHANGED_FILE]
    assert found == [f"{path} was changed during the run" for path in changed]


def test_reports_below_surefire_s_folder_are_other_programs() -> None:
    case = '<testsuite name="{0}"><testcase classname="p.ATest" name="adds"/></testsuite>'
    folder = f"{JOB_TREE}/target/surefire-reports"
    sandbox = ScriptedSandbox(
        result=make_result(
            {
                f"{folder}/TEST-TestSuite.xml": case.format("TestSuite").encode(),
                # TestNG writes its own, of the same tests.
                f"{folder}/junitreports/TEST-p.ATest.xml": case.format("p.ATest").encode(),
            }
        )
    )

    run = MavenStrategy(PREPARED, sandbox, canaries=(), rewritten={}).build(REQUEST)

    assert run.tests is not None
    assert (set(run.tests.outcomes), run.tests.conflicts) == ({"p.ATest#adds"}, ())


def test_a_test_in_the_reports_of_two_classes_is_no_flaw_of_the_run(tmp_path: Path) -> None:
    base(tmp_path / "base")
    # JBehave writes the steps of all stories as tests of one class, into the report of each story.
    step = '<testcase classname="p.Steps" name="given"/>'
    own = '<testsuite name="p.{0}"><testcase classname="p.{0}" name="adds"/>{1}</testsuite>'
    folder = f"{JOB_TREE}/target/surefire-reports"
    reports = {
        f"{folder}/TEST-p.{name}.xml": own.format(name, step).encode()
        for name in ("ATest", "BTest")
    }
    printed = b"Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n"
    left = make_result({**reports, HASHES: f"{SHA}  ./{TEST}\0".encode()})
    sandbox = ScriptedSandbox(result=replace(left, output=printed))
    strategy = MavenStrategy(replace(PREPARED, folder=tmp_path), sandbox, canaries=(), rewritten={})

    tests = strategy.build(REQUEST).tests

    assert tests is not None
    assert (tests.tamper, tests.complete) == ((), True)
    assert tests.conflicts == ("p.Steps#given",)
    assert set(tests.outcomes) == {"p.ATest#adds", "p.BTest#adds", "p.Steps#given"}


def test_a_skip_in_the_reports_of_a_class_and_of_its_suite_counts_once(tmp_path: Path) -> None:
    base(tmp_path / "base")
    cases = (
        '<testcase classname="p.ATest" name="adds"/>'
        '<testcase classname="p.ATest" name="later"><skipped/></testcase>'
    )
    folder = f"{JOB_TREE}/target/surefire-reports"
    reports = {
        f"{folder}/TEST-p.{name}.xml": f'<testsuite name="p.{name}">{cases}</testsuite>'.encode()
        for name in ("ATest", "AllTests")
    }
    # As Surefire 3.0.0-M5 does: each pass, and of the skips one.
    printed = b"Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n"
    left = make_result({**reports, HASHES: f"{SHA}  ./{TEST}\0".encode()})
    sandbox = ScriptedSandbox(result=replace(left, output=printed))
    prepared = replace(PREPARED, folder=tmp_path)

    tests = MavenStrategy(prepared, sandbox, canaries=(), rewritten={}).build(REQUEST).tests

    assert tests is not None
    assert (tests.tamper, tests.complete) == ((), True)
    assert tests.conflicts == ("p.ATest#adds", "p.ATest#later")


PASSED, FAILED, SKIPPED = "", "<failure/>", "<skipped/>"


@pytest.mark.parametrize(
    ("version", "cases", "printed", "whole"),
    [
        ("3.2.5", [FAILED, FAILED], (1, 1, 0), True),
        ("3.2.5", [PASSED, FAILED], (1, 1, 0), True),
        ("3.2.5", [SKIPPED, SKIPPED], (1, 0, 1), True),
        ("3.2.5", [PASSED, SKIPPED, PASSED], (2, 0, 0), True),
        ("3.2.5", [PASSED, PASSED], (2, 0, 0), True),
        # Whoever hides one failure behind two of another would be believed.
        ("3.2.5", [FAILED, FAILED], (2, 2, 0), False),
        ("2.17", [FAILED, FAILED], (2, 2, 0), True),
        # Older ones count each case: a pass that was made up would go unseen.
        ("2.17", [PASSED, FAILED], (1, 1, 0), False),
        ("2.17", [PASSED, SKIPPED], (1, 0, 0), False),
        ("3.2.5", [PASSED, PASSED], (1, 1, 0), False),
        ("3.2.5", [FAILED], (2, 1, 0), False),
    ],
)
def test_cases_of_one_name_are_counted_as_surefire_does(
    version: str, cases: list[str], printed: tuple[int, int, int], whole: bool
) -> None:
    each = "".join(f'<testcase classname="p.ATest" name="made">{c}</testcase>' for c in cases)
    report = f'<testsuite name="p.ATest">{each}</testsuite>'.encode()
    run, failures, skipped = printed
    log = (
        f"[INFO] --- maven-surefire-plugin:{version}:test (default-test) @ subject ---\n"
        f"Tests run: {run}, Failures: {failures}, Errors: 0, Skipped: {skipped}\n"
    )
    left = make_result({f"{JOB_TREE}/target/surefire-reports/TEST-p.ATest.xml": report})
    sandbox = ScriptedSandbox(result=replace(left, output=log.encode()))

    tests = MavenStrategy(PREPARED, sandbox, canaries=(), rewritten={}).build(REQUEST).tests

    assert tests is not None
    told = [each.detail for each in tests.tamper if each.sign is TamperSign.REPORT]
    assert (told == []) is whole, told


def test_the_listing_leaves_out_what_a_build_makes_and_nothing_else(tmp_path: Path) -> None:
    base(tmp_path / JOB_TREE)
    odd = replace(MODULE, folder="it's", main_output="it's/out/classes", test_output="it's/out/t")
    (tmp_path / JOB_TREE / "it's/out/t").mkdir(parents=True)
    (tmp_path / JOB_TREE / "it's/out/t/A.class").touch()
    sandbox = ScriptedSandbox(result=make_result({}))
    prepared = replace(PREPARED, folder=tmp_path, modules=(MODULE, odd))
    MavenStrategy(prepared, sandbox, canaries=(), rewritten={}).build(
        BuildRequest(overlay=Overlay(), limits=JobLimits(), label="base")
    )
    (job,) = sandbox.jobs

    subprocess.run([*job.command[:3], "build", "true"], cwd=tmp_path, check=True)

    assert (tmp_path / HASHES).read_text().split("  ")[1:] == [f"./{TEST}\0"]


def test_maven_s_own_jvm_starts_for_a_short_life() -> None:
    sandbox = ScriptedSandbox(result=make_result({}))

    MavenStrategy(PREPARED, sandbox, canaries=(), rewritten={}).build(REQUEST)
    MavenClasses(PREPARED, sandbox, lambda: None).compile(REQUEST)

    assert [job.env["MAVEN_OPTS"] for job in sandbox.jobs] == ["-XX:TieredStopAtLevel=1"] * 2


def test_a_build_finds_the_programs_of_its_jdk_by_name() -> None:
    sandbox = ScriptedSandbox(result=make_result({}))

    MavenStrategy(PREPARED, sandbox, canaries=(), rewritten={}).build(REQUEST)

    (job,) = sandbox.jobs
    assert job.env["PATH"].split(":")[0] == f"{job.env['JAVA_HOME']}/bin"


def test_a_project_s_own_build_stops_at_no_failure_breaks_no_test_and_loads_no_agent() -> None:
    sandbox = ScriptedSandbox(result=make_result({}))
    strategy = MavenStrategy(PREPARED, sandbox, canaries=(), rewritten={})
    compiler = MavenClasses(PREPARED, sandbox, lambda: None)
    agent = JavaAgent(jar=Path("agent.jar"), options="", files={}, result="seen")

    assert strategy.tree_compiler is None
    assert strategy.first_failure(REQUEST, frozenset(), lambda _: ()) is None
    assert strategy.plant(REQUEST, Faults(among=frozenset({"p.T#a"}), seed="s", word="w")) is None
    assert compiler.observe(REQUEST, agent) == b""
    assert sandbox.jobs == []
