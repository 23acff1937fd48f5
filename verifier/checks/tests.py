"""Do all tests pass that pass on the base? A test counts only if it was seen to pass."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from verifier.builds.builder import BaseMeasurement
from verifier.checks.case import Case
from verifier.checks.parts.build_end import breach
from verifier.checks.parts.failed_places import places_of
from verifier.checks.parts.first_failure import find_early_failure
from verifier.checks.parts.flaky_failures import ByThemselves, count, select_outcomes
from verifier.checks.parts.moved_tests import find_moved_tests
from verifier.checks.parts.planted_faults import plant_faults
from verifier.checks.parts.weakened_tests import find_weakened_tests
from verifier.domain.facts.tests import BaseFacts, PlantedFact, RerunFact, TestsFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.testrun import ROUNDS, BuildRun, RunEnd, TestOutcome, TestRun
from verifier.printable import list_first, pluralize
from verifier.residue.text.edit import describe_edits
from verifier.tools.records import facts_of

LOG = "tests.log"
_STARVED = "the run was refused a process or a thread"
WHOLE_ROUNDS = 2
"""How often the whole suite runs again for tests that pass only in the whole suite."""
RERUN_AT_ONCE = 10
MOST_LISTED = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class StableTestComparison:
    """The base's stable tests that the candidate's run did not show passed exactly once.

    `doubled` tests were seen several times, which no run of the base has shown.
    """

    doubled: tuple[str, ...]
    failed: tuple[str, ...]
    missing: tuple[str, ...]
    skipped: tuple[str, ...]
    moved: Mapping[str, str]


class TestsCheck:
    """Passes if every stable test of the base is seen passed, with whole evidence."""

    __test__ = False

    name = CheckName.TESTS
    summary = "every test that passes on the base is seen passed"
    needs: tuple[CheckName, ...] = (CheckName.APPLICATION, CheckName.COMPILATION)

    def run(self, case: Case) -> CheckResult:
        """Judge the run. Failing tests run again before they count."""
        started = time.monotonic()
        result = _with_places(self._judge(case), case)
        again = time.monotonic() - started
        return replace(result, seconds=round(case.build.test_seconds + again, 3))

    def _judge(self, case: Case) -> CheckResult:
        build = case.build
        if not build.compiled:
            return self._result(
                Status.NOT_APPLICABLE, Reason.NOT_REACHED, "nothing was compiled", None
            )
        (case.evidence / LOG).write_text(build.log, encoding="utf-8", errors="backslashreplace")
        measurement = case.whole_measurement if build.rounds else decisive(case)
        facts = _facts(measurement, build)
        ended = breach(build.end)
        if ended is not None:
            return self._fail(ended.reason, f"the run {ended.words}", facts)
        if edits := find_weakened_tests(case):
            facts = replace(facts, edited_tests=tuple(e.fact() for e in edits[:MOST_LISTED]))
            text = f"{len(edits)} edited beyond the refactoring: {describe_edits(edits)}"
            return self._fail(Reason.TAMPER, text, facts)
        if build.rounds:
            return self._judge_early_failure(measurement, build, facts)
        return self._whole_run(case, measurement, facts)

    def _whole_run(
        self, case: Case, measurement: BaseMeasurement, facts: TestsFacts
    ) -> CheckResult:
        build = case.build
        if trouble := _distrust(build.tests):
            if build.starved:
                return self._fail(Reason.RESOURCE, _STARVED, facts)
            return self._fail(Reason.TAMPER, trouble, facts)
        if build.tests is None:
            raise AssertionError("a run without evidence was let through")
        return self._compare(case, measurement, build.tests, facts)

    def _judge_early_failure(
        self, measurement: BaseMeasurement, build: BuildRun, facts: TestsFacts
    ) -> CheckResult:
        """Judge a run that stopped at a failure. Its rounds have already confirmed the failure."""
        found = find_early_failure(measurement, build)
        if found is None:
            raise AssertionError("a run was ended by what is no failure")
        text = f"{_names(found.real, 'failed')}; {found.not_run} more not run"
        facts = replace(
            facts,
            failed=found.failed[:MOST_LISTED],
            failed_count=len(found.failed),
            not_run=found.not_run,
            failures=found.failures(build, MOST_LISTED),
            reruns=found.reruns,
        )
        return self._fail(Reason.TEST_FAILED, text, facts)

    def _compare(
        self, case: Case, measurement: BaseMeasurement, tests: TestRun, facts: TestsFacts
    ) -> CheckResult:
        if touched := _list_touched(case, measurement, tests):
            text = _names(touched, "of the tests' own files touched by the run")
            return self._fail(Reason.TAMPER, text, facts)
        found = compare(case, measurement, tests)
        facts = replace(
            facts,
            failed=found.failed[:MOST_LISTED],
            failed_count=len(found.failed),
            missing=found.missing[:MOST_LISTED],
            newly_skipped=found.skipped[:MOST_LISTED],
            missing_count=len(found.missing) + len(found.skipped),
            moved=found.moved,
            failures={t: tests.failures.get(t, "") for t in found.failed[:MOST_LISTED]},
        )
        if found.doubled:
            return self._fail(Reason.TAMPER, _names(found.doubled, "seen twice"), facts)
        if case.build.starved and (found.missing or found.failed):
            return self._fail(Reason.RESOURCE, _STARVED, facts)
        if found.missing:
            return self._fail(Reason.TEST_MISSING, _missing_words(found), facts)
        if found.failed or found.skipped:
            return self._rerun(case, found, facts)
        return self._with_faults(case, facts)

    def _with_faults(self, case: Case, facts: TestsFacts) -> CheckResult:
        """Judge a passed run. If requested, tests that we break must also be seen failing."""
        found = plant_faults(case)
        if found is None:
            return self._result(Status.PASSED, None, "", facts)
        facts = replace(facts, planted=PlantedFact.of(found.tests, found.green, found.disturbed))
        if found.trouble:
            text = f"with {pluralize(len(found.tests), 'test')} broken by us: {found.trouble}"
            return self._fail(Reason.TAMPER, text, facts)
        if found.green:
            text = _names(found.green, "broken by us and seen passed all the same")
            return self._fail(Reason.TAMPER, text, facts)
        if found.disturbed:
            text = _names(found.disturbed, "left whole, yet failed only next to the broken ones")
            return self._fail(Reason.TAMPER, text, facts)
        return self._result(Status.PASSED, None, "", facts)

    def _rerun(self, case: Case, found: StableTestComparison, facts: TestsFacts) -> CheckResult:
        """Run failed and skipped tests alone, some at a time, until one is shown not to be flaky."""
        doubtful = (*found.skipped, *found.failed)
        reruns: dict[str, RerunFact] = {}
        facts = replace(facts, reruns=reruns)
        for at in range(0, len(doubtful), RERUN_AT_ONCE):
            batch = doubtful[at : at + RERUN_AT_ONCE]
            real = self._real(case, batch, reruns)
            left = doubtful[at + RERUN_AT_ONCE :]
            more = f"; {len(left)} more not run again" if left else ""
            if skipped := [t for t in found.skipped if t in real]:
                text = _names(skipped, "newly skipped") + more
                return self._fail(Reason.TEST_MISSING, text, facts)
            if failed := [t for t in found.failed if t in real]:
                return self._fail(Reason.TEST_FAILED, _names(failed, "failed") + more, facts)
        return self._fail(Reason.FLAKY, _names(doubtful, "cannot be decided"), facts)

    def _real(self, case: Case, tests: tuple[str, ...], reruns: dict[str, RerunFact]) -> set[str]:
        """Return the tests that pass in every rerun of the base and in none of the candidate."""
        found = ByThemselves(tests=tests, measurement=case.whole_measurement, most=ROUNDS)
        for number in range(1, ROUNDS + 1):
            of_base = _read_tests(case.builder.base_round(tests, number))
            run = case.builder.rerun(case.candidate, tests, case.editable)
            found.add(of_base, _read_tests(run), run.suite_members)
            if not found.undecided:
                break
        for test in tests[: MOST_LISTED - len(reruns)]:
            reruns[test] = RerunFact(
                base_passed=found.base[test],
                candidate_passed=found.candidate[test],
                rounds=found.rounds,
            )
        return found.real() | self._real_in_order(case, found.of_the_suite())

    def _real_in_order(self, case: Case, tests: set[str]) -> set[str]:
        """Return the tests that really fail, among those that only the whole suite can decide."""
        if not tests:
            return set()
        base, candidate = dict.fromkeys(tests, 0), dict.fromkeys(tests, 0)
        for number in range(1, WHOLE_ROUNDS + 1):
            count(base, _read_tests(case.builder.base_round((), number)))
            count(candidate, _read_tests(case.builder.rerun(case.candidate, (), case.editable)))
        return {t for t in tests if base[t] == WHOLE_ROUNDS and candidate[t] == 0}

    def _fail(self, reason: Reason, details: str, facts: TestsFacts) -> CheckResult:
        return self._result(Status.FAILED, reason, details, facts)

    def _result(
        self, status: Status, reason: Reason | None, details: str, facts: TestsFacts | None
    ) -> CheckResult:
        return CheckResult(
            check=self.name,
            status=status,
            reason=reason,
            details=details,
            evidence=None if status is Status.NOT_APPLICABLE else LOG,
            data={} if facts is None else facts.as_data(),
        )


def decisive(case: Case) -> BaseMeasurement:
    """Return the measurement that decides: the base's first run alone if it leaves no doubt.

    Further runs can only remove ids from those that must pass, and add files that a run may write
    to. So they are needed only if such an id was not seen passed exactly once, or a file was
    written to. Scores of rules and planted faults always use all runs.
    """
    first, tests = case.measurement, case.build.tests
    if case.score_rules is not None or case.planting_seed is not None:
        return case.whole_measurement
    if tests is None or _distrust(tests):
        return first
    passed = all(tests.outcomes.get(t) is TestOutcome.PASSED for t in first.stable_pass)
    if passed and first.stable_pass.isdisjoint(tests.conflicts) and tests.touched <= first.touched:
        return first
    return case.whole_measurement


def compare(case: Case, measurement: BaseMeasurement, tests: TestRun) -> StableTestComparison:
    """Compare a run with the base's stable tests.

    A test of a class whose set-up failed counts as failed.
    """
    outcomes = tests.outcomes
    shown = select_outcomes(measurement.stable_pass, outcomes)
    lost = [t for t, outcome in shown.items() if outcome is None]
    moved = find_moved_tests(case, measurement, lost, outcomes) if lost else {}
    return StableTestComparison(
        doubled=tuple(sorted(measurement.stable_pass.intersection(tests.conflicts))),
        failed=tuple(t for t, outcome in shown.items() if outcome is TestOutcome.FAILED),
        missing=tuple(t for t in lost if t not in moved),
        skipped=tuple(t for t, outcome in shown.items() if outcome is TestOutcome.SKIPPED),
        moved=moved,
    )


def _distrust(tests: TestRun | None) -> str:
    """Return why a run proves nothing; empty if its evidence is whole."""
    if tests is None:
        return "the run left no evidence"
    if tests.tamper:
        return "; ".join(map(str, tests.tamper))
    return "" if tests.complete else "the evidence is not whole"


def _list_touched(case: Case, measurement: BaseMeasurement, tests: TestRun) -> list[str]:
    """Return the tests' files that this run wrote to and no run of the base writes to."""
    found = tests.touched - measurement.touched
    if found:
        again = case.builder.rerun(None, (), case.editable).tests
        found -= again.touched if again is not None else frozenset()
    return sorted(found)


