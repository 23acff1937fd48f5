"""Each form is read back by a reader of its own, whatever the names and the words in it are."""

import html
import json
import re
from dataclasses import replace
from urllib.parse import unquote

import jsonschema
import pytest
from junitparser import Error, Failure, JUnitXml, Skipped

from tests.support.gate_reports import FINDINGS, HOSTILE, NOTHING, PROVED, REFUTED
from verifier.domain.cause import CauseKind
from verifier.domain.gate import (
    AsideFile,
    AsideWhy,
    FindingLevel,
    GateFinding,
    GateReport,
    NextStep,
)
from verifier.domain.review import CodeLines, HunkState, Review, ReviewHunk
from verifier.domain.split import Split, SplitOutcome, SplitPart, SplitTie
from verifier.gates.formats.markdown import escape
from verifier.gates.formats.registry import WRITERS, ReportForm, write_report
from verifier.tools.record_schemas import schema_text
from verifier.tools.records import from_json
from verifier.tools.sarif import read_sarif

REPORTS = [REFUTED, PROVED, NOTHING]


@pytest.mark.parametrize("form", ReportForm)
@pytest.mark.parametrize("report", REPORTS, ids=lambda r: str(r.decision))
def test_every_form_is_utf_8_and_ends_its_last_line(form: ReportForm, report: GateReport) -> None:
    content = write_report(report, form)

    assert content.decode("utf-8").endswith("\n")
    assert not content.endswith(b"\n\n")
    assert b"\x1b" not in content


def test_hunks_that_are_counted_but_not_listed_are_named_in_markdown() -> None:
    review = Review(files=430, folded=0, unfolded=30, hunks=(), left_out=30)

    content = write_report(replace(REFUTED, review=review), ReportForm.MARKDOWN).decode()

    assert "30 need your eyes" in content
    assert "- and 30 more" in content


CAUSE = GateFinding(
    rule_id="IMPURE",
    level=FindingLevel.ERROR,
    message="in `total`, boundary moved: `<` became `<=`",
    file="A.java",
    line=3,
    end_line=3,
    before="if (a < b) {",
    after="if (a <= b) {",
    next_step=NextStep.FIX_AS_ADVISED,
    cause=CauseKind.BOUNDARY,
    advice="Write `if (a < b) {` in place of `if (a <= b) {` at line 3.",
)


@pytest.mark.parametrize("form", ReportForm)
def test_every_form_says_what_differs_with_both_sides_and_advice(form: ReportForm) -> None:
    unit = replace(REFUTED.units[0], findings=(CAUSE,))
    content = write_report(replace(REFUTED, units=(unit,)), form).decode()
    plain = html.unescape(re.sub(r"</?code>", "", content)).replace("\\", "")

    for text in ("boundary moved", "if (a < b) {", "if (a <= b) {", "at line 3."):
        assert text in plain
    assert form in {ReportForm.GITLAB, ReportForm.JUNIT, ReportForm.GITHUB, ReportForm.SARIF} or (
        "fix_as_advised" in plain
    )


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (
            SplitOutcome.PARTED,
            "split: refactoring.patch is proved: 1 file, 2 hunks; rest.patch: 2 files, 1 hunk",
        ),
        (
            SplitOutcome.ONLY_REFACTORING,
            "split: the whole change is proved refactoring: 1 file, 2 hunks; rest.patch is empty",
        ),
        (
            SplitOutcome.NO_REFACTORING,
            "split: no refactoring was found: why; rest.patch is the whole change: 2 files, 1 hunk",
        ),
        (
            SplitOutcome.TIED,
            "split: not parted: why; rest.patch is the whole change: 2 files, 1 hunk",
        ),
    ],
)
def test_a_split_is_one_line_and_each_tie_another(outcome: SplitOutcome, said: str) -> None:
    split = Split(
        outcome=outcome,
        refactoring=SplitPart(files=("A.java",), hunks=2),
        rest=SplitPart(files=("A.java", "pom.xml"), hunks=1),
        ties=(
            SplitTie(file="A.java", line=3, why="no add"),
            SplitTie(file="pom.xml", line=0, why="w"),
        ),
        why="why",
    )
    content = write_report(replace(PROVED, split=split), ReportForm.TEXT).decode()

    ties = ["split: tied to the rest: A.java:3: no add", "split: tied to the rest: pom.xml: w"]
    assert [line for line in content.splitlines() if line.startswith("split")] == [said, *ties]
    assert said.replace("_", r"\_") in write_report(
        replace(PROVED, split=split), ReportForm.MARKDOWN
    ).decode().replace("\\.", ".")


def test_there_is_a_writer_for_each_form() -> None:
    assert set(WRITERS) == set(ReportForm)


