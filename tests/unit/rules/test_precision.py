"""PREC+, PREC-, PREC."""

import pytest

from tests.support.rule_scans import a_rule, a_scan, blind
from verifier.domain.rules import Blindness, RuleKind, Scan
from verifier.rules.changed_lines import ChangedLines
from verifier.rules.fulfilment import ChangedPaths, Scanned
from verifier.rules.precision import Precision, precision

RULES = [a_rule("new", RuleKind.ADDITIVE), a_rule("old", RuleKind.REDUCTIVE)]
CHANGE = ChangedPaths(paths=frozenset({"A.java", "Old.java", "New.java"}))


def lines(path: str, *numbers: int) -> frozenset[tuple[str, int]]:
    return frozenset((path, number) for number in numbers)


def measure_precision(
    base: Scan, predicted: Scan, changed: ChangedLines, *, compat: bool = False
) -> Precision:
    scanned = Scanned(rules=RULES, base=base, predicted=predicted, change=CHANGE, compat=compat)
    return precision(scanned, changed)


TEN_AND_FIVE = ChangedLines(
    added=lines("A.java", *range(1, 11)), removed=lines("A.java", *range(21, 26))
)


def test_the_worked_example() -> None:
    found = measure_precision(
        a_scan("old A.java:21-22", "old A.java:25"),
        a_scan("new A.java:1-3", "new A.java:2-4", "new A.java:11-20"),
        TEN_AND_FIVE,
    )

    assert (found.additive, found.reductive) == (0.4, 0.6)
    assert found.overall == pytest.approx(7 / 15)


def test_removed_lines_are_looked_for_on_the_base() -> None:
    found = measure_precision(a_scan(), a_scan("old A.java:21-25"), TEN_AND_FIVE)

    assert found.reductive == 0.0


def test_a_rule_of_the_other_kind_covers_nothing() -> None:
    found = measure_precision(a_scan("new A.java:21-25"), a_scan("old A.java:1-10"), TEN_AND_FIVE)

    assert found.overall == 0.0


def test_without_lines_there_is_no_value() -> None:
    none = ChangedLines(added=frozenset(), removed=frozenset())
    found = measure_precision(a_scan(), a_scan(), none)

    assert (found.additive, found.reductive, found.overall) == (None, None, None)


def test_one_sign_alone_is_the_whole() -> None:
    added = ChangedLines(added=lines("A.java", 1, 2), removed=frozenset())
    found = measure_precision(a_scan(), a_scan("new A.java:1"), added)

    assert (found.additive, found.reductive, found.overall) == (0.5, None, 0.5)


def test_compat_gives_zero_for_an_empty_denominator() -> None:
    none = ChangedLines(added=frozenset(), removed=frozenset())
    found = measure_precision(a_scan(), a_scan(), none, compat=True)

    assert (found.additive, found.reductive, found.overall) == (0.0, 0.0, 0.0)


def test_an_unknown_of_an_additive_rule_leaves_added_lines_without_a_value() -> None:
    predicted = a_scan("new A.java:1", blind=[blind("A.java", "new", Blindness.TIMEOUT)])
    found = measure_precision(a_scan("old A.java:21"), predicted, TEN_AND_FIVE)

    assert (found.additive, found.reductive, found.overall) == (None, 0.2, None)


def test_an_unknown_of_the_base_leaves_removed_lines_without_a_value() -> None:
    base = a_scan(blind=[blind("A.java", None, Blindness.NOT_SCANNED)])
    found = measure_precision(base, a_scan("new A.java:1"), TEN_AND_FIVE)

    assert (found.additive, found.reductive) == (0.1, None)
