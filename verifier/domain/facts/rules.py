"""What the check `rules` found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName
from verifier.domain.rules import Blindness, Followed, RuleKind


@dataclass(frozen=True, kw_only=True, slots=True)
class LineCounts(Described):
    """Lines of a change."""

    added: int
    """Added lines."""
    removed: int
    """Removed lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleOutcomeFact(Described):
    """What one rule saw."""

    kind: RuleKind
    """What it finds."""
    base: int
    """Matches in the base."""
    predicted: int
    """Matches in the candidate."""
    followed: Followed
    """Whether the rule is followed: yes, no or unknown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UnseenFact(Described):
    """A stretch that the rule engine could not see."""

    path: str
    """The file."""
    rule: str | None
    """The rule that was not tried; null for all."""
    reason: Blindness
    """Why."""
    details: str
    """The engine's words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesFacts(Facts):
    """The figures of one prediction under its instance's rules; null is 'no value'."""

    check: ClassVar[CheckName] = CheckName.RULES

    ifr: float | None
    """Instruction following rate (CodeTaste, section 4.1), in [0, 1]."""
    ifr_plus: float | None
    """The same of additive rules."""
    ifr_minus: float | None
    """The same of reductive rules."""
    prec: float | None
    """Share of changed lines that the rules cover, in [0, 1]."""
    prec_plus: float | None
    """The same of added lines."""
    prec_minus: float | None
    """The same of removed lines."""
    rules: Mapping[RuleKind, int]
    """How many rules of each kind there are."""
    lines: LineCounts
    """Changed lines."""
    covered: LineCounts
    """Changed lines that the rules cover."""
    outcomes: Mapping[str, RuleOutcomeFact]
    """What each rule saw, by its id."""
    unknown: tuple[UnseenFact, ...]
    """What leaves a rule open."""
    unseen_lines: tuple[UnseenFact, ...]
    """What leaves the share of lines open."""
    listed: tuple[UnseenFact, ...]
    """What was not seen and decides nothing."""
    languages: tuple[str, ...]
    """The rules' languages."""
    compat: bool
    """Whether the score repeats the published code's counting."""
    engine: str
    """The rule engine and its version."""
    applied: bool | None = None
    """Whether the prediction applied; one that did not is scored as the unchanged base."""
