"""Check that every edit belongs to a claimed refactoring, if claims name refactorings."""

from collections.abc import Sequence
from dataclasses import replace

from verifier.domain.facts.purity import EditFact, PurityFacts
from verifier.domain.gate import BehaviourAnswer, Demand, Extent, GateUnit
from verifier.domain.outcome import CheckName, Status
from verifier.domain.verdict import Verdict
from verifier.gates.answer import beyond
from verifier.gates.findings import edits_as_findings
from verifier.tools.records import facts_of


def narrowed(unit: GateUnit, verdicts: Sequence[Verdict], demand: Demand) -> GateUnit:
    """Return the unit, judged by the claimed refactorings; each verdict judges it by one of them.

    An edit is more than refactoring if it lies outside each of the refactorings that were found. A
    proof of the change accounts for edits in code that a refactoring touched.
    """
    if unit.refactoring is not Extent.ONLY:
        return unit
    left = [_edits(verdict) for verdict in verdicts if _is_found(verdict)]
    known = [edits for edits in left if edits is not None]
    proved = unit.behaviour is BehaviourAnswer.PROVED
    common = [
        edit
        for edit in (known[0] if known else ())
        if all(edit in edits for edits in known[1:]) and not (proved and edit.refactored)
    ]
    if len(known) < len(left):
        said = "what lies beyond the claimed refactorings is not known"
        answers = replace(unit, refactoring=Extent.OPEN, refactoring_by=(said,))
    elif common:
        said = f"{beyond(len(common), common)}, counted from what is claimed"
        found = (*edits_as_findings(common, demand), *unit.findings)
        answers = replace(unit, refactoring=Extent.MORE, refactoring_by=(said,), findings=found)
    else:
        return unit
    return replace(answers, decision=demand.decision(answers))


def _is_found(verdict: Verdict) -> bool:
    detection = verdict.check(CheckName.DETECTION)
    return detection is not None and detection.status is Status.PASSED


def _edits(verdict: Verdict) -> tuple[EditFact, ...] | None:
    """Return the edits outside a claimed refactoring; None if the list is incomplete."""
    facts = facts_of(verdict.check(CheckName.PURITY), PurityFacts)
    if facts is None or facts.residue_count > len(facts.edits):
        return None
    return facts.edits
