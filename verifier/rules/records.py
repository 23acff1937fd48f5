"""What the `rules` commands say to other programs."""

from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form
from verifier.domain.facts.rules import RulesFacts, UnseenFact
from verifier.domain.refactoring import RefactoringType
from verifier.domain.rules import Followed, RuleKind
from verifier.rules.validity import Trouble


@dataclass(frozen=True, kw_only=True, slots=True)
class OverlapRecord(Described):
    """The rule of its kind that a rule overlaps most."""

    partner: str
    """The other rule."""
    share: float
    """The lines that both cover, of those that either covers, in (0, 1]."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TrialRecord(Described):
    """One rule, tried on both trees."""

    rule: str
    """The rule's id, or its place where it has none."""
    kind: RuleKind | None
    """What it finds; null where it cannot be read."""
    valid: bool
    """Whether it is what it claims to be."""
    base: int | None
    """Matches on the base; null where it was not tried."""
    golden: int | None
    """Matches on the golden tree; null likewise."""
    troubles: tuple[Trouble, ...]
    """Why it is not valid; empty where it is."""
    details: str
    """The same in words."""
    overlap: OverlapRecord | None
    """The rule that it overlaps most; null where it overlaps none."""
    warnings: tuple[str, ...]
    """What is odd and does not make it invalid."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckRecord(Described):
    """What `rules check --format json` prints."""

    valid: bool
    """Whether every rule is valid."""
    rules: tuple[TrialRecord, ...]
    """Each rule; last those that cannot be read."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchRecord(Described):
    """One match of a rule."""

    path: str
    """The file."""
    line: int
    """The line that it begins on, from 1."""
    text: str
    """That line; empty where the file is not at hand."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerRecord(Described):
    """What became of one candidate."""

    rule: str
    """The candidate's id, or its place where it has none."""
    registered: bool
    """Whether it is in the set now."""
    troubles: tuple[Trouble, ...]
    """Why it was refused; empty where it was not."""
    reason: str
    """The same in words."""
    trial: TrialRecord | None
    """How it did on both trees; null where it could not be tried."""
    witness: MatchRecord | None
    """A match on the wrong tree that is worth an exemption; null where there is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RegisterRecord(Described):
    """What `rules register --format json` prints."""

    registered: tuple[str, ...]
    """The ids of the whole set after the call."""
    answers: tuple[AnswerRecord, ...]
    """Each candidate, in the order of the file."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FindingRecord(Described):
    """One match with its stretch."""

    path: str
    """The file."""
    start_line: int
    """The first line, from 1."""
    end_line: int
    """The last line, inclusive."""
    text: str
    """The first line's text; empty where the file is not at hand."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedRule(Described):
    """What one rule saw in one prediction."""

    rule: str
    """The rule's id."""
    kind: RuleKind
    """What it finds."""
    followed: Followed
    """Whether it is followed."""
    contributed: float | None
    """What it adds to IFR; null where nobody knows."""
    covered: int
    """How many added (additive) or removed (reductive) lines it covers."""
    base: tuple[FindingRecord, ...]
    """Its matches on the base."""
    predicted: tuple[FindingRecord, ...]
    """Its matches on the predicted tree."""
    blind: tuple[UnseenFact, ...]
    """What the engine could not see."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainRecord(Described):
    """What `rules explain --format json` prints."""

    score: RulesFacts
    """The figures."""
    rules: tuple[ExplainedRule, ...]
    """Each rule that was asked for."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SingleScore(RulesFacts):
    """What `rules score --format json` prints of one prediction; alignment only with `--counts`."""

    pass_: bool | None = None
    """PASS; null where the counts do not say."""
    a: float | None = None
    """Alignment with all rules; null where PASS or IFR has no value."""
    a_plus: float | None = None
    """Alignment with additive rules."""
    a_minus: float | None = None
    """Alignment with reductive rules."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalRecord(Described):
    """What `rules propose --format json` prints of one instance."""

    instance: str
    """The id of the instance."""
    type: RefactoringType
    """Its type."""
    additive: int
    """How many additive rules were written."""
    reductive: int
    """How many reductive rules were written."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""
