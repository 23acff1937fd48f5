"""Surefire's reports are untrusted input: bounded, never a crash, contradictions named."""

import pytest

from verifier.builds.described.strategy import top_class
from verifier.domain.testrun import TestOutcome
from verifier.tools.surefire import Counts, read_reports, summaries

PATH = "target/surefire-reports/TEST-p.CalcTest.xml"
PASS = '<testcase classname="p.CalcTest" name="adds"/>'


def report(*cases: str, name: str = "p.CalcTest") -> bytes:
    return f'<testsuite name="{name}">{"".join(cases)}</testsuite>'.encode()


def test_outcomes_and_messages_are_read() -> None:
    failed = (
        '<testcase classname="p.CalcTest" name="f"><failure message="no">at</failure></testcase>'
    )
    error = '<testcase classname="p.CalcTest" name="e"><error>boom</error></testcase>'
    skipped = '<testcase classname="p.CalcTest" name="s"><skipped/></testcase>'

    found = read_reports({PATH: report(PASS, failed, error, skipped)})

    assert found.outcomes == {
        "p.CalcTest#adds": TestOutcome.PASSED,
        "p.CalcTest#f": TestOutcome.FAILED,
        "p.CalcTest#e": TestOutcome.FAILED,
        "p.CalcTest#s": TestOutcome.SKIPPED,
    }
    assert found.failures == {"p.CalcTest#f": "no\nat", "p.CalcTest#e": "boom"}
    assert found.totals == Counts(run=4, failed=2, skipped=1)
    assert found.problems == []


def test_the_same_name_again_is_another_invocation() -> None:
    found = read_reports({PATH: report(PASS, PASS)})

    assert sorted(found.outcomes) == ["p.CalcTest#adds", "p.CalcTest#adds[2]"]


def test_one_test_in_two_reports_is_a_conflict() -> None:
    other = "target/surefire-reports/TEST-p.CalcTest-2.xml"

    found = read_reports({PATH: report(PASS), other: report(PASS)})

    assert found.conflicts == {"p.CalcTest#adds"}


def test_56_one_test_in_two_executions_with_a_suffix_is_two() -> None:
    again = PASS.replace('classname="p.CalcTest"', 'classname="p.CalcTest(again)"')
    suite = report(again, name="p.CalcTest(again)")
    other = "target/surefire-reports/TEST-p.CalcTest-again.xml"

    found = read_reports({PATH: report(PASS), other: suite})

    assert set(found.outcomes) == {"p.CalcTest#adds", "p.CalcTest(again)#adds"}
    assert (found.conflicts, found.problems) == (set(), [])


@pytest.mark.parametrize("file", ["p.CalcTest (a_b)", "p.CalcTest _a_b_"])
def test_a_report_is_called_after_its_suite_as_far_as_files_may_be(file: str) -> None:
    suite = report(PASS, name="p.CalcTest (a/b)")

    found = read_reports({f"target/surefire-reports/TEST-{file}.xml": suite})

    assert (set(found.outcomes), found.problems) == ({"p.CalcTest#adds"}, [])


def test_all_ids_begin_with_the_module_where_that_is_asked_for() -> None:
    found = read_reports({f"tree/core/{PATH}": report(PASS)}, named=True)

    assert set(found.outcomes) == {"core:p.CalcTest#adds"}


def test_56_a_class_of_two_modules_has_ids_that_begin_with_the_module() -> None:
    failed = '<testcase classname="p.CalcTest" name="f"><failure/></testcase>'
    folders = {"/core": PASS, "/tools/more": failed, "": PASS}
    files = {
        f"tree{folder}/target/surefire-reports/TEST-p.CalcTest.xml": report(case)
        for folder, case in folders.items()
    }

    found = read_reports(files)

    assert found.outcomes == {
        ".:p.CalcTest#adds": TestOutcome.PASSED,
        "core:p.CalcTest#adds": TestOutcome.PASSED,
        "tools/more:p.CalcTest#f": TestOutcome.FAILED,
    }
    assert found.conflicts == set()


