"""The feedback loop of a rule-writing agent: takes candidates, returns the registered set and reasons (A.3)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.domain.rules import Rule, RuleKind, Scan
from verifier.rules.fulfilment import ChangedPaths
from verifier.rules.overlap import Lines, closest, deciding_scan
from verifier.rules.rule_files import (
    RuleFileError,
    RuleSet,
    definitions,
    files_of_set,
    kind_of_file,
    parse_rule,
)
from verifier.rules.validity import Trouble, Validity, validities


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """A candidate that is not a valid rule; `name` is its id if it has one, otherwise its position."""

    name: str
    reason: str


Candidate = Rule | Refused


@dataclass(frozen=True, kw_only=True, slots=True)
class Sides:
    """How candidates are tried: `scan` returns base and golden scans, `refusals` the engine's messages."""

    scan: Callable[[Sequence[Rule]], tuple[Scan, Scan]]
    refusals: Callable[[Sequence[Rule]], Mapping[str, str]]
    change: ChangedPaths


@dataclass(frozen=True, kw_only=True, slots=True)
class CandidateOutcome:
    """The outcome of one candidate; `validity` is None if it could not be tried."""

    rule: str
    registered: bool
    troubles: tuple[Trouble, ...]
    reason: str
    validity: Validity | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Registration:
    """The set after the call, and one answer per candidate, in order."""

    registered: RuleSet
    answers: tuple[CandidateOutcome, ...]


def read_candidates(
    raw: bytes, *, kind: RuleKind | None = None, source: str = ""
) -> tuple[Candidate, ...]:
    """Read the candidates of a YAML file; each is a rule or a refusal.

    Raises:
        RuleFileError: the whole file is not a rule file.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RuleFileError(f"{source}: not UTF-8: {error}") from error
    return tuple(
        _candidate(definition, kind, f"{source}: rule {number}")
        for number, definition in enumerate(definitions(text, source), start=1)
    )


def read_whole_set(path: Path) -> tuple[RuleSet, tuple[Refused, ...]]:
    """Return the readable rules of a set, and the refusals of the others, each with its reason.

    Raises:
        RuleFileError: there is no rule set, or one of its files is not a rule file.
    """
    rules: dict[str, Rule] = {}
    refused: list[Refused] = []
    for file in files_of_set(path):
        for candidate in read_candidates(_content(file), kind=kind_of_file(file), source=str(file)):
            if isinstance(candidate, Refused):
                refused.append(candidate)
            elif candidate.id in rules:
                reason = f"{file}: the rule id {candidate.id!r} is there twice"
                refused.append(Refused(name=candidate.id, reason=reason))
            else:
                rules[candidate.id] = candidate
    return RuleSet(rules=tuple(rules.values())), tuple(refused)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise RuleFileError(f"cannot read {file}: {error}") from error


def _candidate(definition: object, kind: RuleKind | None, where: str) -> Candidate:
    try:
        return parse_rule(definition, kind=kind, where=where)
    except RuleFileError as error:
        said = definition.get("id") if isinstance(definition, Mapping) else None
        name = said if isinstance(said, str) and said else where
        words = f"{error.message}. {error.hint}" if error.hint else error.message
        return Refused(name=name, reason=" ".join(words.split()))


def register(candidates: Sequence[Candidate], registered: RuleSet, sides: Sides) -> Registration:
    """Try every candidate on both trees and add the valid, distinct ones.

    A candidate is refused if it is not a rule, has a known id, is refused by the engine, does not
    distinguish the trees as its kind requires, or overlaps an earlier registered rule of its kind
    by more than 0.95.

    Raises:
        ScanFailed: the engine died, so nothing is known.
    """
    doubles = _doubles(candidates, registered)
    rules = [c for n, c in enumerate(candidates) if isinstance(c, Rule) and n not in doubles]
    refused = sides.refusals(rules) if rules else {}
    tried = [rule for rule in rules if rule.id not in refused]
    base, golden = sides.scan((*registered.rules, *tried))
    found = {v.rule: v for v in validities(tried, base, golden, sides.change)}
    book = _Book(registered, base, golden)
    answers = tuple(
        _answer(candidate, number in doubles, refused, found, book)
        for number, candidate in enumerate(candidates)
    )
    return Registration(registered=RuleSet(rules=tuple(book.rules)), answers=answers)


def _doubles(candidates: Iterable[Candidate], registered: RuleSet) -> set[int]:
    """Return the positions of candidates whose id occurred before."""
    known = {rule.id for rule in registered.rules}
    found = set()
    for number, candidate in enumerate(candidates):
        if isinstance(candidate, Rule):
            if candidate.id in known:
                found.add(number)
            known.add(candidate.id)
    return found


class _Book:
    """The rules registered so far, and the lines that they cover."""

    def __init__(self, registered: RuleSet, base: Scan, golden: Scan) -> None:
        self.rules = list(registered.rules)
        self._base, self._golden = base, golden
        self._lines: dict[RuleKind, dict[str, Lines]] = {kind: {} for kind in RuleKind}
        for rule in self.rules:
            self._lines[rule.kind][rule.id] = self._covered(rule)

    def _covered(self, rule: Rule) -> Lines:
        return deciding_scan(rule.kind, self._base, self._golden).lines(rule.id)

    def enter(self, rule: Rule, validity: Validity) -> Validity:
        """Register the rule unless it overlaps a registered one too much."""
        own, others = self._covered(rule), self._lines[rule.kind]
        partner = closest(rule.id, own, others)
        judged = replace(validity, overlap=partner, warnings=())
        if partner is not None and partner.excessive:
            return replace(
                judged,
                troubles=(Trouble.OVERLAP,),
                details=f"covers {partner.share:.1%} of the same lines as {partner.partner}",
            )
        self.rules.append(_add_counts(rule, judged))
        others[rule.id] = own
        return judged


def _add_counts(rule: Rule, validity: Validity) -> Rule:
    """Return the rule with its counts in the metadata, under CodeTaste's names."""
    counts = {"nr_refactored_patterns": validity.golden, "nr_legacy_patterns": validity.base}
    return replace(rule, definition={**rule.definition, "metadata": {**rule.metadata, **counts}})


def _answer(
    candidate: Candidate,
    double: bool,
    refused: Mapping[str, str],
    found: Mapping[str, Validity],
    book: _Book,
) -> CandidateOutcome:
    if isinstance(candidate, Refused):
        return _no(candidate.name, Trouble.UNREADABLE, candidate.reason)
    if double:
        return _no(candidate.id, Trouble.DUPLICATE, "a rule of this id is registered already")
    if candidate.id in refused:
        return _no(candidate.id, Trouble.ENGINE, refused[candidate.id])
    validity = found[candidate.id]
    if validity.valid:
        validity = book.enter(candidate, validity)
    return CandidateOutcome(
        rule=candidate.id,
        registered=validity.valid,
        troubles=validity.troubles,
        reason=validity.details,
        validity=validity,
    )


def _no(rule: str, trouble: Trouble, reason: str) -> CandidateOutcome:
    return CandidateOutcome(rule=rule, registered=False, troubles=(trouble,), reason=reason)
