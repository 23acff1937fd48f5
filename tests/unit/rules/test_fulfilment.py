"""IFR+, IFR-, IFR, and what a blind spot does to them."""

import pytest

from tests.support.rule_scans import a_rule, a_scan, blind
from verifier.domain.rules import Blindness, Followed, Rule, RuleKind, Scan
from verifier.rules.fulfilment import ChangedPaths, Fulfilment, Scanned, fulfilment

ADDITIVE = [a_rule(f"new{n}", RuleKind.ADDITIVE) for n in range(3)]
REDUCTIVE = [a_rule(f"old{n}", RuleKind.REDUCTIVE) for n in range(2)]
CHANGE = ChangedPaths(paths=frozenset({"A.java"}))


def rates(found: Fulfilment) -> tuple[float | None, float | None, float | None]:
    return found.additive, found.reductive, found.overall


def judge_rules(
    rules: list[Rule], base: Scan, predicted: Scan, change: ChangedPaths = CHANGE
) -> Fulfilment:
    return fulfilment(Scanned(rules=rules, base=base, predicted=predicted, change=change))


def test_the_worked_example() -> None:
    base = a_scan("old0 A.java:1", "old1 A.java:2")
    predicted = a_scan("new0 A.java:1", "new2 A.java:2", "new2 B.java:2", "old1 A.java:9")

    found = judge_rules([*ADDITIVE, *REDUCTIVE], base, predicted)

    assert rates(found) == pytest.approx((2 / 3, 0.5, 0.6))


def test_one_side_alone_is_the_whole() -> None:
    scan = a_scan("new0 A.java:1")

    assert rates(judge_rules(ADDITIVE[:2], a_scan(), scan)) == (0.5, None, 0.5)
    assert rates(judge_rules(REDUCTIVE, a_scan(), scan)) == (None, 1.0, 1.0)


def test_without_a_rule_there_is_no_value() -> None:
    assert rates(judge_rules([], a_scan(), a_scan())) == (None, None, None)


def test_compat_gives_one_for_an_empty_denominator() -> None:
    found = fulfilment(
        Scanned(rules=[], base=a_scan(), predicted=a_scan(), change=CHANGE, compat=True)
    )

    assert rates(found) == (1.0, 1.0, 1.0)


def test_an_additive_rule_with_a_match_elsewhere_is_followed_whatever_is_hidden() -> None:
    predicted = a_scan("new0 B.java:1", blind=[blind("A.java", "new0", Blindness.TIMEOUT)])

    assert rates(judge_rules(ADDITIVE[:1], a_scan(), predicted)) == (1.0, None, 1.0)


@pytest.mark.parametrize("rule", ["new0", None])
def test_a_rule_that_is_blind_in_a_changed_file_is_unknown(rule: str | None) -> None:
    predicted = a_scan(blind=[blind("A.java", rule, Blindness.SYNTAX)])

    found = judge_rules(ADDITIVE[:1], a_scan(), predicted)

    assert rates(found) == (None, None, None)
    assert [(o.rule, o.followed, o.blind[0].path) for o in found.unknown] == [
        ("new0", Followed.UNKNOWN, "A.java")
    ]


def test_broken_syntax_does_not_remove_the_old_pattern() -> None:
    base = a_scan("old0 A.java:1")
    predicted = a_scan(blind=[blind("A.java", None, Blindness.SYNTAX)])

    assert judge_rules(REDUCTIVE[:1], base, predicted).reductive is None


def test_a_match_beside_a_blind_spot_is_still_the_old_pattern() -> None:
    predicted = a_scan("old0 A.java:7", blind=[blind("A.java", None, Blindness.SYNTAX)])

    assert judge_rules(REDUCTIVE[:1], a_scan("old0 A.java:1"), predicted).reductive == 0.0


def test_a_blind_spot_in_an_unchanged_file_is_only_listed() -> None:
    predicted = a_scan(blind=[blind("B.java", None, Blindness.SYNTAX)])

    assert judge_rules(REDUCTIVE[:1], a_scan(), predicted).reductive == 1.0


def test_a_blind_spot_that_is_equal_on_both_sides_is_only_listed() -> None:
    both = [blind("A.java", "old0", Blindness.SYNTAX, "when (x > 0)")]

    assert judge_rules(REDUCTIVE[:1], a_scan(blind=both), a_scan(blind=both)).reductive == 1.0


def test_a_blind_spot_that_grew_is_not_equal() -> None:
    base = a_scan(blind=[blind("A.java", "old0", Blindness.SYNTAX, "when (x > 0)")])
    predicted = a_scan(blind=[blind("A.java", "old0", Blindness.SYNTAX, "{{{")])

    assert judge_rules(REDUCTIVE[:1], base, predicted).reductive is None


def test_a_blind_spot_moves_with_its_renamed_file() -> None:
    base = a_scan(blind=[blind("Old.java", None, Blindness.SYNTAX, "when")])
    predicted = a_scan(blind=[blind("New.java", None, Blindness.SYNTAX, "when")])
    change = ChangedPaths(
        paths=frozenset({"Old.java", "New.java"}), renames={"Old.java": "New.java"}
    )

    assert judge_rules(REDUCTIVE[:1], base, predicted, change).reductive == 1.0


def test_another_rules_blind_spot_is_none_of_this_rules() -> None:
    predicted = a_scan(blind=[blind("A.java", "old1", Blindness.TIMEOUT)])

    assert judge_rules(REDUCTIVE[:1], a_scan(), predicted).reductive == 1.0
