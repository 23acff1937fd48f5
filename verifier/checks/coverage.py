"""Did the passing tests run the refactored code, before and after?"""

from collections.abc import Sequence
from pathlib import Path

from verifier.builds.builder import ClassFiles
from verifier.checks.case import Case
from verifier.checks.parts.changed_lines import find_changed_stretches, ran_by_method
from verifier.checks.parts.measured_sides import (
    MeasuredSide,
    classes_of,
    facts_of_sides,
    facts_without_figures,
    never_ran,
    read_recording,
    side_by_side,
    twin_names,
    write_shares,
)
from verifier.checks.parts.refactored_lines import (
    Stretch,
    mark_source,
    stretches_after,
    stretches_before,
)
from verifier.domain.coverage import Recording
from verifier.domain.facts.coverage import CoverageFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.testrun import TestOutcome
from verifier.errors import BaseInvalidError
from verifier.java_text.encoding import comparable

EVIDENCE = "coverage.txt"


class CoverageCheck:
    """Passes if a line of the refactored code ran in the base's tests and in the candidate's.

    For an assignment or a developer's own change, a changed line must run in each method that has
    one. Code that
    never ran is no failure of the candidate: its tests then say nothing about that code.
    """

    name = CheckName.COVERAGE
    summary = "the passing tests run the refactored code, before and after"
    needs: tuple[CheckName, ...] = (
        CheckName.APPLICATION,
        CheckName.DETECTION,
        CheckName.COMPILATION,
        CheckName.TESTS,
    )

    def run(self, case: Case) -> CheckResult:
        """Read both recordings with the class files of their trees."""
        base, candidate = case.builder.recording(), case.build.recording
        if base.trouble or candidate is None:
            return self._not_measured(f"on the base {base.trouble or 'nothing was recorded'}")
        if candidate.trouble and not candidate.forged:
            return self._not_measured(candidate.trouble)
        if candidate.trouble:
            return self._fail_tampered(candidate.trouble)
        try:
            sides = (
                case.builder.classes(None, case.editable),
                case.builder.classes(case.candidate, case.editable),
            )
        except BaseInvalidError as error:
            return self._not_measured(error.message)
        return self._read(case, (base, candidate), sides)

    def _read(
        self,
        case: Case,
        recordings: tuple[Recording, Recording],
        classes: tuple[ClassFiles, ClassFiles],
    ) -> CheckResult:
        stretches = _stretches(case)
        expected = classes_of(case.measurement.stable_pass)
        base = read_recording(case.analysis, recordings[0], classes[0], stretches[0], expected)
        if base.forged:
            return self._not_measured(f"the base's recording is unreadable: {base.forged}")
        expected = classes_of(_list_passed(case)) & expected - frozenset(base.silent)
        candidate = read_recording(case.analysis, recordings[1], classes[1], stretches[1], expected)
        if candidate.forged:
            return self._fail_tampered(f"the recording is none: {candidate.forged}")
        if candidate.silent:
            return self._fail_tampered(
                f"{candidate.silent[0]} passed, and nothing of it was recorded; on the base it was"
            )
        sides = [
            MeasuredSide(stretches=p, coverage=c, twins=twin_names(t))
            for p, c, t in zip(stretches, (base, candidate), classes, strict=True)
        ]
        both = side_by_side(sides)
        if case.is_unbounded:
            return self._of_changed_lines(case, both)
        return self._judge(case, both, by_test=recordings[0].by_test)

    def _of_changed_lines(self, case: Case, sides: Sequence[MeasuredSide]) -> CheckResult:
        """Judge whether a changed line ran in each method that has one, on both sides."""
        for which, side in zip(("base", "candidate"), sides, strict=True):
            if trouble := side.mismatch:
                return self._not_measured(f"{trouble} of the {which}")
        facts = facts_of_sides(*sides, by_test=False)
        ran = [ran_by_method(side.stretches, side.coverage) for side in sides]
        if not any(ran):
            return self._not_measured("no changed line has byte code")
        _write_evidence(case, sides)
        if idle := [key for side in ran for key, has_run in side.items() if not has_run]:
            text = f"the tests never ran the changed lines of {idle[0]}"
            return self._result(Status.INCONCLUSIVE, Reason.NOT_COVERED, text, facts)
        return self._result(Status.PASSED, None, write_shares(facts, "changed lines"), facts)

    def _judge(
        self,
        case: Case,
        sides: Sequence[MeasuredSide],
        *,
        by_test: bool,
    ) -> CheckResult:
        for which, side in zip(("base", "candidate"), sides, strict=True):
            if side.trouble:
                return self._not_measured(f"{side.trouble} of the {which}")
        facts = facts_of_sides(*sides, by_test=by_test)
        # This verdict does not need the reach map, but later ones can use it.
        _ = case.reach
        _write_evidence(case, sides)
        if text := never_ran(facts):
            return self._result(Status.INCONCLUSIVE, Reason.NOT_COVERED, text, facts)
        return self._result(Status.PASSED, None, write_shares(facts), facts)

    def _not_measured(self, why: str) -> CheckResult:
        facts = facts_without_figures(why)
        return self._result(Status.INCONCLUSIVE, Reason.NOT_MEASURED, why, facts)

    def _fail_tampered(self, why: str) -> CheckResult:
        facts = facts_without_figures(why)
        return self._result(Status.FAILED, Reason.TAMPER, why, facts)

    def _result(
        self, status: Status, reason: Reason | None, details: str, facts: CoverageFacts
    ) -> CheckResult:
        return CheckResult(
            check=self.name,
            status=status,
            reason=reason,
            details=details,
            evidence=EVIDENCE if facts.measured else None,
            data=facts.as_data(),
        )


def _stretches(case: Case) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    if case.is_unbounded:
        return find_changed_stretches(case.trees)
    found = case.matched
    return stretches_before(found), stretches_after(found)


def _list_passed(case: Case) -> list[str]:
    tests = case.build.tests
    outcomes = {} if tests is None else tests.outcomes
    return [test for test, outcome in outcomes.items() if outcome is TestOutcome.PASSED]


def _write_evidence(case: Case, sides: Sequence[MeasuredSide]) -> None:
    changed = {change.path: change.content for change in case.candidate.changes}
    lines: list[str] = []
    for title, side, new in zip(("before", "after"), sides, (False, True), strict=True):
        parts, seen = side.stretches, side.coverage
        texts: dict[str, str] = {}
        for path in {stretch.file for stretch in parts}:
            content = changed[path] if new and path in changed else case.base.read(path)
            texts[path] = comparable(content or b"", case.base.encoding(path))
        lines += [f"== {title}", "", *mark_source(parts, seen, texts)]
    text = "\n".join(lines)
    Path(case.evidence / EVIDENCE).write_text(text, encoding="utf-8", errors="backslashreplace")