@pytest.mark.parametrize(
    "content",
    [
        b'<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite name="p.CalcTest">&x;</testsuite>',
        b'<!DOCTYPE t [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><testsuite name="p.CalcTest">&b;</testsuite>',
        b"<testsuite",
        b"",
        b'<?xml version="1.0" encoding="no-such"?><testsuite name="p.CalcTest"/>',
        b"<html/>",
        report(PASS, name="p.Other"),
        b"<a>" * 100_000,
    ],
    ids=["external entity", "expansion", "cut", "empty", "encoding", "no suite", "name", "deep"],
)
def test_what_surefire_cannot_have_written_is_a_problem_and_no_crash(content: bytes) -> None:
    found = read_reports({PATH: content})

    assert len(found.problems) == 1
    assert found.outcomes == {}


def test_control_characters_do_not_lose_a_report() -> None:
    content = report(
        '<testcase classname="p.CalcTest" name="adds"><system-out>\x1b</system-out></testcase>'
    )

    assert read_reports({PATH: content}).outcomes == {"p.CalcTest#adds": TestOutcome.PASSED}


def test_absent_attributes_do_not_crash() -> None:
    found = read_reports({PATH: report("<testcase/>")})

    assert found.outcomes == {"p.CalcTest#<class>": TestOutcome.PASSED}


@pytest.mark.parametrize(
    ("time", "seconds"), [("1.5", 1.5), ("1,234.5", 1234.5), ("-3", 0), ("1e9", 0), ("", 0)]
)
def test_suites_say_how_long_they_took(time: str, seconds: float) -> None:
    suite = f'<testsuite name="p.CalcTest" time="{time}">{PASS}</testsuite>'

    assert read_reports({PATH: suite.encode()}).seconds == seconds


def test_other_files_are_not_reports() -> None:
    assert read_reports({"target/surefire-reports/p.CalcTest.txt": b"junk"}).problems == []


def test_closing_totals_are_told_from_those_of_a_class() -> None:
    log = (
        "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s - in p.T\n"
        "[WARNING] Tests run: 4, Failures: 1, Errors: 1, Skipped: 1\n"
    )

    assert summaries(log) == [Counts(run=4, failed=2, skipped=1)]


BANNER = "[INFO] --- maven-surefire-plugin:3.2.5:test (default-test) @ subject ---\n"


def totals(run: int) -> str:
    return f"[INFO] Tests run: {run}, Failures: 0, Errors: 0, Skipped: 0\n"


def test_19_totals_that_a_test_prints_are_not_surefires_own() -> None:
    log = f"{BANNER}{totals(9)}{totals(4)}{BANNER}{totals(7)}{totals(2)}"

    assert [counts.run for counts in summaries(log)] == [4, 2]


def test_a_forged_banner_cannot_hide_surefires_own_totals() -> None:
    assert [counts.run for counts in summaries(f"{BANNER}{totals(9)}{BANNER}{totals(4)}")] == [9, 4]


def test_classes_of_one_name_in_two_modules_keep_their_ids_apart() -> None:
    core, app = (f"tree/{m}/target/surefire-reports/TEST-p.CalcTest.xml" for m in ("core", "app"))
    own = "tree/app/target/surefire-reports/TEST-p.AppTest.xml"
    alone = '<testcase classname="p.AppTest" name="runs"/>'
    found = read_reports(
        {core: report(PASS), app: report(PASS), own: report(alone, name="p.AppTest")}
    )

    assert sorted(found.outcomes) == [
        "app:p.CalcTest#adds",
        "core:p.CalcTest#adds",
        "p.AppTest#runs",
    ]
    assert found.conflicts == set()
    assert {top_class(test) for test in found.outcomes} == {"p.CalcTest", "p.AppTest"}


def test_totals_that_no_run_has_are_no_totals() -> None:
    log = f"{totals(4)}Tests run: {'9' * 5000}, Failures: 0, Errors: 0, Skipped: 0\n"

    assert [counts.run for counts in summaries(log)] == [4]
