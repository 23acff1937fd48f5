"""The details of each prediction on the page: a row for the list, and a body that opens on demand."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from verifier.domain.declared import to_plain
from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import SUCCESS_CHECKS, Verdict
from verifier.frames.verdicts import leaves_delegate
from verifier.printable import visible
from verifier.reports.evidence import Excerpt, candidate_patch, locate, read_head, read_tail
from verifier.reports.figures import ANY, deciding, reason_text
from verifier.reports.ledger import LedgerEntry
from verifier.reports.material import ReportData
from verifier.tools.records import facts_of

DIFF_BYTES = 24_000
LOG_BYTES = 6_000
TEXT_CHARACTERS = 2_000
DATA_CHARACTERS = 4_000
PAGE_BYTES = 40_000_000

_LOGGED = frozenset({Status.FAILED, Status.INCONCLUSIVE})


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A JSON block of the page that the browser does not execute."""

    id: str
    json: str


@dataclass(kw_only=True)
class Details:
    """Makes the blocks. Links are relative to the folder `page`; None omits them.

    Once the blocks hold `PAGE_BYTES` together, diffs and logs are omitted; the run folder has them.
    """

    page: Path | None
    _used: int = field(default=0)

    def index(self, material: ReportData) -> Block:
        """Make one short row per prediction for the list."""
        rows = [_row(entry.verdict, material) for entry in material.ledger.entries]
        return Block(id="predictions", json=inert_json(rows))

    def body(self, number: int, entry: LedgerEntry) -> Block:
        """Make the block with everything about one prediction."""
        full = self._used < PAGE_BYTES
        verdict = entry.verdict
        body = {
            "base": verdict.base_commit,
            "form": verdict.form,
            "jdk": verdict.provenance.jdk,
            "strategy": verdict.provenance.strategy,
            "sandbox": verdict.provenance.sandbox,
            "isolated": verdict.provenance.isolated,
            "checks": [self._check(entry, result, full) for result in verdict.checks],
            "counterexample": _counterexample(verdict),
            "proof": _proof(verdict),
            "coverage": _coverage(entry) if full else None,
            **self._patch(entry, full),
        }
        block = Block(id=f"prediction-{number}", json=inert_json(body))
        self._used += len(block.json)
        return block

    def _patch(self, entry: LedgerEntry, full: bool) -> Mapping[str, Any]:
        path = candidate_patch(entry)
        if path is None:
            return {"diff": None}
        shown = _excerpt_fields(read_head(path, DIFF_BYTES)) if full else None
        return {"diff": shown, "diff_link": self._link(path), "diff_left_out": not full}

    def _check(self, entry: LedgerEntry, result: CheckResult, full: bool) -> Mapping[str, Any]:
        path = locate(entry, result.evidence) if result.evidence else None
        wanted = full and path is not None and result.status in _LOGGED
        data = json.dumps(dict(result.data), indent=1, default=str) if result.data else ""
        return {
            "check": result.check,
            "status": result.status,
            "reason": result.reason,
            "details": _cut(result.details, TEXT_CHARACTERS),
            "seconds": result.seconds,
            "data": _cut(data, DATA_CHARACTERS),
            "evidence": result.evidence,
            "link": self._link(path) if path is not None else None,
            "log": _excerpt_fields(read_tail(path, LOG_BYTES))
            if wanted and path is not None
            else None,
        }

    def _link(self, path: Path) -> str | None:
        if self.page is None:
            return None
        return quote(Path(os.path.relpath(path, self.page.resolve())).as_posix())


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


def inert_json(value: object) -> str:
    """Encode JSON that cannot close its HTML element. Control and format characters become visible."""
    text = json.dumps(_with_visible_texts(value), separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _with_visible_texts(value: object) -> object:
    match value:
        case str():
            return visible(value)
        case Mapping():
            return {visible(str(key)): _with_visible_texts(each) for key, each in value.items()}
        case list() | tuple():
            return [_with_visible_texts(each) for each in value]
        case _:
            return value


def _row(verdict: Verdict, material: ReportData) -> Mapping[str, Any]:
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
