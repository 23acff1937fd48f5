"""The output of the `rules` commands: pure functions from results to text."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from verifier.cli.exit_status import Exit
from verifier.domain.declared import to_plain
from verifier.domain.described import FORM
from verifier.domain.pass_counts import alignment
from verifier.domain.rules import Blind, Followed, RuleKind
from verifier.errors import UsageError
from verifier.printable import count_more, list_first, pluralize
from verifier.rules.explanation import RuleExplanation
from verifier.rules.records import (
    AnswerRecord,
    CheckRecord,
    ExplainedRule,
    ExplainRecord,
    FindingRecord,
    MatchRecord,
    OverlapRecord,
    RegisterRecord,
    TrialRecord,
)
from verifier.rules.registration import CandidateOutcome, Refused, Registration
from verifier.rules.rule_files import RuleSet
from verifier.rules.score import RuleScore, fact_of_unread, rule_facts
from verifier.rules.source_lines import Read, with_source
from verifier.rules.validity import Trouble, Validity

if TYPE_CHECKING:
    from verifier.workflows.rule_predictions import ScoreRecord

NO_VALUE = "\N{EN DASH}"
MOST_SHOWN, MOST_PLACES = 20, 5
_UNKNOWN = frozenset({Trouble.UNKNOWN})
_UNTRIED = frozenset({Trouble.ENGINE})

ReadOf = Callable[[RuleKind], Read]
"""A function that reads the tree that rules of a kind must not match."""


def check_exit_status(found: Iterable[Validity], refused: Sequence[Refused] = ()) -> Exit:
    """Return yes if all rules are valid, no if some are certainly invalid, open if the rest is undecided."""
    troubles = [set(v.troubles) for v in found if not v.valid]
    if refused or any(t - _UNKNOWN for t in troubles):
        return Exit.NO
    return Exit.OPEN if troubles else Exit.YES


def check_text(found: Sequence[Validity], refused: Sequence[Refused] = ()) -> str:
    """Write one line per rule with its matches and its faults, then the total."""
    width = max((len(v.rule) for v in found), default=0)
    lines = [line for v in found for line in _check_lines(v, width)]
    lines += [line for r in refused for line in (f"INVALID  {r.name}", f"         {r.reason}")]
    valid, total = sum(v.valid for v in found), len(found) + len(refused)
    return "\n".join([*lines, f"{valid} of {pluralize(total, 'rule is', 'rules are')} valid"])


def _check_lines(validity: Validity, width: int) -> list[str]:
    state = "valid  " if validity.valid else "INVALID"
    counts = f"base {validity.base:>5}  golden {validity.golden:>5}"
    if _UNTRIED.intersection(validity.troubles):
        counts = f"{'not tried':<26}"
    head = f"{state}  {validity.rule:<{width}}  {validity.kind:<9}  {counts}"
    reasons = [f"         {validity.details}"] if validity.details else []
    return [head.rstrip(), *reasons, *(f"         warning: {w}" for w in validity.warnings)]


def check_json(found: Sequence[Validity], refused: Sequence[Refused] = ()) -> str:
    """Write the same as one JSON object."""
    rules = (*map(validity_record, found), *map(_record_of_refused, refused))
    return _json(CheckRecord(valid=all(r.valid for r in rules), rules=rules))


def _json(record: object) -> str:
    return json.dumps(to_plain(record), indent=2)


def _record_of_refused(refused: Refused) -> TrialRecord:
    return TrialRecord(
        rule=refused.name,
        kind=None,
        valid=False,
        base=None,
        golden=None,
        troubles=(Trouble.UNREADABLE,),
        details=refused.reason,
        overlap=None,
        warnings=(),
    )


def validity_record(validity: Validity) -> TrialRecord:
    """Make the record of one rule's trial; the counts are null if the rule was not tried."""
    tried = not _UNTRIED.intersection(validity.troubles)
    overlap = validity.overlap
    return TrialRecord(
        rule=validity.rule,
        kind=validity.kind,
        valid=validity.valid,
        base=validity.base if tried else None,
        golden=validity.golden if tried else None,
        troubles=tuple(validity.troubles),
        details=validity.details,
        overlap=None
        if overlap is None
        else OverlapRecord(partner=overlap.partner, share=round(overlap.share, 6)),
        warnings=tuple(validity.warnings),
    )


