"""PASS by counting tests."""

import pytest

from verifier.domain.pass_counts import PassBar, TestCounts, alignment


def counts(passed: int, failed: int) -> TestCounts:
    return TestCounts(passed=passed, failed=failed)


def test_the_bar_is_the_smallest_pass_count_and_the_largest_fail_count() -> None:
    bar = PassBar.of([counts(100, 0), counts(98, 2)], [counts(99, 1), counts(101, 0)])

    assert bar == PassBar(passed=98, failed=2)


@pytest.mark.parametrize(
    ("passed", "failed", "admitted"),
    [(98, 2, True), (97, 2, False), (98, 3, False), (200, 0, True)],
)
def test_both_counts_must_hold(passed: int, failed: int, admitted: bool) -> None:
    assert PassBar(passed=98, failed=2).admits(counts(passed, failed)) is admitted


def test_the_worked_example_does_not_let_a_crash_pass() -> None:
    bar = PassBar.of([counts(100, 0), None], [counts(100, 0)])

    assert bar == PassBar(passed=100, failed=0, dropped=1)
    assert bar.admits(None) is False


def test_the_papers_text_lets_a_crash_pass() -> None:
    bar = PassBar.of([counts(100, 0), None], [counts(100, 0)], paper_crash=True)

    assert bar == PassBar(passed=0, failed=0)
    assert bar.admits(None, paper_crash=True) is True


@pytest.mark.parametrize(
    ("base", "golden"), [([None], [counts(1, 0)]), ([counts(1, 0)], [None]), ([], [])]
)
def test_a_tree_without_a_run_left_has_no_bar(
    base: list[TestCounts | None], golden: list[TestCounts | None]
) -> None:
    assert PassBar.of(base, golden) is None


@pytest.mark.parametrize(
    ("passes", "fulfilled", "expected"),
    [
        (True, 0.6, 0.6),
        (False, 0.6, 0.0),
        (True, None, None),
        (None, 0.6, None),
        (False, None, None),
    ],
)
def test_alignment_has_a_value_where_both_have_one(
    passes: bool | None, fulfilled: float | None, expected: float | None
) -> None:
    assert alignment(passes, fulfilled) == expected
