"""Findings of other scanners in SARIF files."""

import json
from pathlib import Path

import pytest

from tests.support.rule_scans import a_rule
from verifier.domain.rules import Finding, RuleKind
from verifier.errors import InputError
from verifier.rules.foreign_sarif import foreign_scan, read_logs, score_sarif

RULES = [a_rule("new", RuleKind.ADDITIVE), a_rule("old", RuleKind.REDUCTIVE)]


def log(
    folder: Path, name: str, *findings: tuple[str, str], ran: tuple[str, ...], **more: object
) -> Path:
    results = [
        {
            "ruleId": rule,
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": uri},
                        "region": {"startLine": 3, "endLine": 4},
                    }
                }
            ],
        }
        for rule, uri in findings
    ]
    run = {"tool": {"driver": {"rules": [{"id": i} for i in ran]}}, "results": results, **more}
    path = folder / name
    path.write_text(json.dumps({"runs": [run]}))
    return path


def test_ids_lose_their_prefix_and_uris_become_paths(tmp_path: Path) -> None:
    path = log(tmp_path, "s", ("a.b.new", "./my%20src/A.java"), ("other", "B"), ran=("a.b.new",))

    scan = foreign_scan(read_logs([path]), RULES)

    assert scan.findings == (Finding(rule="new", path="my src/A.java", start_line=3, end_line=4),)


def test_the_two_files_of_one_tree_are_one_scan(tmp_path: Path) -> None:
    one = log(tmp_path, "p", ("x.new", "A"), ran=("x.new",))
    other = log(tmp_path, "n", ran=("x.old",))

    score = score_sarif(RULES, base=(), predicted=read_logs([one, other]))

    assert score.fulfilment.overall == 1.0


def test_precision_needs_the_reductive_rules_on_the_base(tmp_path: Path) -> None:
    after = read_logs([log(tmp_path, "s", ran=("new", "old"))])

    with pytest.raises(InputError, match="1 rule did not run on the base, the first is old"):
        score_sarif(RULES, base=(), predicted=after, diff=b"")


def test_a_scan_with_an_error_is_refused(tmp_path: Path) -> None:
    errors = [{"toolExecutionNotifications": [{"level": "error", "message": {"text": "boom"}}]}]
    logs = read_logs([log(tmp_path, "s", ran=("new", "old"), invocations=errors)])

    with pytest.raises(InputError, match="the scan behind the SARIF file failed: boom"):
        score_sarif(RULES, base=(), predicted=logs)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"runs": [{}]}'])
def test_what_is_no_sarif_is_refused_by_its_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "s.sarif"
    path.write_text(text)

    with pytest.raises(InputError, match=r"s\.sarif: not a SARIF log"):
        read_logs([path])
    with pytest.raises(InputError, match="cannot read"):
        read_logs([tmp_path / "none"])


@pytest.mark.parametrize(
    "uri", ["/tmp/tree/A", "file:///tmp/tree/A", "C:/tree/A", "https://example.org/A"]
)
def test_absolute_paths_are_refused_where_lines_are_compared(tmp_path: Path, uri: str) -> None:
    logs = read_logs([log(tmp_path, "s", ("new", uri), ran=("new", "old"))])

    assert score_sarif(RULES, base=logs, predicted=logs).fulfilment.overall == 1.0
    with pytest.raises(InputError, match="is absolute"):
        score_sarif(RULES, base=logs, predicted=logs, diff=b"")
