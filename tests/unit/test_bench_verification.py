"""The table of what verification is to reach."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.floors import Floors
from bench.small_subject import small_subject
from bench.tables import as_markdown
from bench.verdict_profile import profile_row
from bench.verification_targets import at_least, at_most, at_most_times, with_floor
from tests.support.verdicts import check, verdict
from verifier.domain.outcome import CheckName
from verifier.tools.git.repository import Repository


def test_an_aim_is_met_by_the_ratio_and_not_by_the_seconds() -> None:
    reached = at_least("warm", 0.5, "mvn", 4.0, 8)
    missed = at_least("warm", 0.51, "mvn", 4.0, 8)

    assert (reached.ratio, reached.aim, reached.met) == (8.0, ">= 8x faster", "yes")
    assert (missed.ratio, missed.met) == (7.8, "NO")


def test_an_aim_of_seconds_has_nothing_beside_it() -> None:
    row = at_most("one", 0.8, 0.8)

    assert (row.met, at_most("one", 0.81, 0.8).met) == ("yes", "NO")
    assert as_markdown([row]).splitlines()[2] == "| one | 0.80 | - | - | - | <= 0.8 s | yes | - |"


def test_an_aim_may_say_how_many_times_as_long_ours_may_take() -> None:
    reached = at_most_times("fuzzed", 2.6, "fuzzing", 2.0, 1.3)
    missed = at_most_times("fuzzed", 2.7, "fuzzing", 2.0, 1.3)

    assert (reached.ratio, reached.aim, reached.met) == (1.3, "<= 1.3x of it", "yes")
    assert missed.met == "NO"


def test_the_floor_of_many_is_that_of_each_outcome_over_the_cores() -> None:
    least = Floors(of={"application": 0.0, "detection": 0.1, "tests": 0.5}, start=1.0)

    assert least.many(30, 2) == pytest.approx(3.0)
    assert with_floor(at_most("one", 0.8, 0.8), least.start).floor == 1.0


def test_a_profile_tells_the_first_run_of_the_tests_from_what_ran_again() -> None:
    seconds = {CheckName.COMPILATION: 0.5, CheckName.TESTS: 3.0, CheckName.PURITY: 0.25}
    checks = [
        replace(
            check(name, data={"build_seconds": 1.5} if name is CheckName.TESTS else {}),
            seconds=seconds.get(name, 0.0),
        )
        for name in CheckName
    ]

    row = profile_row("a test fails", verdict(checks))

    assert (row.compilation, row.suite, row.again, row.others) == (0.5, 1.0, 2.0, 0.25)
    assert row.sum == 3.75


def test_each_class_of_the_small_subject_has_a_commit_of_its_own(tmp_path: Path) -> None:
    with Repository.open(small_subject(tmp_path, 2)) as repository:
        before = repository.tree(repository.resolve("HEAD~1"))

        assert b"sum(prices)" in (before.read("src/main/java/ten/Basket0.java") or b"")
        assert b"sum(prices)" not in (before.read("src/main/java/ten/Basket1.java") or b"")


def test_the_small_subject_has_a_commit_that_changes_one_class(tmp_path: Path) -> None:
    with Repository.open(small_subject(tmp_path)) as repository:
        head = repository.tree(repository.resolve("HEAD"))
        base = repository.tree(repository.resolve("HEAD~1"))
        changed = head.read("src/main/java/ten/Basket0.java") or b""

        assert b"sum(prices)" in changed
        assert b"sum(prices)" not in (base.read("src/main/java/ten/Basket0.java") or b"")
        assert head.read("pom.xml") == base.read("pom.xml")
