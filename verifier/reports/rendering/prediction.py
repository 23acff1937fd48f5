"""One prediction as plain values for a page: its row in a list, and all about it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.domain.declared import to_plain
from verifier.domain.evidence import CANDIDATE_PATCH
from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import SUCCESS_CHECKS, Verdict
from verifier.frames.verdicts import leaves_delegate
from verifier.reports.evidence import Excerpt, candidate_patch, locate, read_head, read_tail
from verifier.reports.figures import ANY, deciding, reason_text
from verifier.reports.ledger import LedgerEntry
from verifier.reports.material import ReportData
from verifier.tools.records import facts_of

DIFF_BYTES = 24_000
LOG_BYTES = 6_000
TEXT_CHARACTERS = 2_000
DATA_CHARACTERS = 4_000

_LOGGED = frozenset({Status.FAILED, Status.INCONCLUSIVE})

Link = Callable[[str, Path], str | None]
"""Makes the address of an evidence file from the check (or `candidate.diff`) and its path. None omits
the link.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Describer:
    """Describes predictions. Without `full`, diffs and logs are omitted."""

    link: Link
    full: bool = True

    def describe(self, entry: LedgerEntry) -> Mapping[str, Any]:
        """Return everything about one prediction. Long texts are cut, and say by how much."""
        verdict = entry.verdict
        return {
            "base": verdict.base_commit,
            "form": verdict.form,
            "jdk": verdict.provenance.jdk,
            "strategy": verdict.provenance.strategy,
            "sandbox": verdict.provenance.sandbox,
            "isolated": verdict.provenance.isolated,
            "checks": [self._check(entry, result) for result in verdict.checks],
            "counterexample": _counterexample(verdict),
            "proof": _proof(verdict),
            "coverage": _coverage(entry) if self.full else None,
            **self._patch(entry),
        }

    def _patch(self, entry: LedgerEntry) -> Mapping[str, Any]:
        path = candidate_patch(entry)
        if path is None:
            return {"diff": None, "diff_link": None, "diff_left_out": False}
        shown = _excerpt_fields(read_head(path, DIFF_BYTES)) if self.full else None
        link = self.link(CANDIDATE_PATCH, path)
        return {"diff": shown, "diff_link": link, "diff_left_out": not self.full}

    def _check(self, entry: LedgerEntry, result: CheckResult) -> Mapping[str, Any]:
        path = locate(entry, result.evidence) if result.evidence else None
        log = None
        if self.full and path is not None and result.status in _LOGGED:
            log = _excerpt_fields(read_tail(path, LOG_BYTES))
        data = json.dumps(dict(result.data), indent=1, default=str) if result.data else ""
        return {
            "check": result.check,
            "status": result.status,
            "reason": result.reason,
            "details": _cut(result.details, TEXT_CHARACTERS),
            "seconds": result.seconds,
            "data": _cut(data, DATA_CHARACTERS),
            "evidence": result.evidence,
            "link": self.link(result.check, path) if path is not None else None,
            "log": log,
        }


def _counterexample(verdict: Verdict) -> Mapping[str, Any] | None:
    """The input on which the behaviour differs. None if fuzzing found no such input."""
    found = facts_of(verdict.check(CheckName.BEHAVIOUR), BehaviourFacts)
    if found is None or found.witness is None:
        return None
    return {name: _cut(text, DIFF_BYTES) for name, text in to_plain(found.witness).items()}


def _proof(verdict: Verdict) -> Mapping[str, Any] | None:
    """The prover's line, the first difference and the assumptions. None if no proof was asked for."""
    result = verdict.check(CheckName.PROOF)
    found = facts_of(result, ProofFacts)
    if result is None or found is None:
        return None
    first = found.difference
    sides = ("before", "after", "before_event", "after_event")
    return {
        "line": _cut(result.details, TEXT_CHARACTERS),
        **{name: getattr(first, name) if first is not None else None for name in sides},
        "path": [] if first is None else list(first.path),
        "assumptions": list(found.assumptions),
        "proved": result.status is Status.PASSED,
    }


def _coverage(entry: LedgerEntry) -> Mapping[str, Any] | None:
    """The refactored code with a mark on each line. None if coverage was not measured."""
    result = entry.verdict.check(CheckName.COVERAGE)
    path = locate(entry, result.evidence) if result and result.evidence else None
    return None if path is None else _excerpt_fields(read_head(path, DIFF_BYTES))


def list_row(verdict: Verdict, material: ReportData) -> Mapping[str, Any]:
    """The short row of a prediction in a list."""
    return {
        "instance": verdict.instance_id,
        "model": material.name_of(verdict),
        "sample": verdict.sample,
        "type": verdict.task_type or ANY,
        "project": verdict.repo,
        "method": verdict.method,
        "success": verdict.success,
        "strict": verdict.strict_success,
        "proved": verdict.proved_success,
        "reason": reason_text(deciding(verdict) or _not_asked(verdict)),
        "delegate": leaves_delegate(verdict) is True,
    }


def _not_asked(verdict: Verdict) -> CheckResult | None:
    """The first check that success needs but that was not selected. None if all were selected."""
    results = (verdict.check(name) for name in SUCCESS_CHECKS)
    return next((r for r in results if r and r.reason is Reason.NOT_SELECTED), None)


def _cut(text: str, limit: int) -> str:
    left = len(text) - limit
    return f"{text[:limit]}\n… {left:,} more characters" if left > 0 else text


def _excerpt_fields(excerpt: Excerpt) -> Mapping[str, Any]:
    return {"text": excerpt.text, "left_out": excerpt.left_out}