@pytest.mark.parametrize("report", [PROVED, NOTHING])
def test_json_reads_back_and_satisfies_its_schema(report: GateReport) -> None:
    content = write_report(report, ReportForm.JSON)

    assert from_json(GateReport, content) == report
    jsonschema.validate(json.loads(content), json.loads(schema_text("check", GateReport)))


def test_json_says_the_version_of_its_form() -> None:
    assert json.loads(write_report(PROVED, ReportForm.JSON))["schema"] == 2


def test_sarif_has_a_result_for_each_finding_and_says_where_it_is() -> None:
    content = write_report(REFUTED, ReportForm.SARIF)
    (run,) = json.loads(content)["runs"]
    first, gone, build, nowhere = run["results"]

    place = first["locations"][0]["physicalLocation"]
    assert unquote(place["artifactLocation"]["uri"]) == HOSTILE
    assert re.fullmatch(r"[\w%./~-]+", place["artifactLocation"]["uri"])
    assert place["region"] == {"startLine": 7, "endLine": 7}
    assert gone["locations"][0]["physicalLocation"]["region"]["startLine"] == 1
    assert "line 900 of the base" in gone["message"]["text"]
    assert (first["level"], build["level"], nowhere["level"]) == ("error", "warning", "note")
    assert [run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"] for r in run["results"]] == [
        r["ruleId"] for r in run["results"]
    ]
    whole = nowhere["locations"][0]["physicalLocation"]
    assert (whole["artifactLocation"]["uri"], whole["region"]["startLine"]) == ("A.java", 1)
    assert [f.start_line for f in read_sarif(content).findings] == [7, 1, 1, 1]
    assert "security-severity" not in content.decode()


def test_sarif_of_a_proved_change_is_an_empty_run_that_closes_earlier_alerts() -> None:
    (run,) = json.loads(write_report(PROVED, ReportForm.SARIF))["runs"]

    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert read_sarif(write_report(PROVED, ReportForm.SARIF)).findings == ()


def test_sarif_keeps_to_what_github_reads() -> None:
    log = json.loads(write_report(REFUTED, ReportForm.SARIF))

    assert (log["version"], log["$schema"]) == (
        "2.1.0",
        "https://json.schemastore.org/sarif-2.1.0.json",
    )
    (run,) = log["runs"]
    for rule in run["tool"]["driver"]["rules"]:
        assert set(rule) >= {"id", "name", "shortDescription", "fullDescription", "help"}
        assert len(rule["name"]) <= 255
        assert len(rule["fullDescription"]["text"]) <= 1024

    def texts(value: object) -> list[str]:
        if isinstance(value, dict):
            return [t for each in value.values() for t in texts(each)]
        if isinstance(value, list):
            return [t for each in value for t in texts(each)]
        return [value] if isinstance(value, str) else []

    assert "" not in texts(log)


def test_junit_is_read_by_a_junit_reader() -> None:
    (suite,) = JUnitXml.fromstring(write_report(REFUTED, ReportForm.JUNIT))
    cases = {case.name: case for case in suite}

    assert list(cases) == ["detection", "purity", "proof", "tests", "answer"]
    assert cases["detection"].result == []
    assert isinstance(cases["purity"].result[0], Failure)
    assert cases["purity"].result[0].type == "IMPURE"
    assert "😀 %0A" in cases["purity"].result[0].text
    assert isinstance(cases["proof"].result[0], Error)
    assert cases["proof"].result[0].message == "a\ufffdb\ufffd"
    assert isinstance(cases["tests"].result[0], Skipped)
    assert isinstance(cases["answer"].result[0], Failure)
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (5, 2, 1, 1)


def test_junit_of_a_proved_change_has_no_failure() -> None:
    (suite,) = JUnitXml.fromstring(write_report(PROVED, ReportForm.JUNIT))

    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (2, 0, 0, 0)


def test_gitlab_has_a_place_and_a_fingerprint_of_its_own_for_each_finding() -> None:
    entries = json.loads(write_report(REFUTED, ReportForm.GITLAB))

    assert [e["location"]["path"] for e in entries] == [HOSTILE, "A.java", "pom.xml", "A.java"]
    assert [e["location"]["lines"]["begin"] for e in entries] == [7, 1, 1, 1]
    assert [e["severity"] for e in entries] == ["major", "major", "minor", "info"]
    assert len({e["fingerprint"] for e in entries}) == 4
    assert json.loads(write_report(PROVED, ReportForm.GITLAB)) == []


