"""The data of the check `policy`."""

from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class PolicyFact(Described):
    """One broken rule."""

    rule: str
    """The rule's id."""
    path: str
    """The file that breaks it."""
    line: int
    """The line, from 1; 0 if the rule is about the whole file."""
    what: str
    """The forbidden construct."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PolicyFacts(Facts):
    """The rules that a candidate breaks. A candidate that breaks none has no data."""

    check: ClassVar[CheckName] = CheckName.POLICY

    findings: tuple[PolicyFact, ...]
    """The broken rules; at most fifty."""
    findings_count: int
    """Number of broken rules."""
