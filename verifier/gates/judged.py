"""A judged unit, and what files that were not judged do to its answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from verifier.domain.gate import Answers, BehaviourAnswer, Demand, Extent, GateFinding, GateUnit
from verifier.domain.outcome import CheckResult
from verifier.domain.refactoring import WantedRefactoring
from verifier.gates.answer import Checks
from verifier.gates.change.division import Division
from verifier.gates.decision import Demanded
from verifier.gates.findings import objections_as_findings, strays_as_findings
from verifier.judging.change import CandidateChange


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """A unit with all its results, and how the change was split.

    `shown` are the answers on the Java files alone; absent if there are none. `doubt` says why the
    code is not shown to behave as before. `api` are the changed names of the public API. `stopped`
    says why nothing was built although the level asks for it. Each of these is empty if it does not
    apply. `change` is what was judged; None if no Java code changed. `static_results` are those of the
    static checks. `by_wanted` has the results for each wanted refactoring, and `demanded` is what the
    change had to show apart from the answers.
    """

    unit: GateUnit
    checks: tuple[CheckResult, ...]
    division: Division
    change: CandidateChange | None = None
    static_results: tuple[CheckResult, ...] = ()
    shown: Answers | None = None
    doubt: str = ""
    api: tuple[str, ...] = ()
    stopped: str = ""
    by_wanted: Mapping[WantedRefactoring, Checks] = field(default_factory=dict)
    demanded: Demanded = field(default_factory=Demanded)

    @property
    def has_code(self) -> bool:
        """Whether Java code changed, and not only comments, layout or other files."""
        return self.shown is not None and self.shown.behaviour is not None


def without_java(division: Division, demand: Demand) -> Judged:
    """Answer for a change without Java code: open if other files were not judged."""
    said = ("no code changed",)
    answers = Answers(behaviour=None, behaviour_by=said, refactoring=None, refactoring_by=said)
    if not division.is_whole:
        answers = leave_open_for_files(answers, division)
    unit = GateUnit(
        **answers.answer_fields,
        decision=demand.decision(answers),
        refactorings=(),
        checks=(),
        findings=describe_not_judged(division),
    )
    return Judged(unit=unit, checks=(), division=division)


def leave_open(answers: Answers, why: str) -> Answers:
    """Set the answer about behaviour to open; a refuted one stays."""
    if answers.behaviour is BehaviourAnswer.REFUTED:
        return answers
    was_open = answers.behaviour is BehaviourAnswer.OPEN
    said = (*(answers.behaviour_by if was_open else ()), why)
    return replace(answers, behaviour=BehaviourAnswer.OPEN, behaviour_by=said)


def leave_open_for_files(answers: Answers, division: Division) -> Answers:
    """Return the answers for a change with files that were not judged: they leave both answers
    open.
    """
    paths = dict.fromkeys((*(each.path for each in division.objections), *division.strays))
    why = f"not judged: {', '.join(paths)}"
    answers = leave_open(answers, why)
    if answers.refactoring is Extent.MORE:
        return answers
    return replace(answers, refactoring=Extent.OPEN, refactoring_by=(why,))


def describe_not_judged(division: Division) -> tuple[GateFinding, ...]:
    """Return a finding for each file that the gate cannot judge."""
    return (*objections_as_findings(division.objections), *strays_as_findings(division.strays))