def register_text(done: Registration, read: ReadOf) -> str:
    """Write one line per candidate, with a witness to exempt if there is one."""
    lines = [line for answer in done.answers for line in _answer_lines(answer, read)]
    new = sum(answer.registered for answer in done.answers)
    total = len(done.registered.rules)
    return "\n".join(
        [
            *lines,
            f"{new} of {len(done.answers)} candidates registered; the set has {pluralize(total, 'rule')}",
        ]
    )


def _answer_lines(answer: CandidateOutcome, read: ReadOf) -> list[str]:
    state = "registered" if answer.registered else "refused   "
    validity = answer.validity
    counts = f" (base {validity.base}, golden {validity.golden})" if validity else ""
    reason = f": {'/'.join(answer.troubles)}: {answer.reason}" if answer.troubles else ""
    lines = [f"{state} {answer.rule}{counts}{reason}"]
    if validity is not None and validity.witness is not None:
        lines += [
            f"           witness {w}" for w in with_source([validity.witness], read(validity.kind))
        ]
    return lines


def register_json(done: Registration, read: ReadOf) -> str:
    """Write the same as one JSON object."""
    return _json(
        RegisterRecord(
            registered=tuple(rule.id for rule in done.registered.rules),
            answers=tuple(_answer_record(answer, read) for answer in done.answers),
        )
    )


def _answer_record(answer: CandidateOutcome, read: ReadOf) -> AnswerRecord:
    validity = answer.validity
    witness = None
    if validity is not None and validity.witness is not None:
        found = with_source([validity.witness], read(validity.kind))[0]
        witness = MatchRecord(path=found.path, line=found.start_line, text=found.text)
    return AnswerRecord(
        rule=answer.rule,
        registered=answer.registered,
        troubles=tuple(answer.troubles),
        reason=answer.reason,
        trial=None if validity is None else validity_record(validity),
        witness=witness,
    )


def choose_rules(rules: RuleSet, only: Sequence[str]) -> frozenset[str]:
    """Return the ids to show; all if none is named.

    Raises:
        UsageError: the set has no such rule.
    """
    known = frozenset(rule.id for rule in rules.rules)
    if unknown := [name for name in only if name not in known]:
        raise UsageError(
            f"no rule {', '.join(unknown)} in this set", hint=f"There are: {', '.join(known)}."
        )
    return frozenset(only) or known


def explain_text(score: RuleScore, found: Sequence[RuleExplanation]) -> str:
    """Write each rule with its findings, then the figures."""
    return "\n".join([*(line for e in found for line in _explain(e)), "", score_text(score)])


_HEADS = {
    (RuleKind.ADDITIVE, Followed.YES): "new pattern is there",
    (RuleKind.ADDITIVE, Followed.NO): "new pattern is missing",
    (RuleKind.REDUCTIVE, Followed.YES): "old pattern is gone",
    (RuleKind.REDUCTIVE, Followed.NO): "old pattern is still there",
}


def _explain(e: RuleExplanation) -> list[str]:
    outcome = e.outcome
    head = _HEADS.get((outcome.kind, outcome.followed), "unknown: the file was not seen as a whole")
    sign = "added" if outcome.kind is RuleKind.ADDITIVE else "removed"
    adds = NO_VALUE if e.contributed is None else f"{e.contributed:.4f}"
    lines = [
        (
            f"{outcome.rule} ({outcome.kind}): {head}; adds {adds} to IFR, covers"
            f" {pluralize(e.covered, f'{sign} line')}"
        ),
        *([f"  {e.message}"] if e.message else []),
        *(f"  blind  {b.path}: {b.reason} {b.details}".rstrip() for b in outcome.blind),
    ]
    for side, findings in (("base", e.base), ("after", e.predicted)):
        lines += [f"  {side:<5}  {finding}" for finding in findings[:MOST_SHOWN]]
        if len(findings) > MOST_SHOWN:
            lines.append(f"  {side:<5}  … {count_more(len(findings) - MOST_SHOWN)}")
    return lines


