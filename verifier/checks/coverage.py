"""Did the tests that passed run the refactored code, before and after?"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from verifier.builds.base import ClassFiles
from verifier.checks.base import Case
from verifier.checks.detection import matching
from verifier.checks.refactored_lines import (
    MOST_LISTED,
    Stretch,
    marked_source,
    side_fact,
    stretches_after,
    stretches_before,
)
from verifier.domain.coverage import Coverage, CoverageRequest, Recording
from verifier.domain.facts.coverage import CoverageFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.testrun import TestOutcome
from verifier.errors import BaseInvalidError
from verifier.fuzzing.outcome import write_classes
from verifier.java_text.encoding import comparable
from verifier.tools.own_jar import JACOCO_VERSION
from verifier.tools.scratch import scratch_folder

EVIDENCE = "coverage.txt"
_MAIN, _TEST, _DATA = "main", "test", "recording.exec"
_UNMEASURED = CoverageFacts(measured=False, reason="", agent=JACOCO_VERSION)


class CoverageCheck:
    """Passes when a line of the refactored code ran in the base's tests and in the candidate's.

    Code that never ran is no failure of the candidate: its tests then say nothing about it.
    """

    name = CheckName.COVERAGE
    summary = "the tests that passed run the refactored code, before and after"
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
            return self._unmeasured(f"on the base {base.trouble or 'nothing was recorded'}")
        if candidate.trouble and not candidate.forged:
            return self._unmeasured(candidate.trouble)
        if candidate.trouble:
            return self._tampered(candidate.trouble)
        try:
            sides = (
                case.builder.classes(None, case.editable),
                case.builder.classes(case.candidate, case.editable),
            )
        except BaseInvalidError as error:
            return self._unmeasured(error.message)
        return self._read(case, (base, candidate), sides)

    def _read(
        self,
        case: Case,
        recordings: tuple[Recording, Recording],
        classes: tuple[ClassFiles, ClassFiles],
    ) -> CheckResult:
        found = matching(case.wanted, case.detection.refactorings)
        stretches = stretches_before(found), stretches_after(found)
        expected = _classes_of(case.measurement.stable_pass)
        base = _coverage(case, recordings[0], classes[0], stretches[0], expected)
        if base.forged:
            return self._unmeasured(f"the base's recording is unreadable: {base.forged}")
        expected = _classes_of(_passed(case)) & expected - frozenset(base.silent)
        candidate = _coverage(case, recordings[1], classes[1], stretches[1], expected)
        if candidate.forged:
            return self._tampered(f"the recording is none: {candidate.forged}")
        if candidate.silent:
            return self._tampered(
                f"{candidate.silent[0]} passed, and nothing of it was recorded; on the base it was"
            )
        return self._judged(case, stretches, (base, candidate), by_test=recordings[0].by_test)

    def _judged(
        self,
        case: Case,
        stretches: tuple[Sequence[Stretch], Sequence[Stretch]],
        coverage: tuple[Coverage, Coverage],
        *,
        by_test: bool,
    ) -> CheckResult:
        for which, parts, seen in zip(("base", "candidate"), stretches, coverage, strict=True):
            if trouble := _trouble(parts, seen):
                return self._unmeasured(f"{trouble} of the {which}")
        before, after = (side_fact(p, c) for p, c in zip(stretches, coverage, strict=True))
        _write_evidence(case, stretches, coverage)
        facts = CoverageFacts(
            measured=True, reason="", agent=JACOCO_VERSION, before=before, after=after
        )
        if by_test:
            facts = _with_tests(facts, stretches[0], coverage[0])
        idle = [w for w, s in (("before", before), ("after", after)) if not s.lines.covered]
        if idle:
            text = f"tests passed, refactored code never ran {' and '.join(idle)}"
            return self._result(Status.INCONCLUSIVE, Reason.NOT_COVERED, text, facts)
        return self._result(Status.PASSED, None, _said(facts), facts)

    def _unmeasured(self, why: str) -> CheckResult:
        facts = replace(_UNMEASURED, reason=why)
        return self._result(Status.INCONCLUSIVE, Reason.NOT_MEASURED, why, facts)

    def _tampered(self, why: str) -> CheckResult:
        facts = replace(_UNMEASURED, reason=why)
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


def _coverage(
    case: Case,
    recording: Recording,
    classes: ClassFiles,
    stretches: Iterable[Stretch],
    expected: frozenset[str],
) -> Coverage:
    with scratch_folder() as scratch:
        write_classes(scratch / _MAIN, classes.main)
        write_classes(scratch / _TEST, classes.test)
        (scratch / _DATA).write_bytes(recording.data)
        # What is asked of no source is asked of all: a stretch at least names its own.
        sources = frozenset(stretch.source for stretch in stretches) or frozenset({"-"})
        return case.analysis.coverage(
            CoverageRequest(
                recording=scratch / _DATA,
                folders=(scratch / _MAIN, scratch / _TEST),
                sources=sources,
                expected=expected,
            )
        )


def _classes_of(tests: Iterable[str]) -> frozenset[str]:
    return frozenset(test.partition("#")[0] for test in tests)


def _passed(case: Case) -> list[str]:
    tests = case.build.tests
    outcomes = {} if tests is None else tests.outcomes
    return [test for test, outcome in outcomes.items() if outcome is TestOutcome.PASSED]


def _trouble(stretches: Sequence[Stretch], coverage: Coverage) -> str:
    """Why nothing can be said of a side; empty where it can."""
    owners = {stretch.method.class_name for stretch in stretches}
    if other := sorted(owners.intersection(coverage.unmatched)):
        return f"other class files ran than were compiled: {other[0]}"
    if not any(s.measured(coverage) for s in stretches if s.part == "refactored"):
        return "no line of the refactored code has byte code"
    return ""


def _with_tests(
    facts: CoverageFacts, stretches: Sequence[Stretch], coverage: Coverage
) -> CoverageFacts:
    code = [m for s in stretches if s.part == "refactored" for m in s.code(coverage)]
    tests = [test for test in coverage.tests_of(code) if test]
    classes = dict.fromkeys(test.partition("#")[0] for test in tests)
    return replace(
        facts,
        reached_by=tuple(classes)[:MOST_LISTED],
        reached_by_tests=tuple(tests[:MOST_LISTED]),
        reached_by_count=len(tests),
    )


def _said(facts: CoverageFacts) -> str:
    sides = (("before", facts.before), ("after", facts.after))
    shares = (f"{w} {s.lines.covered}/{s.lines.total}" for w, s in sides if s is not None)
    return f"lines of the refactored code that ran: {', '.join(shares)}"


def _write_evidence(
    case: Case,
    stretches: tuple[Sequence[Stretch], Sequence[Stretch]],
    coverage: tuple[Coverage, Coverage],
) -> None:
    changed = {change.path: change.content for change in case.candidate.changes}
    lines: list[str] = []
    for title, parts, seen, new in zip(
        ("before", "after"), stretches, coverage, (False, True), strict=True
    ):
        texts: dict[str, str] = {}
        for path in {stretch.file for stretch in parts}:
            content = changed[path] if new and path in changed else case.base.read(path)
            texts[path] = comparable(content or b"", case.base.encoding(path))
        lines += [f"== {title}", "", *marked_source(parts, seen, texts)]
    text = "\n".join(lines)
    Path(case.evidence / EVIDENCE).write_text(text, encoding="utf-8", errors="backslashreplace")
