"""IoU of the lines that two rules cover."""

import pytest

from tests.support.rule_scans import a_rule, a_scan
from verifier.domain.rules import RuleKind
from verifier.rules.overlap import iou, overlaps


def test_iou_counts_each_line_once() -> None:
    scan = a_scan("a A:1-4", "a A:3-5", "b A:5-6", "b B:1")

    assert iou(scan.lines("a"), scan.lines("b")) == pytest.approx(1 / 7)


def test_two_empty_coverages_have_no_iou() -> None:
    assert iou(frozenset(), frozenset()) is None


def test_each_rule_is_compared_with_the_earlier_ones_of_its_kind_on_its_own_tree() -> None:
    rules = [
        a_rule("new1", RuleKind.ADDITIVE),
        a_rule("old1", RuleKind.REDUCTIVE),
        a_rule("new2", RuleKind.ADDITIVE),
        a_rule("old2", RuleKind.REDUCTIVE),
    ]
    base = a_scan("old1 A:1-4", "old2 A:3-4")
    golden = a_scan("new1 A:1-4", "new2 A:1-4")

    found = overlaps(rules, base, golden)

    assert {o.rule: (o.partner, o.share, o.excessive) for o in found.values()} == {
        "new2": ("new1", 1.0, True),
        "old2": ("old1", 0.5, False),
    }


def test_ninety_five_percent_is_not_excessive() -> None:
    rules = [a_rule("a", RuleKind.ADDITIVE), a_rule("b", RuleKind.ADDITIVE)]
    found = overlaps(rules, a_scan(), a_scan("a A:1-20", "b A:1-19"))

    assert (found["b"].share, found["b"].excessive) == (0.95, False)
