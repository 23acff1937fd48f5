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
