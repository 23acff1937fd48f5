"""The pairs in tests/fixtures/pull-requests are what they say."""

from dataclasses import replace

import pytest

from bench.gates_accuracy import judge
from bench.gates_pairs import FOLDER, of_pairs
from bench.gates_pull_requests import IMPURE, PURE, PullRequest
from bench.proof_pairs import Expectation, proof_pairs
from tests.support.compiled_pairs import CompiledPair, Compiler, build_driver
from verifier.console import Console
from verifier.domain.gate import Level
from verifier.tools.jdk import Jdk

PAIRS = proof_pairs(FOLDER)
REFUSED = "does-not-compile"
MISPLACED = {"the file of a public class changes the case of its name"}
"""Pairs of other kinds that javac refuses, too."""


@pytest.fixture(scope="module")
def compiled(jdk: Jdk, tmp_path_factory: pytest.TempPathFactory) -> list[CompiledPair]:
    """Every pair with the libraries' types among its sources; those with Lombok's methods are out."""
    library = {
        str(path.relative_to(FOLDER)): path.read_text("utf-8")
        for path in sorted((FOLDER / "library").rglob("*.java"))
    }
    complete = [
        replace(pair, before={**library, **pair.before}, after={**library, **pair.after})
        for pair in PAIRS
        if not any("import lombok" in text for text in pair.before.values())
    ]
    driver = build_driver(jdk, tmp_path_factory.mktemp("driver"))
    return Compiler.of_jdk(jdk).compile(complete, tmp_path_factory.mktemp("javac"), driver)


@pytest.mark.slow
def test_javac_refuses_the_new_versions_that_are_said_not_to_compile(
    compiled: list[CompiledPair],
) -> None:
    errors = {
        (each.pair.group == REFUSED or each.pair.name in MISPLACED, each.pair.slug): (
            (each.before.parent / "errors").read_text("utf-8"),
            (each.after.parent / "errors").read_text("utf-8"),
        )
        for each in compiled
    }
    assert [slug for (_, slug), (before, _) in errors.items() if before] == []
    assert [slug for (refused, slug), (_, after) in errors.items() if refused != bool(after)] == []


@pytest.mark.slow
def test_what_a_witness_prints_differs(compiled: list[CompiledPair]) -> None:
    same = [
        (each.pair.slug, each.printed)
        for each in compiled
        if each.pair.witness and (each.printed is None or len(set(each.printed)) == 1)
    ]
    assert same == []


def test_there_are_enough_of_each_kind_and_each_says_what_is_wrong() -> None:
    counts = {group: [p.group for p in PAIRS].count(group) for group in {p.group for p in PAIRS}}
    assert len(PAIRS) >= 75
    assert min(counts.values()) >= 6
    assert counts["right"] >= 15
    assert [p.slug for p in PAIRS if (p.expect is Expectation.NEVER) != bool(p.why)] == []
    assert [p.slug for p in PAIRS if (p.expect is Expectation.NEVER) == (p.group == "right")] == []
    assert len({p.slug for p in PAIRS}) == len(PAIRS)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[PullRequest]:
    return list(of_pairs(tmp_path_factory.mktemp("pull-requests")))


def test_a_pull_request_is_made_of_each(made: list[PullRequest]) -> None:
    assert [each.name for each in made] == [pair.name for pair in PAIRS]
    assert {each.truth for each in made} == {PURE, IMPURE}
    assert [each.name for each in made if not each.head] == [
        "a private method is renamed and an ignored text changes",
        "a source that git ignores changes alone",
        "code is moved into a source that git ignores",
        "a new source that git ignores hides a class of the platform",
    ]


@pytest.mark.slow
def test_level_static_answers_none_of_them_wrong(made: list[PullRequest]) -> None:
    answers = list(judge(made, Level.STATIC, Console(quiet=True)))
    wrong = {
        f"{a.behaviour}: {a.kind}: {a.name}: {a.said}"
        for a in answers
        if a.is_false_proved or a.is_false_refuted or a.behaviour == "error"
    }

    assert sorted(wrong) == []
    assert len(answers) == len(PAIRS)
