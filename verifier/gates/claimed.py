"""Check that every edit belongs to a claimed refactoring, if claims name refactorings."""

from collections.abc import Sequence
from dataclasses import replace

from verifier.domain.facts.purity import EditFact, PurityFacts
from verifier.domain.gate import BehaviourAnswer, Demand, Extent, GateUnit
from verifier.domain.outcome import CheckName, Status
from verifier.gates.answer import Checks, beyond, find_result
from verifier.gates.findings import edits_as_findings
from verifier.tools.records import facts_of


def narrow(unit: GateUnit, results: Sequence[Checks], demand: Demand) -> GateUnit:
    """Return the unit, judged by the claimed refactorings; each entry of `results` judges it by one.

    An edit is more than refactoring if it lies outside each of the refactorings that were found. A
    proof of the change accounts for edits in code that a refactoring touched.
    """
    if unit.refactoring is not Extent.ONLY:
        return unit
    left = [_edits(checks) for checks in results if _is_found(checks)]
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


def _is_found(checks: Checks) -> bool:
    detection = find_result(checks, CheckName.DETECTION)
    return detection is not None and detection.status is Status.PASSED


def _edits(checks: Checks) -> tuple[EditFact, ...] | None:
    """Return the edits outside a claimed refactoring; None if the list is incomplete."""
    facts = facts_of(find_result(checks, CheckName.PURITY), PurityFacts)
    if facts is None or facts.residue_count > len(facts.edits):
        return None
    return facts.edits
