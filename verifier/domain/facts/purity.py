"""What the check `purity` found."""

from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.cause import CauseFact
from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName
from verifier.domain.purity import PurityAnswer, PurityTier, PurityVerdict


@dataclass(frozen=True, kw_only=True, slots=True)
class EditFact(Described):
    """One edit that no refactoring accounts for."""

    what: str
    """What was edited, in words."""
    file: str
    """The file; empty where it is gone."""
    line: int
    """The line of the new file (of the old one for what was removed), from 1; 0 without a place."""
    before: str
    """The tokens that were there, cut to a line; empty where something was added."""
    after: str
    """The tokens that are there now, cut to a line; empty where something was removed."""
    diff: tuple[str, ...] = ()
    """The source lines of it, `- ` in front of those that went and `+ ` of those that came; of more
    than eight a side the last says how many. Empty where it has no place, or could not be compared."""
    refactored: bool = False
    """Whether it stands in code that a refactoring acted on."""
    wanted: bool = False
    """Whether that refactoring is the wanted one, or any that was detected where none was named."""
    causes: tuple[CauseFact, ...] = ()
    """What differs in it, each cause at its place; empty where the text does not show it."""
    repeated: bool = False
    """Whether the causes of an edit before it say all of this one: its text is that of one refactoring."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PurityFacts(Facts):
    """PurityChecker's word on the matched refactoring, and the residue beside it."""

    check: ClassVar[CheckName] = CheckName.PURITY

    verdict: PurityVerdict
    """PurityChecker's worst verdict on the matched refactorings."""
    tier: PurityTier | None
    """How much stands behind a `pure`; none where there is residue, or what could not be compared."""
    comment: str
    """PurityChecker's comment."""
    description: str
    """PurityChecker's description."""
    mapping_state: int | None
    """PurityChecker's mapping state: 1 all statements mapped, 2 unmapped leaves, 3 unmapped inner
    nodes, 5 moves with unmapped statements."""
    tolerated: tuple[str, ...]
    """The edits that PurityChecker tolerates and the strict tier does not."""
    residue: tuple[str, ...]
    """The first twenty edits outside the refactoring, in words."""
    edits: tuple[EditFact, ...]
    """The same with their places and tokens."""
    residue_count: int
    """How many there are."""
    not_compared: tuple[EditFact, ...] = ()
    """The first twenty places of which text alone does not show that they are the same code."""
    golden: tuple[EditFact, ...] = ()
    """The first twenty edits that the golden refactoring makes just so, and that the instance therefore asks for."""
    golden_count: int = 0
    """How many there are."""
    mined: PurityVerdict | None = None
    """The instance's own verdict where the refactored methods are, before and after, those of the instance: it
    takes the place of `verdict`. Null for other code, and where it was not needed."""
    answer: PurityAnswer | None = None
    """What follows from all of it, the proof among it."""
    proved: bool | None = None
    """Whether the whole change is proved to behave alike, edits beside the refactoring included."""
    suspected: tuple[CauseFact, ...] = ()
    """What may differ in code in which no edit was found: it explains a difference that others show."""
