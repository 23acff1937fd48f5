"""Rules over source trees, their findings, and what a scan could not see (CodeTaste, section 2.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class RuleKind(StrEnum):
    """Additive rules find the new pattern, reductive rules the old one."""

    ADDITIVE = "additive"
    REDUCTIVE = "reductive"


class Followed(StrEnum):
    """Whether the tree after the prediction is as a rule wants it."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """One OpenGrep or Semgrep rule; `definition` is its YAML mapping as it was read."""

    id: str
    kind: RuleKind
    definition: Mapping[str, Any]

    @property
    def metadata(self) -> Mapping[str, Any]:
        """The rule's `metadata`, empty where it has none."""
        found = self.definition.get("metadata")
        return found if isinstance(found, Mapping) else {}


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One match of a rule; lines count from 1, both ends inclusive. Suppressed matches count."""

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
    """What was not seen: a file, for one rule or (None) for all."""

    path: str
    rule: str | None
    reason: Blindness
    details: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scan:
    """All findings of a rule set on the files of one tree that were asked for.

    A rule without findings matched nothing, except in the files where it was `blind`.
    """

    findings: tuple[Finding, ...]
    blind: tuple[Blind, ...] = ()
    scanned: frozenset[str] = field(default_factory=frozenset)
    engine: str = ""

    def of(self, rule: str) -> tuple[Finding, ...]:
        """The findings of one rule: M(rule, tree) is their number."""
        return tuple(finding for finding in self.findings if finding.rule == rule)

    def lines(self, rule: str) -> frozenset[tuple[str, int]]:
        """C(rule, tree): the (path, line) pairs that the rule's findings cover, each once."""
        return frozenset(
            (finding.path, line)
            for finding in self.of(rule)
            for line in range(finding.start_line, finding.end_line + 1)
        )
