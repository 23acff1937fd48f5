"""The prover's words and the domain's are the same closed sets, and the page explains the reasons."""

import re
from enum import StrEnum
from pathlib import Path

import pytest

from verifier.domain.proof import (
    ConditionKind,
    DifferenceReason,
    MethodStatus,
    ProofOutcome,
    ResidueKind,
)

ROOT = Path(__file__).parents[2]
JAVA = ROOT / "java_tools/prover/src/main/java/org/refverify/prover/verdict"
ASSUMPTIONS = JAVA.parent / "compare/Assumptions.java"
PROMISE = re.compile(r"^## What exactly do you promise\?$(.*?)^## ", re.MULTILINE | re.DOTALL)
BULLET = re.compile(r"^\* (.*?)[;.]$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"\b(?:METHOD|TYPE|CLASS)\b")
WORDS = re.compile(r"^\s*[A-Z_]+\(\"([a-z-]+)\"\)[,;]", re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Outcome", ProofOutcome),
        ("MethodStatus", MethodStatus),
        ("Reason", DifferenceReason),
        ("Residue", ResidueKind),
        ("Condition", ConditionKind),
    ],
)
def test_both_languages_have_the_same_words(name: str, words: type[StrEnum]) -> None:
    source = (JAVA / f"{name}.java").read_text(encoding="utf-8")
    assert WORDS.findall(source) == list(words)


def test_every_reason_and_outcome_stands_on_the_page() -> None:
    page = (ROOT / "docs/checks/proof.md").read_text(encoding="utf-8")
    assert [w for w in (*DifferenceReason, *ProofOutcome) if f"`{w}`" not in page] == []


def test_the_page_lists_exactly_the_assumptions_that_are_printed() -> None:
    source = ASSUMPTIONS.read_text(encoding="utf-8")
    printed = [each.replace("%s", "NAME") for each in _texts(source)]
    promise = PROMISE.search((ROOT / "docs/checks/proof.md").read_text(encoding="utf-8"))
    assert promise is not None
    listed = [" ".join(each.split()) for each in BULLET.findall(promise[1])]
    assert len(printed) > 20
    assert [NAME.sub("NAME", each) for each in listed] == printed


def test_no_other_class_of_the_prover_words_an_assumption() -> None:
    words = re.compile(r'"(?:no code|no class|nobody|the missing type) ')
    others = [each for each in JAVA.parent.rglob("*.java") if each != ASSUMPTIONS]
    assert others
    assert [each.name for each in others if words.search(each.read_text(encoding="utf-8"))] == []


def _texts(source: str) -> list[str]:
    """The texts of a Java file; those that a plus sign joins are one."""
    joined = re.sub(r'"\s*\+\s*"', "", source)
    return re.findall(r'"([^"]*)"', joined)
