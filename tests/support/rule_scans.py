"""Short notations of rules and scans, for tests of computations on them."""

from collections.abc import Sequence

from verifier.domain.rules import Blind, Blindness, Finding, Rule, RuleKind, Scan


def a_rule(identifier: str, kind: RuleKind, **metadata: object) -> Rule:
    """A rule whose definition contains only its id and metadata."""
    definition: dict[str, object] = {"id": identifier}
    if metadata:
        definition["metadata"] = metadata
    return Rule(id=identifier, kind=kind, definition=definition)


def a_scan(*findings: str, blind: Sequence[Blind] = ()) -> Scan:
    """Parse findings of the form `rule path:line` or `rule path:first-last`."""
    return Scan(findings=tuple(a_finding(words) for words in findings), blind=tuple(blind))


def a_finding(words: str) -> Finding:
    """Parse `rule path:first-last`. The path may contain spaces."""
    rule, _, place = words.partition(" ")
    path, _, lines = place.rpartition(":")
    first, _, last = lines.partition("-")
    return Finding(rule=rule, path=path, start_line=int(first), end_line=int(last or first))


def blind(path: str, rule: str | None, reason: Blindness, details: str = "") -> Blind:
    """An entry for something that a scan could not see."""
    return Blind(path=path, rule=rule, reason=reason, details=details)
