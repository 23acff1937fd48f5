from dataclasses import replace

import pytest

from verifier.domain.declared import declaration
from verifier.domain.proof import ProofOutcome
from verifier.domain.purity import (
    ProofAnswer,
    Purity,
    PurityEvidence,
    PurityTier,
    PurityVerdict,
    TextAnswer,
    tier_of,
)
from verifier.domain.unproved import Unproved

PURE = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT)
IMPURE = Purity(verdict=PurityVerdict.IMPURE, comment="changed", mapping_state=2)
CHECKER = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.CHECKER, tolerated=("type",))
ERROR = Purity(verdict=PurityVerdict.ERROR, comment="threw")
UNKNOWN = Purity(verdict=PurityVerdict.NOT_APPLICABLE)
PROVED = replace(UNKNOWN, tier=PurityTier.PROVED)


@pytest.mark.parametrize(
    ("parts", "verdict", "tier"),
    [
        ([PURE, PURE], PurityVerdict.PURE, PurityTier.STRICT),
        ([PURE, CHECKER], PurityVerdict.PURE, PurityTier.CHECKER),
        ([PURE, UNKNOWN], PurityVerdict.NOT_APPLICABLE, None),
        ([PROVED, PROVED], PurityVerdict.NOT_APPLICABLE, PurityTier.PROVED),
        ([PROVED, PURE], PurityVerdict.NOT_APPLICABLE, None),
        ([PROVED, UNKNOWN], PurityVerdict.NOT_APPLICABLE, None),
        ([UNKNOWN, ERROR, PURE], PurityVerdict.ERROR, None),
        ([PURE, ERROR, IMPURE], PurityVerdict.IMPURE, None),
    ],
)
def test_a_whole_is_as_pure_as_its_worst_part(
    parts: list[Purity], verdict: PurityVerdict, tier: PurityTier | None
) -> None:
    for order in (parts, parts[::-1]):
        whole = Purity.of_parts(order)
        assert (whole.verdict, whole.tier) == (verdict, tier)


def test_the_reasons_are_the_worst_parts_and_tolerated_edits_are_all() -> None:
    assert Purity.of_parts([CHECKER, IMPURE]) == replace(IMPURE, tolerated=("type",))


def test_the_first_part_that_is_not_proved_says_why() -> None:
    why = Unproved(outcome=ProofOutcome.NOT_PROVED, reason="args")
    proved = replace(PURE, tier=PurityTier.PROVED)

    assert Purity.of_parts([proved, replace(PURE, unproved=why)]).unproved == why
    assert Purity.of_parts([proved, proved]).unproved is None


def test_why_it_is_not_proved_is_no_part_of_a_key() -> None:
    why = Unproved(outcome=ProofOutcome.NOT_PROVED)

    assert declaration(replace(PURE, unproved=why)) == declaration(PURE)


def test_a_part_that_nobody_looked_at_is_an_error_and_never_pure() -> None:
    assert Purity.of_parts([PURE, None]).verdict is PurityVerdict.ERROR
    assert Purity.of_parts([]).verdict is PurityVerdict.ERROR


@pytest.mark.parametrize(
    ("evidence", "answer"),
    [
        ({}, "pure"),
        ({"text": "same"}, "pure"),
        ({"text": "open"}, "not_compared"),
        ({"text": "other"}, "impure"),
        ({"word": "impure", "text": "same"}, "impure"),
        ({"word": "error", "text": "same", "proof": "proved"}, "error"),
        ({"word": "not_applicable", "text": "same"}, "not_covered"),
        ({"word": "not_applicable", "text": "open"}, "not_compared"),
        ({"word": "not_applicable", "text": "open", "proof": "proved"}, "pure"),
        ({"word": "not_applicable", "text": "same", "proof": "proved"}, "pure"),
        ({"word": "impure", "text": "other", "proof": "proved"}, "pure"),
        ({"text": "same", "proof": "differs"}, "differs"),
        ({"text": "open", "proof": "differs"}, "differs"),
        ({"text": "other", "proof": "differs"}, "impure"),
        ({"word": "impure", "proof": "differs"}, "impure"),
        ({"text": "other", "proof": "proved", "beyond": True}, "impure"),
    ],
)
def test_a_proof_comes_before_tokens_and_these_before_the_word_of_the_checker(
    evidence: dict[str, str], answer: str
) -> None:
    known = PurityEvidence(
        word=PurityVerdict(evidence.get("word", "pure")),
        proof=ProofAnswer(evidence.get("proof", "open")),
        text=TextAnswer(evidence["text"]) if "text" in evidence else None,
        beyond=bool(evidence.get("beyond")),
    )

    assert known.answer == answer


def test_a_tier_says_what_stands_behind_a_refactoring() -> None:
    assert tier_of(pure=True, tolerated=(), proved=False) is PurityTier.STRICT
    assert tier_of(pure=True, tolerated=("type replaced",), proved=False) is PurityTier.CHECKER
    assert tier_of(pure=False, tolerated=(), proved=False) is None
    assert tier_of(pure=True, tolerated=("type replaced",), proved=True) is PurityTier.PROVED
    assert tier_of(pure=False, tolerated=(), proved=True) is PurityTier.PROVED
    assert tier_of(pure=True, tolerated=(), proved=False, differs=True) is PurityTier.CHECKER
