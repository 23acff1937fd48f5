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


def tier_of(
    *, pure: bool, tolerated: Sequence[str], proved: bool, differs: bool = False
) -> PurityTier | None:
    """The tier of one refactoring, in mining and in verification; None where nothing stands behind it.

    A proof needs no word of PurityChecker's. Where the prover `differs`, which shows something that the
    versions do otherwise, this word is all that there is.
    """
    if proved:
        return PurityTier.PROVED
    if not pure:
        return None
    return PurityTier.CHECKER if tolerated or differs else PurityTier.STRICT


class ProofAnswer(StrEnum):
    """What the prover says of the refactored methods."""

    PROVED = "proved"
    DIFFERS = "differs"
    """It shows something that they do otherwise, which no run has confirmed."""
    OPEN = "open"
    """Nobody asked, or no proof was found."""


class TextAnswer(StrEnum):
    """What the comparison of tokens says of the refactored methods."""

    SAME = "same"
    OTHER = "other"
    OPEN = "open"
    """Tokens do not show it."""


class PurityAnswer(StrEnum):
    """Whether a refactoring is pure, and whether there is anything else in the change."""

    PURE = "pure"
    IMPURE = "impure"
    DIFFERS = "differs"
    """Open: the prover shows a difference, and nothing ran that settles it."""
    NOT_COMPARED = "not_compared"
    """Open: neither proof nor tokens show that it is the same code."""
    NOT_COVERED = "not_covered"
    """Nothing stands against it, and PurityChecker does not cover its type."""
    ERROR = "error"
    """Open: something could not be read."""


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


@dataclass(frozen=True, kw_only=True, slots=True)
class PurityEvidence:
    """All that is known of one refactoring, or of all that were wanted.

    `text` is absent where nobody compared tokens, as in mining. `beyond` says that something was edited
    that neither the refactoring nor its instance asks for.
    """

    word: PurityVerdict
    proof: ProofAnswer = ProofAnswer.OPEN
    text: TextAnswer | None = None
    beyond: bool = False

    @property
    def answer(self) -> PurityAnswer:
        """A proof before the tokens, these before PurityChecker's word: this alone never outweighs a proof.

        What could not be read stays open, and an edit elsewhere is one whatever was proved.
        """
        if self.beyond:
            return PurityAnswer.IMPURE
        if self.word is PurityVerdict.ERROR:
            return PurityAnswer.ERROR
        if self.proof is not ProofAnswer.PROVED:
            if self.word is PurityVerdict.IMPURE or self.text is TextAnswer.OTHER:
                return PurityAnswer.IMPURE
            if self.proof is ProofAnswer.DIFFERS:
                return PurityAnswer.DIFFERS
            if self.text is TextAnswer.OPEN:
                return PurityAnswer.NOT_COMPARED
        not_covered = self.word is PurityVerdict.NOT_APPLICABLE
        compared = self.proof is ProofAnswer.PROVED and self.text in _LEFT_BY_TEXT
        return PurityAnswer.NOT_COVERED if not_covered and not compared else PurityAnswer.PURE


_LEFT_BY_TEXT = frozenset({TextAnswer.OTHER, TextAnswer.OPEN})

_FROM_WORST = (
    PurityVerdict.IMPURE,
    PurityVerdict.ERROR,
    PurityVerdict.NOT_APPLICABLE,
    PurityVerdict.PURE,
)
_FROM_WEAKEST = (None, PurityTier.CHECKER, PurityTier.STRICT, PurityTier.PROVED)
_NOT_LOOKED_AT = Purity(verdict=PurityVerdict.ERROR, comment="PurityChecker was not asked")