def test_github_s_commands_hold_no_line_and_no_command_of_a_subject() -> None:
    lines = write_report(REFUTED, ReportForm.GITHUB).decode().splitlines()
    commands = [line for line in lines if line.startswith("::")]

    assert len(commands) == len(FINDINGS)
    assert len(lines) == len(FINDINGS) + 3
    command = re.fullmatch(
        r"::error file=([^,:]*),title=([^,:]*),line=7,endLine=7::(.*)", commands[0]
    )
    assert command is not None
    name = command[1].replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
    assert name == HOSTILE
    assert r"x::y\r%0A@me" in command[3]
    assert command[2] == "refverify IMPURE (refactoring)"
    assert commands[3].startswith("::notice title=refverify UNRESOLVED (behaviour)::")


def test_github_shows_ten_of_a_level_and_counts_the_rest() -> None:
    warning = replace(FINDINGS[2], rule_id="unseen")
    findings = tuple(replace(warning, message=str(number)) for number in range(11))
    unit = replace(REFUTED.units[0], findings=findings)

    lines = write_report(replace(REFUTED, units=(unit,)), ReportForm.GITHUB).decode().splitlines()

    assert lines[9].endswith("::9")
    assert lines[10] == "1 more finding is not annotated"


def test_markdown_mentions_nobody_and_makes_no_markup_of_names() -> None:
    content = write_report(REFUTED, ReportForm.MARKDOWN).decode()

    assert not re.search(r"@(?!\u200b)", content)
    assert not re.search(r"(?<!\\)<b>", content)
    assert not re.search(r"(?<!\\)#1", content)
    rows = [line for line in content.splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {6}
    assert "````\nclass T {} // ```\n````" in content


def test_markdown_formats_quoted_code_as_code_in_every_line() -> None:
    message = "in `f`, `a_b();` is new"
    finding = replace(REFUTED.units[0].findings[0], message=message, file="A.java")
    unit = replace(REFUTED.units[0], findings=(finding,))

    report = replace(REFUTED, units=(unit,), notes=("`g` is new",))
    content = write_report(report, ReportForm.MARKDOWN).decode()

    assert content.splitlines()[0].count("<code>a\\_b();</code>") == 1
    assert content.splitlines()[-1] == "<code>g</code> is new"
    assert "\\`" not in content.splitlines()[0]


def test_the_text_ends_with_the_answer_and_what_it_rests_on() -> None:
    assert write_report(PROVED, ReportForm.TEXT).decode().splitlines() == [
        "✓ the whole change",
        "behaviour: PROVED: proof of 3 changed methods",
        "refactoring: only refactoring: 1 refactoring",
        "PASSED (level static): behaviour PROVED, only refactoring",
    ]
    assert write_report(NOTHING, ReportForm.TEXT).decode().splitlines()[-1] == (
        "NOTHING TO CHECK: no code changed"
    )
    *_, refactoring, decision = write_report(REFUTED, ReportForm.TEXT).decode().splitlines()
    assert refactoring == "refactoring: more than refactoring: 2 edits"
    assert decision.startswith(
        "FAILED (level static): behaviour REFUTED, more than refactoring: IMPURE: ]]> "
    )


@pytest.mark.parametrize("form", [each for each in ReportForm if each is not ReportForm.JUNIT])
def test_every_form_says_both_answers_and_which_question_a_finding_bears_on(
    form: ReportForm,
) -> None:
    content = write_report(REFUTED, form).decode().lower()
    has_findings_alone = form is ReportForm.GITLAB

    assert has_findings_alone or ("refuted" in content and "more" in content)
    assert re.search(r"\brefactoring\b", content)
    assert re.search(r"\bbehaviour\b", content)


def test_junit_has_both_answers_and_no_failure_of_a_change_that_passes() -> None:
    (suite,) = JUnitXml.fromstring(write_report(REFUTED, ReportForm.JUNIT))
    *_, answer = suite
    assert "behaviour: REFUTED" in answer.result[0].text
    assert "refactoring: more than refactoring" in answer.result[0].text

    unit = replace(PROVED.units[0], checks=REFUTED.units[0].checks)
    (suite,) = JUnitXml.fromstring(write_report(replace(PROVED, units=(unit,)), ReportForm.JUNIT))
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (5, 0, 0, 3)


@pytest.mark.parametrize("report", REPORTS, ids=lambda r: str(r.decision))
def test_no_form_calls_a_change_safe(report: GateReport) -> None:
    for form in ReportForm:
        assert not re.search(r"\bsafe\b", write_report(report, form).decode(), re.IGNORECASE)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("see @team", "see @\u200bteam"),
        ("http://example.org", "http:\u200b//example.org"),
        ("www.example.org", "w\u200bww.example.org"),
        ("a|b `c` <d> #1 [e](f)", "a\\|b \\`c\\` \\<d\\> \\#1 \\[e\\](f)"),
        ("src/A.java:3", "src/A.java:3"),
    ],
)
def test_markdown_of_words(words: str, shown: str) -> None:
    assert escape(words) == shown


