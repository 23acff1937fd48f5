"""The data of the check `rules`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName
from verifier.domain.rules import Blindness, Followed, RuleKind


@dataclass(frozen=True, kw_only=True, slots=True)
class LineCounts(Described):
    """Line counts of a change."""

    added: int
    """Number of added lines."""
    removed: int
    """Number of removed lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleOutcomeFact(Described):
    """The result of one rule."""

    kind: RuleKind
    """Whether the rule is additive or reductive."""
    base: int
    """Number of matches in the base."""
    predicted: int
    """Number of matches in the candidate."""
    followed: Followed
    """Whether the rule is followed: yes, no or unknown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UnseenFact(Described):
    """Code that the rule engine could not examine."""

    path: str
    """The file."""
    rule: str | None
    """The rule that was not tried; null for all rules."""
    reason: Blindness
    """Why it could not."""
    details: str
    """The engine's message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesFacts(Facts):
    """The figures of one prediction under its instance's rules; null means 'no value'."""

    check: ClassVar[CheckName] = CheckName.RULES

    ifr: float | None
    """Instruction following rate (CodeTaste, section 4.1), in [0, 1]."""
    ifr_plus: float | None
    """IFR of the additive rules alone."""
    ifr_minus: float | None
    """IFR of the reductive rules alone."""
    prec: float | None
    """Share of changed lines that the rules cover, in [0, 1]."""
    prec_plus: float | None
    """Share of added lines that the rules cover."""
    prec_minus: float | None
    """Share of removed lines that the rules cover."""
    rules: Mapping[RuleKind, int]
    """Number of rules of each kind."""
    lines: LineCounts
    """Number of changed lines."""
    covered: LineCounts
    """Number of changed lines that the rules cover."""
    outcomes: Mapping[str, RuleOutcomeFact]
    """The result of each rule, by its id."""
    unknown: tuple[UnseenFact, ...]
    """Unexamined code that makes a rule's result unknown."""
    unseen_lines: tuple[UnseenFact, ...]
    """Unexamined code that makes the share of covered lines unknown."""
    listed: tuple[UnseenFact, ...]
    """Unexamined code that does not affect any figure."""
    languages: tuple[str, ...]
    """The rules' languages."""
    compat: bool
    """Whether the score uses the counting of the published code."""
    engine: str
    """The rule engine and its version."""
    applied: bool | None = None
    """Whether the prediction applied. If not, the unchanged base is scored."""
