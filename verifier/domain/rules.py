"""Rules over source trees, their matches, and what a scan could not read (CodeTaste, section 2.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class RuleKind(StrEnum):
    """Additive rules match the new pattern, reductive rules the old one."""

    ADDITIVE = "additive"
    REDUCTIVE = "reductive"


class Followed(StrEnum):
    """Whether the tree after the prediction follows a rule."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """One OpenGrep or Semgrep rule; `definition` is its YAML mapping, unchanged."""

    id: str
    kind: RuleKind
    definition: Mapping[str, Any]

    @property
    def metadata(self) -> Mapping[str, Any]:
        """The rule's `metadata`; empty if it has none."""
        found = self.definition.get("metadata")
        return found if isinstance(found, Mapping) else {}


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One match of a rule.

    Lines count from 1, and both ends are inclusive. Suppressed matches count too.
    """

    rule: str
    path: str
    start_line: int
    end_line: int


class Blindness(StrEnum):
    """Why a rule's matches in a file are unknown."""

    TIMEOUT = "timeout"
    TOO_MANY_MATCHES = "too_many_matches"
    SYNTAX = "syntax"
    NOT_SCANNED = "not_scanned"
    ENGINE = "engine"


@dataclass(frozen=True, kw_only=True, slots=True)
class Blind:
    """A file that was not examined, for one rule or, if `rule` is None, for all rules."""

    path: str
    rule: str | None
    reason: Blindness
    details: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scan:
    """All matches of a rule set in the requested files of one tree.

    A rule without findings matched nothing, except in files where it was `blind`.
    """

    findings: tuple[Finding, ...]
    blind: tuple[Blind, ...] = ()
    scanned: frozenset[str] = field(default_factory=frozenset)
    engine: str = ""

    def of(self, rule: str) -> tuple[Finding, ...]:
        """Return the findings of one rule. M(rule, tree) is their number."""
        return tuple(finding for finding in self.findings if finding.rule == rule)

    def lines(self, rule: str) -> frozenset[tuple[str, int]]:
        """Return C(rule, tree): the (path, line) pairs that the rule's findings cover, each once."""
        return frozenset(
            (finding.path, line)
            for finding in self.of(rule)
            for line in range(finding.start_line, finding.end_line + 1)
        )
