import json

import pytest

from verifier.domain.rules import Finding
from verifier.errors import InputError
from verifier.tools.sarif import plain_id, read_sarif


def a_log(**run: object) -> bytes:
    driver = {"driver": {"rules": [{"id": "src.rules.calls"}, {"id": "unused"}]}}
    return json.dumps({"version": "2.1.0", "runs": [{"tool": driver, **run}]}).encode()


def a_result(**more: object) -> dict[str, object]:
    region = {"startLine": 3, "endLine": 5}
    place = {"artifactLocation": {"uri": "a b/A.java"}, "region": region}
    return {"ruleId": "src.rules.calls", "locations": [{"physicalLocation": place}], **more}


FOUND = Finding(rule="src.rules.calls", path="a b/A.java", start_line=3, end_line=5)


def test_findings_and_the_rules_that_ran_are_read() -> None:
    log = read_sarif(a_log(results=[a_result()]))
    assert log.findings == (FOUND,)
    assert log.rules == {"src.rules.calls", "unused"}
    assert log.errors == ()


def test_suppressed_results_count() -> None:
    log = read_sarif(a_log(results=[a_result(suppressions=[{"kind": "inSource"}])]))
    assert log.findings == (FOUND,)


def test_a_result_may_name_its_rule_by_number() -> None:
    result = a_result(ruleIndex=1)
    del result["ruleId"]
    assert read_sarif(a_log(results=[result])).findings[0].rule == "unused"


def test_a_result_may_name_its_rule_in_an_object() -> None:
    result = a_result(rule={"id": "unused"})
    del result["ruleId"]
    assert read_sarif(a_log(results=[result])).findings[0].rule == "unused"


def test_the_number_minus_one_names_no_rule() -> None:
    result = a_result(ruleIndex=-1)
    del result["ruleId"]
    with pytest.raises(InputError, match="a result names no rule"):
        read_sarif(a_log(results=[result]))


def test_a_result_that_a_comparison_calls_absent_is_none() -> None:
    assert read_sarif(a_log(results=[a_result(baselineState="absent")])).findings == ()


@pytest.mark.parametrize(
    "region",
    [
        {"startLine": 0},
        {"startLine": 3, "endLine": 2},
        {"startLine": 1, "endLine": 99_999_999_999},
        {"startLine": float("inf")},
    ],
)
def test_lines_that_no_file_has_are_refused(region: dict[str, float]) -> None:
    place = {"artifactLocation": {"uri": "A.java"}, "region": region}
    with pytest.raises(InputError, match="not a SARIF log"):
        read_sarif(a_log(results=[a_result(locations=[{"physicalLocation": place}])]))


def test_a_log_nested_without_end_is_refused() -> None:
    with pytest.raises(InputError, match="not a SARIF log: RecursionError"):
        read_sarif(b"[" * 100_000)


def test_a_result_without_a_last_line_covers_its_first() -> None:
    place = {"artifactLocation": {"uri": "A.java"}, "region": {"startLine": 7}}
    result = a_result(locations=[{"physicalLocation": place}])
    (finding,) = read_sarif(a_log(results=[result])).findings
    assert (finding.start_line, finding.end_line) == (7, 7)


def test_success_is_not_believed_and_errors_are_kept() -> None:
    notice = {"level": "error", "message": {"text": "out of memory"}}
    warning = {"level": "warning", "message": {"text": "half a file"}}
    ended = {"executionSuccessful": True, "toolExecutionNotifications": [notice, warning]}
    assert read_sarif(a_log(results=[], invocations=[ended])).errors == ("out of memory",)


def test_paths_that_are_not_utf_8_survive() -> None:
    raw = a_log(results=[a_result()]).replace(b"a b/A.java", b"a\xff.java")
    assert read_sarif(raw).findings[0].path == "a\udcff.java"


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b'{"runs": [{}]}', b'{"runs": 1}', b"\xff"])
def test_what_is_no_sarif_is_refused(raw: bytes) -> None:
    with pytest.raises(InputError, match="not a SARIF log"):
        read_sarif(raw)


def test_an_id_is_the_last_dotted_part() -> None:
    assert [plain_id(i) for i in ("a.b.calls", "calls")] == ["calls", "calls"]
