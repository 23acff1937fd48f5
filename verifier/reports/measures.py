"""The measures of a prediction, and the headline of a report: the strongest that all were asked for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import is_reference
from verifier.domain.verdict import (
    PROVED_CHECKS,
    STRICT_CHECKS,
    SUCCESS_CHECKS,
    Verdict,
    judge,
)

Figure = Callable[[Verdict], Status]


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """A measure, and the checks that it needs, the deciding one last.

    `title` names it in a column, and `meaning` says when a prediction passes.
    """

    name: str
    title: str
    meaning: str
    needed: tuple[CheckName, ...]

    def was_asked(self, verdict: Verdict) -> bool:
        """Tell whether the user asked for every check that the measure needs."""
        known = all(verdict.check(name) is not None for name in self.needed)
        return known and verdict.was_asked_for(self.needed)

    def status(self, verdict: Verdict) -> Status:
        """Judge a prediction: failed if any needed check failed.

        Not applicable if the prediction was not asked for all of them, or if the deciding check does
        not apply to its task. A prediction without a proof counts as not proved.
        """
        if not self.was_asked(verdict):
            return Status.NOT_APPLICABLE
        found, last = judge(verdict.checks, self.needed), verdict.check(self.needed[-1])
        if last is None or last.status is not Status.NOT_APPLICABLE or found is Status.FAILED:
            return found
        if last.reason is Reason.NOT_PROVED:
            return Status.FAILED
        # `judge` ignores a check that does not apply; a measure that it decides has no value then.
        return Status.NOT_APPLICABLE if found is Status.PASSED else found


def success(verdict: Verdict) -> Status:
    """Success; not applicable if the prediction was not asked for all checks that it needs."""
    return _asked(verdict, SUCCESS_CHECKS, verdict.success)


def strict_success(verdict: Verdict) -> Status:
    """Strict success; not applicable as for `success`."""
    return _asked(verdict, STRICT_CHECKS, verdict.strict_success)


def decide_proved(verdict: Verdict) -> Status:
    """Decide proved success: failed if no proof was found; not applicable as for `success`."""
    found = _asked(verdict, PROVED_CHECKS, verdict.proved_success)
    unproved = found is Status.NOT_APPLICABLE and verdict.was_asked_for(PROVED_CHECKS)
    return Status.FAILED if unproved else found


def _asked(verdict: Verdict, needed: tuple[CheckName, ...], figure: Status) -> Status:
    return figure if verdict.was_asked_for(needed) else Status.NOT_APPLICABLE


_BUILT = (CheckName.APPLICATION, CheckName.POLICY, CheckName.COMPILATION)
MEASURES = (
    Measure(
        name="proved_compiled",
        title="Proved and compiles, of all",
        meaning="the wanted refactoring is detected, it compiles, and the whole change is proved",
        needed=PROVED_CHECKS,
    ),
    Measure(
        name="proved",
        title="Proved, of all",
        meaning="the wanted refactoring is detected, and the whole change is proved",
        needed=(CheckName.APPLICATION, CheckName.DETECTION, CheckName.PROOF),
    ),
    Measure(
        name="pure",
        title="Pure, of all",
        meaning="the wanted refactoring is detected, and it is pure without other edits",
        needed=(CheckName.APPLICATION, CheckName.DETECTION, CheckName.PURITY),
    ),
    Measure(
        name="tests_pass",
        title="Tests pass, of all",
        meaning="it compiles, and the tests pass",
        needed=(*_BUILT, CheckName.TESTS),
    ),
    Measure(
        name="detected",
        title="Detected, of all",
        meaning="the wanted refactoring is detected",
        needed=(CheckName.APPLICATION, CheckName.DETECTION),
    ),
    Measure(name="compiles", title="Compiles, of all", meaning="it compiles", needed=_BUILT),
    Measure(
        name="applies",
        title="Applies, of all",
        meaning="it can be applied",
        needed=(CheckName.APPLICATION,),
    ),
)
"""The measures below success, the strongest first."""


def find_headline(verdicts: Iterable[Verdict]) -> Measure | None:
    """Find the strongest measure that every prediction of a model was asked for.

    None if every one was asked for success, which needs no other headline, or if there is no
    measure.
    """
    asked = [v for v in verdicts if not is_reference(v.model_name_or_path)]
    if all(v.was_asked_for(SUCCESS_CHECKS) for v in asked):
        return None
    return next((m for m in MEASURES if all(m.was_asked(v) for v in asked)), None)
