"""When a change is proved, refuted or unproven, by the checks that its level asks for."""

from collections.abc import Iterator, Mapping, Sequence

from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.facts.detection import DetectionFacts, PlaceFact, RefactoringFact
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.gate import (
    Claim,
    ClaimOutcome,
    Counterexample,
    GateOutcome,
    Level,
    RefactoringAnswer,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.purity import PurityVerdict
from verifier.domain.verdict import judge
from verifier.gates.compile_errors import does_not_compile, may_not_compile
from verifier.gates.doubts import is_proved, needs_closed_world, runs_nothing
from verifier.tools.records import facts_of

_STATIC = (CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION, CheckName.PURITY)
_BUILD = (*_STATIC, CheckName.COMPILATION, CheckName.REFERENCES)
_TESTS = (*_BUILD, CheckName.TESTS)
LEVEL_CHECKS: Mapping[Level, tuple[CheckName, ...]] = {
    Level.STATIC: _STATIC,
    Level.BUILD: _BUILD,
    Level.TESTS: _TESTS,
    Level.BEHAVIOUR: (*_TESTS, CheckName.BEHAVIOUR),
}
"""What is asked at each level; where nothing is run, only a proof can stand for purity."""
ALIKE = frozenset({CheckName.DETECTION, CheckName.PURITY})
"""What a proof of the whole change stands for: that the code is the same, written otherwise."""

_NOBODY_S_FAULT = frozenset(
    {
        Reason.POLICY,
        Reason.APPLY_FAILED,
        Reason.NO_CHANGE,
        Reason.UNPARSABLE_ANSWER,
        Reason.UNKNOWN_TARGET,
        Reason.NOT_BUILT,
        Reason.NOT_DETECTED,
    }
)
"""Reasons of failed checks that say nothing about whether a developer's change is a refactoring."""

Checks = Sequence[CheckResult]


def outcome_of(checks: Checks, level: Level) -> GateOutcome:
    """The answer on one unit.

    Proved: all that the level asks for passed, and something that knows has spoken: a proof of the
    whole change, which stands for detection and purity, or tests. Text that was compared is no proof.
    Refuted: one of them failed for a reason that speaks against the change, or the new version does
    not compile.
    """
    if is_without_code(checks):
        return GateOutcome.NOTHING_TO_CHECK
    if does_not_compile(checks):
        return GateOutcome.REFUTED
    needed = needed_of(checks, level)
    is_shown = (is_proved(checks) or not runs_nothing(level)) and not may_not_compile(checks)
    if is_shown and judge(checks, needed) is Status.PASSED:
        return GateOutcome.PROVED
    if any(refutes(check) for check in checks if check.check in needed):
        return GateOutcome.REFUTED
    return GateOutcome.UNPROVEN


def needed_of(checks: Checks, level: Level) -> tuple[CheckName, ...]:
    """The checks that decide."""
    return beside_purity(level) if is_proved(checks) else LEVEL_CHECKS[level]


def beside_purity(level: Level) -> tuple[CheckName, ...]:
    """What a level asks for beside that the change is one of refactorings alone."""
    return tuple(name for name in LEVEL_CHECKS[level] if name not in ALIKE)


def is_without_code(checks: Checks) -> bool:
    """Whether nothing but comments and layout differs."""
    return any(c.check is CheckName.APPLICATION and c.reason is Reason.NO_CHANGE for c in checks)


def refutes(check: CheckResult) -> bool:
    """Whether a result speaks against the change; that nothing was detected does not."""
    return check.status is Status.FAILED and check.reason not in _NOBODY_S_FAULT


def proved_by(checks: Checks, level: Level) -> tuple[str, ...]:
    """What stands behind a `proved`, in words."""
    return tuple(_evidence(checks, {*LEVEL_CHECKS[level], CheckName.PROOF}))


def _evidence(checks: Checks, counted: set[CheckName]) -> Iterator[str]:
    for check in checks:
        if check.check is CheckName.PURITY and check.reason is Reason.TYPE_NOT_COVERED:
            if not is_proved(checks):
                yield "purity, as far as PurityChecker covers it"
            continue
        if needs_closed_world(check):
            yield _proof(check, ", if no class outside of the repository overrides what is gone")
        if check.status is not Status.PASSED or check.check not in counted:
            continue
        match check.check:
            case CheckName.APPLICATION | CheckName.POLICY:
                continue
            case CheckName.PROOF:
                yield _proof(check)
            case CheckName.TESTS:
                tests = facts_of(check, TestsFacts)
                number = "" if tests is None else f"{tests.base.stable_pass} "
                yield f"tests: all {number}that passed before"
            case CheckName.BEHAVIOUR:
                fuzzed = facts_of(check, BehaviourFacts)
                yield f"no difference in {0 if fuzzed is None else fuzzed.executions:,} inputs"
            case _:
                yield str(check.check)


def _proof(check: CheckResult, condition: str = "") -> str:
    facts = facts_of(check, ProofFacts)
    return f"proof ({facts.compared if facts else ''}{condition})"


def refactorings_of(checks: Checks, outcome: GateOutcome) -> tuple[RefactoringAnswer, ...]:
    """The answer on each refactoring that was found; of types that nobody can ask for there is none."""
    facts = facts_of(_named(checks, CheckName.DETECTION), DetectionFacts)
    found = () if facts is None else facts.found or ()
    broken = [c for c in checks if refutes(c) and c.check not in ALIKE]
    if may_not_compile(checks):
        broken += [c for c in checks if c.check is CheckName.PROOF]
    return tuple(_refactoring(each, outcome, broken) for each in found)


def _refactoring(
    found: RefactoringFact, whole: GateOutcome, broken: Sequence[CheckResult]
) -> RefactoringAnswer:
    outcome, reason = _of_refactoring(found, whole, broken)
    before, after = found.before or _NOWHERE, found.after or _NOWHERE
    return RefactoringAnswer(
        type=found.type,
        description=found.description,
        outcome=outcome,
        reason=reason,
        purity=str(found.purity or PurityVerdict.ERROR),
        before_file=before.file,
        before_line=before.line,
        file=after.file,
        line=after.line,
    )


_NOWHERE = PlaceFact(file="", line=0, method="")


def on_one_line(comment: str) -> str:
    """What PurityChecker says in several lines, as a reason: its sentences one behind the other."""
    return "; ".join(line.strip() for line in comment.splitlines() if line.strip())


def _of_refactoring(
    found: RefactoringFact, whole: GateOutcome, broken: Sequence[CheckResult]
) -> tuple[GateOutcome, str]:
    if whole is GateOutcome.PROVED:
        return GateOutcome.PROVED, "the whole change is proved"
    if found.purity is PurityVerdict.IMPURE:
        return GateOutcome.REFUTED, on_one_line(found.comment) or "PurityChecker says impure"
    if broken:
        return GateOutcome.UNPROVEN, f"{broken[0].check} failed, by which part is not known"
    if found.purity is PurityVerdict.PURE:
        return GateOutcome.UNPROVEN, "PurityChecker calls its text pure; the change is not proved"
    return GateOutcome.UNPROVEN, on_one_line(
        found.comment
    ) or "PurityChecker does not cover this type"


def counterexample_of(checks: Checks) -> Counterexample | None:
    """The input on which the versions differ, where fuzzing found one."""
    facts = facts_of(_named(checks, CheckName.BEHAVIOUR), BehaviourFacts)
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


def claim_of(text: str, outcome: GateOutcome, reason: str) -> Claim:
    """What becomes of a claim by the answer on its commit."""
    match outcome:
        case GateOutcome.PROVED | GateOutcome.NOTHING_TO_CHECK:
            return Claim(text=text, outcome=ClaimOutcome.UPHELD, reason=reason)
        case GateOutcome.REFUTED:
            return Claim(text=text, outcome=ClaimOutcome.REFUTED, reason=reason)
        case GateOutcome.UNPROVEN:
            return Claim(text=text, outcome=ClaimOutcome.UNPROVEN, reason=reason)


def unmet(text: str, reason: str) -> Claim:
    """A claim on a change in which there is nothing to look at."""
    return Claim(text=text, outcome=ClaimOutcome.UNPROVEN, reason=reason)


def _named(checks: Checks, name: CheckName) -> CheckResult | None:
    return next((c for c in checks if c.check is name), None)