def _read_tests(run: BuildRun) -> TestRun | None:
    return run.tests if run.end is RunEnd.EXITED else None


def _with_places(result: CheckResult, case: Case) -> CheckResult:
    """Add the places of failed tests to the result."""
    facts = facts_of(result, TestsFacts) if result.reason is Reason.TEST_FAILED else None
    if facts is None or not facts.failed:
        return result
    return replace(result, data=replace(facts, places=places_of(facts.failed, case)).as_data())


def _facts(measurement: BaseMeasurement, build: BuildRun) -> TestsFacts:
    tests = build.tests
    outcomes = list(tests.outcomes.values()) if tests is not None else []
    return TestsFacts(
        evidence=tests.evidence if tests is not None else None,
        strength=tests.strength if tests is not None else None,
        complete=tests.complete if tests is not None else False,
        tamper=tuple(map(str, tests.tamper)) if tests is not None else (),
        strategy=str(measurement.strategy),
        strategy_reason=measurement.strategy_reason,
        notes=measurement.notes,
        base=base_facts(measurement),
        seen={outcome: outcomes.count(outcome) for outcome in TestOutcome},
        build_seconds=round(build.seconds, 3),
        same_as=build.same_as or None,
        untested=None if measurement.modules is None else measurement.modules.untested,
    )


def base_facts(measurement: BaseMeasurement) -> BaseFacts:
    """Return the suite of a measured commit as facts."""
    return BaseFacts(
        stable_pass=len(measurement.stable_pass),
        stable_fail=tuple(sorted(measurement.stable_fail)[:MOST_LISTED]),
        skipped=len(measurement.skipped),
        flaky=tuple(sorted(measurement.flaky)[:MOST_LISTED]),
        runs=tuple(None if r is None else (r.passed, r.failed) for r in measurement.runs),
    )


def _missing_words(found: StableTestComparison) -> str:
    parts = []
    if found.missing:
        parts.append(_names(found.missing, "vanished"))
    if found.skipped:
        parts.append(_names(found.skipped, "newly skipped"))
    return "; ".join(parts)


def _names(tests: Iterable[str], what: str) -> str:
    names = list(tests)
    return f"{len(names)} {what}: {list_first(names, 3)}"
