"""The data of the check `purity`."""

from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.cause import CauseFact
from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName
from verifier.domain.purity import PurityAnswer, PurityTier, PurityVerdict


@dataclass(frozen=True, kw_only=True, slots=True)
class EditFact(Described):
    """One edit that no refactoring explains."""

    what: str
    """The edited code, in words."""
    file: str
    """The file; empty if it was deleted."""
    line: int
    """The line in the new file, or in the old file for removed code, from 1; 0 if there is no
    place."""
    before: str
    """The old tokens, shortened to one line; empty if code was only added."""
    after: str
    """The new tokens, shortened to one line; empty if code was only removed."""
    diff: tuple[str, ...] = ()
    """Its source lines: removed ones start with `- `, added ones with `+ `. If a side has more than
    eight lines, the last entry says how many. Empty if the edit has no place or could not be
    compared."""
    refactored: bool = False
    """Whether the edit is in code that a refactoring acted on."""
    wanted: bool = False
    """Whether that refactoring is the wanted one; if none was named, any detected one counts."""
    causes: tuple[CauseFact, ...] = ()
    """The differences in the edit, each with its place; empty if the text does not show them."""
    repeated: bool = False
    """Whether the causes of an earlier edit already explain this one completely, since both texts
    belong to one refactoring."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PurityFacts(Facts):
    """PurityChecker's verdict on the matched refactorings, and all other edits."""

    check: ClassVar[CheckName] = CheckName.PURITY

    verdict: PurityVerdict
    """PurityChecker's worst verdict on the matched refactorings."""
    tier: PurityTier | None
    """The evidence for a `pure`; null if there are other edits, or code that could not be compared."""
    comment: str
    """PurityChecker's comment."""
    description: str
    """PurityChecker's description."""
    mapping_state: int | None
    """PurityChecker's mapping state: 1 all statements mapped, 2 unmapped leaves, 3 unmapped inner
    nodes, 5 moves with unmapped statements."""
    tolerated: tuple[str, ...]
    """The edits that PurityChecker tolerates but the strict tier does not."""
    residue: tuple[str, ...]
    """The edits outside the refactoring, in words; at most twenty."""
    edits: tuple[EditFact, ...]
    """The same edits with their places and tokens."""
    residue_count: int
    """Number of edits outside the refactoring."""
    not_compared: tuple[EditFact, ...] = ()
    """Places whose text alone does not show that the code is the same; at most twenty."""
    golden: tuple[EditFact, ...] = ()
    """Edits that the golden refactoring also makes, identically, so that the instance asks for
    them; at most twenty."""
    golden_count: int = 0
    """Number of such edits."""
    mined: PurityVerdict | None = None
    """The instance's own verdict, which replaces `verdict` if the refactored methods equal the
    instance's, before and after. Null for other code, and if it was not needed."""
    answer: PurityAnswer | None = None
    """The overall answer, with the proof included."""
    proved: bool | None = None
    """Whether the whole change is proved to preserve behaviour, edits outside the refactoring
    included."""
    suspected: tuple[CauseFact, ...] = ()
    """Possible differences in code without edits. They explain a difference that other checks show."""