def explain_json(score: RuleScore, found: Sequence[RuleExplanation]) -> str:
    """Write the same as one JSON object, with every finding."""
    return _json(
        ExplainRecord(score=rule_facts(score), rules=tuple(map(_record_of_explained, found)))
    )


def _record_of_explained(e: RuleExplanation) -> ExplainedRule:
    return ExplainedRule(
        rule=e.outcome.rule,
        kind=e.outcome.kind,
        followed=e.outcome.followed,
        contributed=e.contributed,
        covered=e.covered,
        base=tuple(FindingRecord(**asdict(f)) for f in e.base),
        predicted=tuple(FindingRecord(**asdict(f)) for f in e.predicted),
        blind=tuple(fact_of_unread(b) for b in e.outcome.blind),
    )


def score_text(score: RuleScore) -> str:
    """Write the figures of one prediction on a few lines."""
    judged, covered = score.fulfilment, score.precision
    rules = {k: [o for o in judged.outcomes if o.kind is k] for k in RuleKind}
    counts = [
        f"{sum(o.followed is Followed.YES for o in rules[kind])}/{len(rules[kind])} {kind}"
        for kind in RuleKind
    ]
    lines = [
        f"IFR   {_three(judged.overall, judged.additive, judged.reductive)}   {', '.join(counts)}",
        (
            f"PREC  {_three(covered.overall, covered.additive, covered.reductive)}"
            f"   {covered.added.covered}/{covered.added.total} added,"
            f" {covered.removed.covered}/{covered.removed.total} removed lines"
        ),
    ]
    lines += [f"unknown: {o.rule}: {_places(o.blind)}" for o in judged.unknown]
    if hidden := (*covered.added.blind, *covered.removed.blind):
        lines.append(f"lines not seen as a whole: {_places(hidden)}")
    if score.listed:
        lines.append(f"not seen, and decides nothing: {_places(score.listed)}")
    return "\n".join([*lines, f"engine: {score.engine}"])


def _three(overall: float | None, plus: float | None, minus: float | None) -> str:
    return f"{figure(overall)}  + {figure(plus)}  - {figure(minus)}"


def figure(value: float | None) -> str:
    """Write a value in six characters; a dash if there is no value."""
    return f"{NO_VALUE:<6}" if value is None else f"{value:.4f}"


def _places(blind: Sequence[Blind]) -> str:
    return list_first([f"{b.reason} in {b.path}" for b in blind], MOST_PLACES)


def write_score(score: RuleScore, passes: bool | None, *, as_json: bool, counted: bool) -> str:
    """Write one score, with PASS and alignment if counts were given."""
    judged = score.fulfilment
    rates = (judged.overall, judged.additive, judged.reductive)
    aligned = [alignment(passes, rate) for rate in rates]
    if as_json:
        more = dict(zip(("a", "a_plus", "a_minus"), aligned, strict=True)) | {"pass": passes}
        whole = rule_facts(score).as_data() | {"schema": FORM} | (more if counted else {})
        return json.dumps(whole, indent=2)
    if not counted:
        return score_text(score)
    said = NO_VALUE if passes is None else str(int(passes))
    return f"{score_text(score)}\nPASS  {said}\nA     {_three(*aligned)}"


def records_text(records: "Sequence[ScoreRecord]") -> str:
    """Write one line per prediction."""
    lines = [
        "  ".join((r.instance_id, r.model_name_or_path, str(r.sample), _record_words(r)))
        for r in records
    ]
    known = sum(record.has_value for record in records)
    return "\n".join(
        [
            *lines,
            f"{known} of {pluralize(len(records), 'prediction has', 'predictions have')} a score",
        ]
    )


def _record_words(record: "ScoreRecord") -> str:
    if record.failed:
        return f"inconclusive: {record.failed}"
    names = ("ifr", "ifr_plus", "ifr_minus", "prec", "prec_plus", "prec_minus")
    ifr, plus, minus, *precision = (record.data[name] for name in names)
    words = f"IFR {_three(ifr, plus, minus)}  PREC {_three(*precision)}"
    return f"{words}  ({record.rejected})" if record.rejected else words
