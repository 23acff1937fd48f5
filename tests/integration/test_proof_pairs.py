"""The pairs for the proof are what they say: they compile, and witnesses see a difference."""

from pathlib import Path

import pytest

from bench.proof_pairs import Expectation, proof_pairs
from tests.support.compiled_pairs import CompiledPair, Compiler, build_driver
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]

PAIRS = proof_pairs()
NEVER = Expectation.NEVER


@pytest.fixture(scope="module")
def driver(jdk: Jdk, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_driver(jdk, tmp_path_factory.mktemp("driver"))


@pytest.fixture(scope="module")
def by_javac(
    jdk: Jdk, driver: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[CompiledPair]:
    return Compiler.of_jdk(jdk).compile(PAIRS, tmp_path_factory.mktemp("javac"), driver)


@pytest.fixture(scope="module")
def by_ecj(driver: Path, tmp_path_factory: pytest.TempPathFactory) -> list[CompiledPair]:
    return Compiler.of_analysis().compile(PAIRS, tmp_path_factory.mktemp("ecj"), driver)


def test_javac_takes_both_versions_of_each(by_javac: list[CompiledPair]) -> None:
    assert [(each.pair.slug, each.errors) for each in by_javac if each.errors] == []


def test_the_analysis_compiler_takes_both_versions_of_each(by_ecj: list[CompiledPair]) -> None:
    assert [(each.pair.slug, each.errors) for each in by_ecj if each.errors] == []
    assert len(by_ecj) == len(PAIRS)


def test_what_a_witness_prints_differs(
    by_javac: list[CompiledPair], by_ecj: list[CompiledPair]
) -> None:
    same = [
        (each.pair.slug, each.printed)
        for each in (*by_javac, *by_ecj)
        if each.pair.witness and (each.printed is None or len(set(each.printed)) == 1)
    ]
    assert same == []


def test_only_pairs_that_must_not_be_proved_have_a_witness() -> None:
    assert [each.slug for each in PAIRS if each.witness and each.expect is not NEVER] == []


def test_what_must_not_be_proved_says_why() -> None:
    assert [each.slug for each in PAIRS if (each.expect is NEVER) != bool(each.why)] == []


def test_names_are_unique_and_versions_differ() -> None:
    assert len({each.slug for each in PAIRS}) == len(PAIRS)
    assert [each.slug for each in PAIRS if each.before == each.after] == []
