"""Answer both questions about a change from the results of the checks of a level."""

from collections.abc import Iterator, Mapping, Sequence

from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.facts.detection import DetectionFacts, PlaceFact, RefactoringFact
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.facts.purity import EditFact, PurityFacts
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.gate import (
    Answers,
    BehaviourAnswer,
    Claim,
    ClaimOutcome,
    Counterexample,
    Decision,
    Extent,
    GateUnit,
    Level,
    RefactoringAnswer,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import MethodStatus
from verifier.domain.purity import PurityVerdict
from verifier.domain.verdict import judge
from verifier.gates.compile_errors import does_not_compile, may_not_compile
from verifier.gates.doubts import is_proved, needs_closed_world
from verifier.printable import pluralize
from verifier.tools.records import facts_of

_STATIC = (CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION, CheckName.PURITY)
_BUILD = (*_STATIC, CheckName.COMPILATION, CheckName.REFERENCES)
_TESTS = (*_BUILD, CheckName.TESTS, CheckName.COVERAGE)
LEVEL_CHECKS: Mapping[Level, tuple[CheckName, ...]] = {
    Level.STATIC: _STATIC,
    Level.BUILD: _BUILD,
    Level.TESTS: _TESTS,
    Level.BEHAVIOUR: (*_TESTS, CheckName.BEHAVIOUR),
}
"""The checks of each level.

On levels that run nothing, only a proof shows that code behaves as before.
"""
OF_REFACTORING = frozenset({CheckName.DETECTION, CheckName.PURITY})
"""The checks that say whether a change is only refactoring. All others are about behaviour."""

_REFUTING = frozenset({Reason.COMPILE_ERROR, Reason.TEST_FAILED, Reason.BEHAVIOUR_CHANGED})
"""Reasons that a compiler or a run gives. No other reason says that the change behaves differently."""
_MOST_NAMED = 5

Checks = Sequence[CheckResult]


def answers_of(checks: Checks, level: Level, doubt: str = "") -> Answers:
    """Answer both questions about one unit.

    `doubt` says in words why the code is not shown to behave as before; empty if there is no doubt.
    """
    if is_without_code(checks):
        said = ("no code changed",)
        return Answers(behaviour=None, behaviour_by=said, refactoring=None, refactoring_by=said)
    behaviour, extent = _behaviour(checks, level, doubt), _extent(checks)
    return Answers(
        behaviour=behaviour,
        behaviour_by=tuple(_of_behaviour(checks, level, doubt, behaviour)),
        refactoring=extent,
        refactoring_by=tuple(_of_extent(checks, extent)),
    )


def is_without_code(checks: Checks) -> bool:
    """Tell whether only comments and layout differ."""
    return any(c.check is CheckName.APPLICATION and c.reason is Reason.NO_CHANGE for c in checks)


def refutes(check: CheckResult) -> bool:
    """Tell whether a result shows that the change behaves differently, by a compiler or a run."""
    return check.status is Status.FAILED and check.reason in _REFUTING


def about_behaviour(level: Level) -> tuple[CheckName, ...]:
    """Return the checks of a level that must pass even if there is a proof.

    A proof does not need to know what the tests executed, so coverage is not among them.
    """
    others = OF_REFACTORING | {CheckName.COVERAGE}
    return tuple(name for name in LEVEL_CHECKS[level] if name not in others)


def _behaviour(checks: Checks, level: Level, doubt: str) -> BehaviourAnswer:
    needed = about_behaviour(level)
    if does_not_compile(checks) or any(refutes(c) for c in checks if c.check in needed):
        return BehaviourAnswer.REFUTED
    if doubt or may_not_compile(checks) or judge(checks, needed) is not Status.PASSED:
        return BehaviourAnswer.OPEN
    if is_proved(checks):
        return BehaviourAnswer.PROVED
    ran = CheckName.TESTS in needed and judge(checks, (CheckName.COVERAGE,)) is Status.PASSED
    return BehaviourAnswer.TESTED if ran else BehaviourAnswer.OPEN


def _extent(checks: Checks) -> Extent:
    purity = find_result(checks, CheckName.PURITY)
    if purity is not None and purity.status is Status.FAILED and purity.reason is Reason.IMPURE:
        return Extent.MORE
    compared = purity is not None and (
        purity.status is Status.PASSED or purity.reason is Reason.TYPE_NOT_COVERED
    )
    read = judge(checks, (CheckName.APPLICATION, CheckName.DETECTION)) is Status.PASSED
    return Extent.ONLY if compared and read else Extent.OPEN


def _of_behaviour(
    checks: Checks, level: Level, doubt: str, answer: BehaviourAnswer
) -> Iterator[str]:
    """Yield the evidence for the answer; for an open answer, what prevents a better one."""
    asked = [c for c in checks if c.check in {*LEVEL_CHECKS[level], CheckName.PROOF}]
    match answer:
        case BehaviourAnswer.PROVED | BehaviourAnswer.TESTED:
            yield from (said for check in asked for said in _evidence(check))
        case BehaviourAnswer.REFUTED:
            yield from (_describe(c) for c in asked if refutes(c) and c.check not in OF_REFACTORING)
            if does_not_compile(checks):
                yield "the new version does not compile"
        case BehaviourAnswer.OPEN:
            left = [c for c in asked if c.check in {*about_behaviour(level), CheckName.COVERAGE}]
            yield from (_describe(c) for c in left if c.status in _NOT_SHOWN)
            if may_not_compile(checks):
                yield "the new version may not compile"
            if doubt:
                yield doubt


_NOT_SHOWN = frozenset({Status.FAILED, Status.INCONCLUSIVE})


def _describe(check: CheckResult) -> str:
    return f"{check.check}: {check.details.partition(chr(10))[0] or check.reason}"


def _evidence(check: CheckResult) -> Iterator[str]:
    if needs_closed_world(check):
        yield _proof(check, ", if no class outside of the repository overrides what is gone")
    if check.status is not Status.PASSED:
        return
    match check.check:
        case CheckName.PROOF:
            yield _proof(check)
        case CheckName.TESTS:
            tests = facts_of(check, TestsFacts)
            number = "" if tests is None else f"{tests.base.stable_pass} "
            yield f"tests: all {number}that passed before"
        case CheckName.COVERAGE:
            yield check.details or "the tests ran the changed code"
        case CheckName.BEHAVIOUR:
            fuzzed = facts_of(check, BehaviourFacts)
            yield f"no difference in {0 if fuzzed is None else fuzzed.executions:,} inputs"
        case _:
            return


def _proof(check: CheckResult, condition: str = "") -> str:
    facts = facts_of(check, ProofFacts)
    number = 0 if facts is None else facts.methods.get(MethodStatus.PROVED, 0)
    methods = f" of {pluralize(number, 'changed method')}" if number else ""
    return f"proof{methods} ({facts.compared if facts else ''}{condition})"


def _of_extent(checks: Checks, extent: Extent) -> Iterator[str]:
    purity, detection = (
        find_result(checks, CheckName.PURITY),
        find_result(checks, CheckName.DETECTION),
    )
    match extent:
        case Extent.ONLY:
            found = facts_of(detection, DetectionFacts)
            number = 0 if found is None else len(found.found or found.matched)
            yield f"{pluralize(number, 'refactoring')}, and no other edit"
        case Extent.MORE:
            facts = facts_of(purity, PurityFacts)
            if facts is None or not facts.edits:
                yield "" if purity is None else on_one_line(purity.details)
                return
            yield beyond(facts.residue_count, facts.edits)
        case Extent.OPEN:
            both = [c for c in (detection, purity) if c is not None and c.status in _NOT_SHOWN]
            yield from map(_describe, both[:1])


def beyond(number: int, edits: Sequence[EditFact]) -> str:
    """Count the edits that belong to no refactoring, and name the places of the first ones."""
    places = [f"{e.file}:{e.line}" if e.line else e.file or e.what for e in edits]
    distinct = list(dict.fromkeys(places))
    more = " and more" if len(distinct) > _MOST_NAMED else ""
    return f"{pluralize(number, 'edit')} beyond: {', '.join(distinct[:_MOST_NAMED])}{more}"


def refactorings_of(checks: Checks, answers: Answers) -> tuple[RefactoringAnswer, ...]:
    """Return the answer on each detected refactoring of a supported type."""
    facts = facts_of(find_result(checks, CheckName.DETECTION), DetectionFacts)
    found = () if facts is None else facts.found or ()
    return tuple(_refactoring(each, answers) for each in found)


def _refactoring(found: RefactoringFact, whole: Answers) -> RefactoringAnswer:
    behaviour, reason = _of_refactoring(found, whole)
    before, after = found.before or _NOWHERE, found.after or _NOWHERE
    return RefactoringAnswer(
        type=found.type,
        description=found.description,
        behaviour=behaviour,
        reason=reason,
        purity=str(found.purity or PurityVerdict.ERROR),
        before_file=before.file,
        before_line=before.line,
        file=after.file,
        line=after.line,
    )


_NOWHERE = PlaceFact(file="", line=0, method="")


def on_one_line(comment: str) -> str:
    """Join the sentences of a PurityChecker comment to one line."""
    return "; ".join(line.strip() for line in comment.splitlines() if line.strip())


def _of_refactoring(found: RefactoringFact, whole: Answers) -> tuple[BehaviourAnswer, str]:
    if whole.behaviour in {BehaviourAnswer.PROVED, BehaviourAnswer.TESTED}:
        return whole.behaviour, f"the whole change is {whole.behaviour}"
    if whole.behaviour is BehaviourAnswer.REFUTED:
        return BehaviourAnswer.OPEN, "the change is refuted, by which part of it is not known"
    said = on_one_line(found.comment)
    if found.purity is PurityVerdict.PURE:
        said = "PurityChecker calls its text pure; the change is not proved"
    elif found.purity is PurityVerdict.IMPURE:
        said = f"PurityChecker calls it impure{f': {said}' if said else ''}"
    return BehaviourAnswer.OPEN, said or "PurityChecker does not cover this type"


def counterexample_of(checks: Checks) -> Counterexample | None:
    """Return the input on which the versions differ; None if fuzzing found none."""
    facts = facts_of(find_result(checks, CheckName.BEHAVIOUR), BehaviourFacts)
    witness = None if facts is None else facts.witness
    if witness is None:
        return None
    return Counterexample(
        inputs=witness.call,
        expected=witness.old,
        actual=witness.new,
        test_class=witness.test_class,
        test_source=witness.test,
    )


def claim_of(text: str, unit: GateUnit) -> Claim:
    """Decide a commit's claim to be a refactoring from the answers on the commit.

    An edit beyond the refactorings refutes the claim, unless the whole commit is proved.
    """
    proved = unit.behaviour is BehaviourAnswer.PROVED
    if unit.decision is Decision.FAILED or (unit.refactoring is Extent.MORE and not proved):
        outcome = ClaimOutcome.REFUTED
    else:
        left_open = unit.decision is Decision.OPEN
        outcome = ClaimOutcome.OPEN if left_open else ClaimOutcome.UPHELD
    return Claim(text=text, outcome=outcome, reason=why(unit))


def unmet(text: str, reason: str) -> Claim:
    """Return an open claim on a change without anything to check."""
    return Claim(text=text, outcome=ClaimOutcome.OPEN, reason=reason)


def why(unit: GateUnit) -> str:
    """Say in one line what the answers on a unit rest on."""
    if unit.decision is Decision.PASSED:
        return f"{unit.behaviour}: {', '.join(unit.behaviour_by)}"
    if unit.findings:
        return unit.findings[0].message
    return "; ".join(dict.fromkeys((*unit.behaviour_by, *unit.refactoring_by))) or "not shown"


def find_result(checks: Checks, name: CheckName) -> CheckResult | None:
    """Return the result of a check; None if the check did not run."""
    return next((c for c in checks if c.check is name), None)
