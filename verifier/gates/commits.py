"""Combine the answers on the commits of a range to one answer."""

from collections.abc import Sequence
from dataclasses import replace

from verifier.domain.gate import (
    BehaviourAnswer,
    ClaimOutcome,
    Decision,
    Demand,
    Extent,
    GateUnit,
    Level,
)
from verifier.domain.outcome import Status
from verifier.domain.verdict import judge
from verifier.gates.answer import about_behaviour
from verifier.gates.compile_errors import may_not_compile
from verifier.gates.judged import Judged
from verifier.printable import pluralize


def answer_by_commits(
    whole: Judged, parts: Sequence[Judged], level: Level, demand: Demand
) -> GateUnit:
    """Return the answers on a range, improved by the answers on its single commits.

    Behaviour is proved if each commit is proved and the whole compiles and passes the tests of the
    level. The range is only refactoring if each commit is.
    """
    units = [part.unit for part in parts if part.unit.behaviour is not None]
    unit = whole.unit
    if not units or not whole.division.is_whole:
        return unit
    by = (f"{pluralize(len(units), 'commit')}, each judged on its own",)
    if all(u.behaviour is BehaviourAnswer.PROVED for u in units) and _holds_together(whole, level):
        unit = replace(unit, behaviour=BehaviourAnswer.PROVED, behaviour_by=by)
    if all(u.refactoring is Extent.ONLY for u in units):
        unit = replace(unit, refactoring=Extent.ONLY, refactoring_by=by)
    return replace(unit, decision=demand.decision(unit))


def _holds_together(whole: Judged, level: Level) -> bool:
    tested = judge(whole.checks, about_behaviour(level)) is Status.PASSED
    return tested and not may_not_compile(whole.checks)


def answer_claims(units: Sequence[GateUnit], *, complete: bool) -> GateUnit:
    """Combine the claims, with the worst answers on the commits that claim something."""
    outcomes = {claim.outcome for unit in units for claim in unit.claims}
    if ClaimOutcome.REFUTED in outcomes:
        decision = Decision.FAILED
    elif ClaimOutcome.OPEN in outcomes or not complete:
        decision = Decision.OPEN
    else:
        decision = Decision.PASSED if outcomes else Decision.NOTHING_TO_CHECK
    behaviours = {u.behaviour for u in units}
    extents = {u.refactoring for u in units}
    number = pluralize(len(units), "commit claims something", "commits claim something")
    return GateUnit(
        decision=decision,
        behaviour=next((each for each in reversed(BehaviourAnswer) if each in behaviours), None),
        behaviour_by=(number,),
        refactoring=next((each for each in reversed(Extent) if each in extents), None),
        refactoring_by=(number,),
        refactorings=(),
        checks=(),
        findings=(),
    )
