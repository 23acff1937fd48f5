from dataclasses import replace

import pytest

from verifier.domain.declared import declaration
from verifier.domain.proof import ProofOutcome
from verifier.domain.purity import Purity, PurityTier, PurityVerdict, tier_of
from verifier.domain.unproved import Unproved

PURE = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT)
IMPURE = Purity(verdict=PurityVerdict.IMPURE, comment="changed", mapping_state=2)
CHECKER = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.CHECKER, tolerated=("type",))
ERROR = Purity(verdict=PurityVerdict.ERROR, comment="threw")
UNKNOWN = Purity(verdict=PurityVerdict.NOT_APPLICABLE)


@pytest.mark.parametrize(
    ("parts", "verdict", "tier"),
    [
        ([PURE, PURE], PurityVerdict.PURE, PurityTier.STRICT),
        ([PURE, CHECKER], PurityVerdict.PURE, PurityTier.CHECKER),
        ([PURE, UNKNOWN], PurityVerdict.NOT_APPLICABLE, None),
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


def test_a_tier_says_what_stands_behind_a_refactoring() -> None:
    assert tier_of(pure=True, tolerated=(), proved=False) is PurityTier.STRICT
    assert tier_of(pure=True, tolerated=("type replaced",), proved=False) is PurityTier.CHECKER
    assert tier_of(pure=False, tolerated=(), proved=False) is None
    assert tier_of(pure=True, tolerated=("type replaced",), proved=True) is PurityTier.PROVED
    assert tier_of(pure=False, tolerated=(), proved=True) is PurityTier.PROVED
