"""The purity of a refactoring: PurityChecker's verdict, and how strong the evidence for 'pure' is."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from verifier.domain.declared import NEUTRAL
from verifier.domain.described import Described
from verifier.domain.unproved import Unproved


class PurityTier(StrEnum):
    """The evidence for 'pure', never more than was checked.

    `checker`: PurityChecker says so. `strict`: PurityChecker says so, and the code has none of the
    edits that it tolerates (type replacements, literals that differ in case or quotes, arguments of
    print and log calls, flipped boolean initialisers, replacements inside anonymous classes).
    `proved`: the byte code of both versions is proved to behave equally.
    """

    CHECKER = "checker"
    STRICT = "strict"
    PROVED = "proved"


def tier_of(
    *, pure: bool, tolerated: Sequence[str], proved: bool, differs: bool = False
) -> PurityTier | None:
    """Return the tier of one refactoring, in mining and in verification; None without evidence.

    A proof does not need PurityChecker's verdict. If the prover shows a difference (`differs`),
    that verdict is the only evidence.
    """
    if proved:
        return PurityTier.PROVED
    if not pure:
        return None
    return PurityTier.CHECKER if tolerated or differs else PurityTier.STRICT


class ProofAnswer(StrEnum):
    """The prover's answer about the refactored methods."""

    PROVED = "proved"
    DIFFERS = "differs"
    """The prover shows a difference in behaviour, which no run has confirmed."""
    OPEN = "open"
    """No proof was requested, or none was found."""


class TextAnswer(StrEnum):
    """The result of comparing the tokens of the refactored methods."""

    SAME = "same"
    OTHER = "other"
    OPEN = "open"
    """The tokens do not decide it."""


class PurityAnswer(StrEnum):
    """Whether a refactoring is pure, and whether the change contains anything else."""

    PURE = "pure"
    IMPURE = "impure"
    DIFFERS = "differs"
    """Open: the prover shows a difference, and no run has settled it."""
    NOT_COMPARED = "not_compared"
    """Open: neither a proof nor the tokens show that the code is the same."""
    NOT_COVERED = "not_covered"
    """No evidence against it, but PurityChecker does not cover its type."""
    ERROR = "error"
    """Open: an input could not be read."""


class PurityVerdict(StrEnum):
    """PurityChecker's verdict; `not_applicable` if it does not cover the type."""

    PURE = "pure"
    IMPURE = "impure"
    NOT_APPLICABLE = "not_applicable"
    ERROR = "error"


@dataclass(frozen=True, kw_only=True, slots=True)
class Purity(Described):
    """PurityChecker's result for one refactoring.

    `tier` has a value only for pure, or if a proof shows what PurityChecker does not cover.
    `unproved` is neutral: it does not change the task of a prediction.
    """

    verdict: PurityVerdict
    """PurityChecker's verdict."""
    comment: str = ""
    """PurityChecker's comment."""
    description: str = ""
    """PurityChecker's description."""
    mapping_state: int | None = None
    """PurityChecker's mapping state: 1 all statements mapped, 2 unmapped leaves, 3 unmapped inner
    nodes, 5 moves with unmapped statements; null if it gave none."""
    tier: PurityTier | None = None
    """The evidence for a `pure`; `proved` also for a proof where PurityChecker does not cover the
    type. Null for all others."""
    tolerated: tuple[str, ...] = ()
    """The tolerated edits that keep a pure refactoring out of the strict tier."""
    unproved: Unproved | None = field(default=None, metadata=NEUTRAL)
    """Why it is not proved; null if it is proved or no proof was requested."""

    @property
    def was_to_be_proved(self) -> bool:
        """Whether a proof was requested, successful or not."""
        return self.tier is PurityTier.PROVED or self.unproved is not None

    @classmethod
    def of_parts(cls, parts: Sequence["Purity | None"]) -> "Purity":
        """Combine the purity of parts into that of the whole: the worst verdict, the weakest tier.

        The whole is pure only if every part is pure, and proved only if every part is proved.
        Comment, description and mapping state are those of the worst part, and the tolerated edits those of all parts. `unproved` is the first
        part's that has one. No parts, or a part without purity, give an error: PurityChecker was
        not asked.
        """
        known = [part or _NOT_LOOKED_AT for part in parts] or [_NOT_LOOKED_AT]
        worst = min(known, key=lambda p: _FROM_WORST.index(p.verdict))
        pure = worst.verdict is PurityVerdict.PURE
        has_tier = pure or all(p.tier is PurityTier.PROVED for p in known)
        return replace(
            worst,
            tier=min((p.tier for p in known), key=_FROM_WEAKEST.index) if has_tier else None,
            tolerated=tuple(sorted({edit for p in known for edit in p.tolerated})),
            unproved=next((p.unproved for p in known if p.unproved is not None), None),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class PurityEvidence:
    """All evidence about one refactoring, or about all wanted ones.

    `text` is None if the tokens were not compared, as in mining. `beyond` is true if the change
    contains an edit that neither the refactoring nor its instance asks for.
    """

    word: PurityVerdict
    proof: ProofAnswer = ProofAnswer.OPEN
    text: TextAnswer | None = None
    beyond: bool = False

    @property
    def answer(self) -> PurityAnswer:
        """The answer from all evidence.

        A proof counts before the tokens, and these count before PurityChecker's verdict, which
        alone never outweighs a proof. An input that could not be read leaves the answer open. An
        edit elsewhere makes the change impure, whatever was proved.
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
        proved = self.proof is ProofAnswer.PROVED
        return PurityAnswer.NOT_COVERED if not_covered and not proved else PurityAnswer.PURE


_FROM_WORST = (
    PurityVerdict.IMPURE,
    PurityVerdict.ERROR,
    PurityVerdict.NOT_APPLICABLE,
    PurityVerdict.PURE,
)
_FROM_WEAKEST = (None, PurityTier.CHECKER, PurityTier.STRICT, PurityTier.PROVED)
_NOT_LOOKED_AT = Purity(verdict=PurityVerdict.ERROR, comment="PurityChecker was not asked")
