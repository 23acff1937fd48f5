"""The JSON output of the `rules` commands."""

from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form
from verifier.domain.facts.rules import RulesFacts, UnseenFact
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.rules import Followed, RuleKind
from verifier.rules.validity import Trouble


@dataclass(frozen=True, kw_only=True, slots=True)
class OverlapRecord(Described):
    """The rule of the same kind with the largest overlap."""

    partner: str
    """The other rule."""
    share: float
    """Share of lines that both rules cover, among the lines that either covers, in (0, 1]."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TrialRecord(Described):
    """One rule, tried on both trees."""

    rule: str
    """The rule's id, or its position in the file if it has none."""
    kind: RuleKind | None
    """Whether the rule is additive or reductive; null if it cannot be read."""
    valid: bool
    """Whether the rule is valid for its kind."""
    base: int | None
    """Number of matches on the base; null if it was not tried."""
    golden: int | None
    """Number of matches on the golden tree; null if it was not tried."""
    troubles: tuple[Trouble, ...]
    """Why it is not valid; empty if it is."""
    details: str
    """The same in words."""
    overlap: OverlapRecord | None
    """The rule that it overlaps most; null if it overlaps none."""
    warnings: tuple[str, ...]
    """Unusual properties that do not make it invalid."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckRecord(Described):
    """The output of `rules check --format json`."""

    valid: bool
    """Whether every rule is valid."""
    rules: tuple[TrialRecord, ...]
    """The rules; those that cannot be read come last."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchRecord(Described):
    """One match of a rule."""

    path: str
    """The file."""
    line: int
    """The first line, from 1."""
    text: str
    """The text of that line; empty if the file is not available."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerRecord(Described):
    """The result for one candidate."""

    rule: str
    """The candidate's id, or its position in the file if it has none."""
    registered: bool
    """Whether it is now in the set."""
    troubles: tuple[Trouble, ...]
    """Why it was refused; empty if it was not."""
    reason: str
    """The same in words."""
    trial: TrialRecord | None
    """Its trial on both trees; null if it could not be tried."""
    witness: MatchRecord | None
    """A match on the wrong tree that may deserve an exemption; null if there is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RegisterRecord(Described):
    """The output of `rules register --format json`."""

    registered: tuple[str, ...]
    """The ids of the whole set after the command."""
    answers: tuple[AnswerRecord, ...]
    """The candidates, in the order of the file."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FindingRecord(Described):
    """One match and its lines."""

    path: str
    """The file."""
    start_line: int
    """The first line, from 1."""
    end_line: int
    """The last line, inclusive."""
    text: str
    """The text of the first line; empty if the file is not available."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedRule(Described):
    """The result of one rule for one prediction."""

    rule: str
    """The rule's id."""
    kind: RuleKind
    """Whether the rule is additive or reductive."""
    followed: Followed
    """Whether the rule is followed."""
    contributed: float | None
    """What the rule adds to IFR; null if unknown."""
    covered: int
    """Number of lines that the rule covers: added lines for an additive rule, removed lines for a
    reductive one."""
    base: tuple[FindingRecord, ...]
    """Its matches on the base."""
    predicted: tuple[FindingRecord, ...]
    """Its matches on the predicted tree."""
    blind: tuple[UnseenFact, ...]
    """Code that the engine could not examine."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainRecord(Described):
    """The output of `rules explain --format json`."""

    score: RulesFacts
    """The figures."""
    rules: tuple[ExplainedRule, ...]
    """The requested rules."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SingleScore(RulesFacts):
    """The output of `rules score --format json` for one prediction. Alignment is present only with
    `--counts`.
    """

    pass_: bool | None = None
    """PASS; null if the counts do not decide it."""
    a: float | None = None
    """Alignment with all rules; null if PASS or IFR has no value."""
    a_plus: float | None = None
    """Alignment with the additive rules."""
    a_minus: float | None = None
    """Alignment with the reductive rules."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalRecord(Described):
    """The output of `rules propose --format json` for one instance."""

    instance: str
    """The id of the instance."""
    type: RefactoringType
    """The refactoring type."""
    additive: int
    """Number of additive rules that were written."""
    reductive: int
    """Number of reductive rules that were written."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""