@pytest.mark.parametrize("form", [ReportForm.TEXT, ReportForm.MARKDOWN])
def test_files_that_were_set_aside_are_named_with_what_there_is_to_say(form: ReportForm) -> None:
    aside = (
        AsideFile(path="notes.md", why=AsideWhy.DOCUMENTATION),
        AsideFile(path="app.properties", why=AsideWhy.NOT_JUDGED),
    )
    lines = write_report(replace(PROVED, aside=aside), form).decode("utf-8").lower().splitlines()

    assert "not judged: notes.md (documentation), app.properties" in lines


def hunk(state: HunkState, lines: tuple[int, int], *why: str) -> ReviewHunk:
    after = CodeLines(file="A.java", line=lines[0], end_line=lines[1])
    return ReviewHunk(state=state, why=why, before=after, after=after)


REVIEW = Review(
    files=1,
    folded=1,
    unfolded=2,
    hunks=(
        hunk(HunkState.FINDING, (3, 3), "IMPURE: why", "NOT_PROVED: other"),
        hunk(HunkState.UNPROVEN, (40, 42), "left"),
        hunk(HunkState.FOLDED, (1, 20), "Extract Method f_g"),
    ),
    proved=True,
    evidence="proof of 1 changed method",
)


def at(line: int, level: FindingLevel = FindingLevel.WARNING) -> GateFinding:
    return GateFinding(
        rule_id="IMPURE", level=level, message="why", file="A.java", line=line, end_line=line
    )


def reviewed(review: Review, *findings: GateFinding) -> GateReport:
    unit = replace(REFUTED.units[0], findings=findings)
    return replace(REFUTED, units=(unit,), review=review)


def test_markdown_lists_what_needs_eyes_and_folds_the_rest() -> None:
    content = write_report(reviewed(REVIEW), ReportForm.MARKDOWN).decode()

    (listed,) = re.findall(r"\*\*1 file.*</details>", content, re.DOTALL)
    assert listed.replace("\\", "").split("\n") == [
        "**1 file, 3 hunks: 1 folded as proved refactorings, 2 need your eyes**",
        "",
        "- A.java:3: IMPURE: why (and 1 more)",
        "- A.java:40-42: left",
        "",
        "<details><summary>Folded: 1 hunk, proved: proof of 1 changed method</summary>",
        "",
        "- A.java:1-20: Extract Method f_g",
        "",
        "</details>",
    ]


def test_markdown_of_many_hunks_says_how_many_are_not_named() -> None:
    many = tuple(hunk(HunkState.UNPROVEN, (n, n), "left") for n in range(1, 60))
    review = replace(REVIEW, folded=0, unfolded=70, hunks=many, left_out=11)
    content = write_report(reviewed(review), ReportForm.MARKDOWN).decode()

    assert "- A.java:50: left\n- and 20 more\n" in content
    assert "A.java:51" not in content
    assert "<details>" not in content


def test_github_marks_only_what_needs_eyes() -> None:
    findings = at(3), at(9), at(12, FindingLevel.NOTE), at(60, FindingLevel.NOTE)
    content = write_report(reviewed(REVIEW, *findings), ReportForm.GITHUB).decode()

    marks = [
        (found[1], int(found[2]), found[3].partition("%0A")[0])
        for found in re.finditer(r"::(\w+) .*line=(\d+),endLine=\d+::(.*)", content)
    ]
    assert marks == [
        ("warning", 3, "why"),
        ("warning", 3, "why (at line 9)"),
        ("notice", 60, "why"),
        ("notice", 40, "needs eyes: left"),
    ]


def test_github_marks_findings_alone_if_nothing_is_folded() -> None:
    review = replace(REVIEW, folded=0, hunks=REVIEW.hunks[:2])
    content = write_report(reviewed(review, at(3)), ReportForm.GITHUB).decode()

    assert re.findall(r"::\w+ .*line=(\d+),", content) == ["3"]


def test_a_commit_without_code_says_what_its_sign_means() -> None:
    (unit,) = NOTHING.units
    merge = replace(unit, commit="5" * 40, subject="Merge", behaviour_by=("no code changed",))
    report = replace(NOTHING, units=(unit, merge))

    lines = write_report(report, ReportForm.TEXT).decode().splitlines()
    assert lines[:2] == [
        "- the whole change",
        "- 5555555555 Merge (nothing to check: no code changed)",
    ]
    summary = write_report(report, ReportForm.MARKDOWN).decode()
    assert "**⚪ 5555555555 Merge (nothing to check: no code changed)**" in summary
