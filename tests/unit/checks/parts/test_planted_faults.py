"""Tests that we broke must be seen failing; what the base shows too is not held against anybody."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree
from tests.support.maven_subject import case_of, changes
from tests.support.scripted_builder import F, P, ScriptedBuilder, make_measurement, ran
from verifier.builds.builder import PlantedRun
from verifier.checks.tests import TestsCheck as Check
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.testrun import TestOutcome

A, B, C = "p.T#a", "p.T#b", "p.T#c"


def plant(
    outcomes: Mapping[str, TestOutcome], *broken: str, says: str = "?", tamper: str = ""
) -> PlantedRun:
    run = ran(outcomes, tamper=tamper)
    assert run.tests is not None
    failures = dict.fromkeys(run.tests.failures, says)
    return PlantedRun(run=replace(run, tests=replace(run.tests, failures=failures)), tests=broken)


def check(
    folder: Path, candidate: list[PlantedRun], base: list[PlantedRun] | None = None
) -> CheckResult:
    builder = ScriptedBuilder(
        base=make_measurement(A, B, C),
        run=ran({A: P, B: P, C: P}),
        candidate_planted=candidate,
        base_planted=base or [],
    )
    case = case_of(builder, MemoryTree({}), changes({}), folder)
    return Check().run(replace(case, planting_seed="seed"))


def test_exactly_the_broken_tests_fail(tmp_path: Path) -> None:
    result = check(tmp_path, [plant({A: P, B: F, C: P}, B)])

    assert result.status is Status.PASSED
    assert result.data["planted"] == {"tests": [B], "green": [], "disturbed": []}


def test_a_run_that_stays_green_is_tampering(tmp_path: Path) -> None:
    right = plant({A: F, B: F, C: P}, A, B)

    result = check(tmp_path, [plant({A: P, B: P, C: P}, A, B)], [right])

    assert result.reason is Reason.TAMPER
    assert result.details == "2 broken by us and seen passed all the same: p.T#a, p.T#b"


def test_a_failure_without_the_word_is_none_of_ours(tmp_path: Path) -> None:
    result = check(tmp_path, [plant({A: F, B: P, C: P}, A, says="boom")])

    assert result.reason is Reason.TAMPER


def test_a_rule_that_swallows_failures_does_so_on_the_base_too(tmp_path: Path) -> None:
    swallowed = plant({A: P, B: F, C: P}, A, B)

    assert check(tmp_path, [swallowed], [swallowed]).status is Status.PASSED


def test_a_test_that_needs_a_broken_one_fails_on_the_base_too(tmp_path: Path) -> None:
    chained = plant({A: F, B: F, C: P}, A)

    assert check(tmp_path, [chained], [chained]).status is Status.PASSED


def test_what_fails_beside_the_broken_ones_each_time_is_tampering(tmp_path: Path) -> None:
    result = check(tmp_path, [plant({A: F, B: F, C: P}, A)], [plant({A: F, B: P, C: P}, A)])

    assert result.reason is Reason.TAMPER
    assert result.details == "1 left whole, yet failed only next to the broken ones: p.T#b"


def test_what_fails_beside_them_once_is_flaky_and_no_matter(tmp_path: Path) -> None:
    clean = plant({A: F, B: P, C: P}, A)

    assert check(tmp_path, [plant({A: F, B: F, C: P}, A), clean], [clean]).status is Status.PASSED


def test_a_planted_run_without_whole_evidence_is_tampering(tmp_path: Path) -> None:
    result = check(tmp_path, [plant({A: F}, A, tamper="no end")])

    assert (result.reason, result.details) == (
        Reason.TAMPER,
        "with 1 test broken by us: no end",
    )


@pytest.mark.parametrize("candidate", [[]])
def test_a_strategy_that_cannot_break_tests_leaves_the_record_empty(
    tmp_path: Path, candidate: list[PlantedRun]
) -> None:
    result = check(tmp_path, candidate)

    assert result.status is Status.PASSED
    assert "planted" not in result.data
