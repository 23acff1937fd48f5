"""What is said of a refactoring's purity: PurityChecker's verdict, and how much stands behind a 'pure'."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from verifier.domain.declared import NEUTRAL
from verifier.domain.described import Described
from verifier.domain.unproved import Unproved


class PurityTier(StrEnum):
    """What stands behind a 'pure': never more than was checked.

    `checker`: PurityChecker's word. `strict`: its word, and none of the edits that it tolerates
    (type replacements, literals differing in case or quotes, print and log arguments, flipped
    boolean initialisers, replacements inside anonymous classes). `proved`: the byte code of both
    versions is proved to behave alike.
    """

    CHECKER = "checker"
    STRICT = "strict"
    PROVED = "proved"


def tier_of(*, pure: bool, tolerated: Sequence[str], proved: bool) -> PurityTier | None:
    """The tier of one refactoring, in mining and in verification; None where nothing stands behind it.

    A proof needs no word of PurityChecker's.
    """
    if proved:
        return PurityTier.PROVED
    if not pure:
        return None
    return PurityTier.CHECKER if tolerated else PurityTier.STRICT


class PurityVerdict(StrEnum):
    """PurityChecker's answer; `not_applicable` where it does not cover the type."""

    PURE = "pure"
    IMPURE = "impure"
    NOT_APPLICABLE = "not_applicable"
    ERROR = "error"


@dataclass(frozen=True, kw_only=True, slots=True)
class Purity(Described):
    """PurityChecker's result for one refactoring.

    `mapping_state`: 1 all statements mapped, 2 unmapped leaves, 3 unmapped inner nodes, 5 moves
    with unmapped statements; None where the checker gave none. `tier` has a value only for pure.
    `tolerated` names the edits that keep a pure refactoring from the strict tier. `unproved` is neutral: it
    does not change what is asked of a prediction.
    """

    verdict: PurityVerdict
    """PurityChecker's answer."""
    comment: str = ""
    """PurityChecker's comment."""
    description: str = ""
    """PurityChecker's description."""
    mapping_state: int | None = None
    """1 all statements mapped, 2 unmapped leaves, 3 unmapped inner nodes, 5 moves with unmapped
    statements; null where the checker gave none."""
    tier: PurityTier | None = None
    """What stands behind a `pure`; null for any other answer."""
    tolerated: tuple[str, ...] = ()
    """The edits that keep a pure refactoring from the strict tier."""
    unproved: Unproved | None = field(default=None, metadata=NEUTRAL)
    """Why it is not proved; null where it is, or where nobody asked."""

    @property
    def was_to_be_proved(self) -> bool:
        """Whether somebody asked for a proof, be there one or not."""
        return self.tier is PurityTier.PROVED or self.unproved is not None

    @classmethod
    def of_parts(cls, parts: Sequence["Purity | None"]) -> "Purity":
        """The purity of a whole from that of its parts: the worst verdict, the weakest tier.

        Pure only if every part is; comment, description and mapping state are the worst part's,
        the tolerated edits those of all parts, and the first part that is not proved says why. A part without purity, or no part at all, is an
        error: nobody looked.
        """
        known = [part or _NOT_LOOKED_AT for part in parts] or [_NOT_LOOKED_AT]
        worst = min(known, key=lambda p: _FROM_WORST.index(p.verdict))
        pure = worst.verdict is PurityVerdict.PURE
        return replace(
            worst,
            tier=min((p.tier for p in known), key=_FROM_WEAKEST.index) if pure else None,
            tolerated=tuple(sorted({edit for p in known for edit in p.tolerated})),
            unproved=next((p.unproved for p in known if p.unproved is not None), None),
        )


_FROM_WORST = (
    PurityVerdict.IMPURE,
    PurityVerdict.ERROR,
    PurityVerdict.NOT_APPLICABLE,
    PurityVerdict.PURE,
)
_FROM_WEAKEST = (None, PurityTier.CHECKER, PurityTier.STRICT, PurityTier.PROVED)
_NOT_LOOKED_AT = Purity(verdict=PurityVerdict.ERROR, comment="PurityChecker was not asked")
