"""Does the candidate behave like the base?

Differential fuzzing searches for an input that shows a difference.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import assert_never

from verifier.builds.builder import ClassFiles, RuntimeEnvironment
from verifier.builds.evidence.twin_classes import (
    explain_twins,
    find_changed_twins,
    find_misleading_twin,
)
from verifier.checks.case import Case
from verifier.checks.parts.captured_inputs import capture_of
from verifier.checks.parts.renamed_classes import map_renamed_classes
from verifier.checks.tests import compare, decisive
from verifier.domain.behaviour import Behaviour, BehaviourVerdict, Sensitivity, Witness
from verifier.domain.facts.behaviour import (
    BehaviourFacts,
    BothSides,
    SensitivityFacts,
    SurvivorFact,
    WitnessFact,
)
from verifier.domain.outcome import CheckName, CheckResult, JsonValue, Reason, Status
from verifier.errors import AnalysisError, BaseInvalidError, InputError
from verifier.fuzzing.engine import Fuzzing
from verifier.fuzzing.outcome import RESULT, write_outcome
from verifier.fuzzing.proposals import proposals_of
from verifier.fuzzing.request import Campaign, JUnitFlavour, Versions
from verifier.fuzzing.wording import in_one_line
from verifier.tools.storage.files import make_readable
from verifier.tools.storage.scratch import scratch_folder
from verifier.tools.worktree_layout import lay_out

EVIDENCE = "behaviour"
MOST_LISTED = 50
MOST_SURVIVORS = 10
_WORTH_ANOTHER_LOOK = frozenset(
    {BehaviourVerdict.EQUIVALENT_UP_TO, BehaviourVerdict.UNREACHED, BehaviourVerdict.UNSUPPORTED}
)
_OLD, _NEW, _TESTS = "old", "new", "tests"


class BehaviourCheck:
    """Fails on a difference that clean JVMs confirm. Passes if many inputs show no difference."""

    name = CheckName.BEHAVIOUR
    summary = "no input was found on which base and candidate behave differently"
    needs: tuple[CheckName, ...] = (CheckName.APPLICATION, CheckName.COMPILATION)

    def run(self, case: Case) -> CheckResult:
        """Run one campaign on the class files of both sides.

        Keep the witness and the replay file as evidence.
        """
        fuzzing = case.fuzzing
        if fuzzing is None:
            raise AssertionError("the run was not opened for fuzzing")
        try:
            base = case.builder.classes(None, case.editable)
            candidate = case.builder.classes(case.candidate, case.editable)
        except BaseInvalidError as error:
            return self._result(Status.INCONCLUSIVE, Reason.UNSUPPORTED, error.message, {})
        if twins := find_changed_twins(base, candidate):
            return self._result(Status.INCONCLUSIVE, Reason.UNSUPPORTED, explain_twins(twins), {})
        if misled := find_misleading_twin(base, candidate):
            said = (
                f"{misled[0]} changes and leads to {misled[1]}, and several modules have their own"
            )
            return self._result(Status.INCONCLUSIVE, Reason.UNSUPPORTED, said, {})
        found = _search(case, fuzzing, base, candidate)
        write_outcome(found, case.evidence / EVIDENCE)
        return self._judge(found, corr_at_test(case))

    def _judge(self, found: Behaviour, corr: int | None) -> CheckResult:
        data = behaviour_facts(found, corr).as_data()
        status, reason = _outcome(found.verdict)
        return self._result(status, reason, in_one_line(found), data)

    def _result(
        self, status: Status, reason: Reason | None, details: str, data: Mapping[str, JsonValue]
    ) -> CheckResult:
        return CheckResult(
            check=self.name,
            status=status,
            reason=reason,
            details=details,
            evidence=f"{EVIDENCE}/{RESULT}" if data else None,
            data=data,
        )


def _outcome(verdict: BehaviourVerdict) -> tuple[Status, Reason | None]:
    match verdict:
        case BehaviourVerdict.NON_EQUIVALENT:
            return Status.FAILED, Reason.BEHAVIOUR_CHANGED
        case BehaviourVerdict.EQUIVALENT_UP_TO:
            return Status.PASSED, None
        case BehaviourVerdict.UNREACHED:
            return Status.INCONCLUSIVE, Reason.UNREACHED
        case BehaviourVerdict.NONDETERMINISTIC:
            return Status.INCONCLUSIVE, Reason.NONDETERMINISTIC
        case BehaviourVerdict.UNSUPPORTED:
            return Status.INCONCLUSIVE, Reason.UNSUPPORTED
        case _:
            assert_never(verdict)


def _search(case: Case, fuzzing: Fuzzing, base: ClassFiles, candidate: ClassFiles) -> Behaviour:
    shared, old, new = _select_compared(base, candidate)
    renames = map_renamed_classes(case.detection.refactorings, old, new)
    around = case.builder.surroundings()
    with _write_sides(around, shared, old, new) as versions:
        campaign = Campaign(
            versions=replace(versions, renames=renames),
            jdk=around.jdk,
            budget=fuzzing.budget,
            junit=JUnitFlavour.FIVE if around.has_junit5 else JUnitFlavour.FOUR,
            proposals=_proposals(case),
        )
        return _with_captured(case, fuzzing, campaign)


def _proposals(case: Case) -> bytes | None:
    """Return inputs that may lead to a difference, from the prover; None if it gives none."""
    try:
        proof = case.built_proof
    except (AnalysisError, InputError):
        return None
    return None if proof is None else proposals_of(proof)


def _with_captured(case: Case, fuzzing: Fuzzing, campaign: Campaign) -> Behaviour:
    """Search for a difference, and if needed search again from inputs of the base's own tests.

    The entries are only known after the first search. The second search runs if the first found no
    difference. It decides, unless it saw less.
    """
    first = fuzzing.engine.run(campaign)
    if first.verdict not in _WORTH_ANOTHER_LOOK or not first.entries:
        return first
    java_agent = capture_of(entry.entry for entry in first.entries)
    captured = case.builder.observe(java_agent, case.reach)
    if not captured.strip():
        return first
    second = fuzzing.engine.run(replace(campaign, captured=captured))
    gained = second.verdict is not BehaviourVerdict.UNREACHED
    return second if gained and second.executions else first


@contextmanager
def _write_sides(
    around: RuntimeEnvironment,
    shared: Mapping[str, bytes],
    old: Mapping[str, bytes],
    new: Mapping[str, bytes],
) -> Iterator[Versions]:
    """Write both sides into folders. The tests that they share are on both class paths."""
    with scratch_folder() as scratch:
        for name, classes in ((_OLD, old), (_NEW, new), (_TESTS, shared)):
            lay_out(scratch / name, classes)
        make_readable(scratch)
        tests = (scratch / _TESTS,) if shared else ()
        yield Versions(
            old=scratch / _OLD,
            new=scratch / _NEW,
            class_path=(*tests, *around.class_path),
            junit=around.junit,
            tests=tests,
        )


def _select_compared(
    base: ClassFiles, candidate: ClassFiles
) -> tuple[Mapping[str, bytes], Mapping[str, bytes], Mapping[str, bytes]]:
    """Return the shared test classes, and the compared classes of both sides.

    Main classes are always compared. Test classes are compared too if any of them differs; then no
    test classes are shared.
    """
    if base.test == candidate.test:
        return base.test, base.main, candidate.main
    return {}, {**base.test, **base.main}, {**candidate.test, **candidate.main}


def corr_at_test(case: Case) -> int | None:
    """The paper's Corr@Test: 1 if every stable test was seen passed, 0 if one was not.

    None if the tests left no whole evidence. Reruns do not count: one failure is a failure here.
    """
    tests = case.build.tests
    if case.build.rounds:
        # A confirmed failure stopped the run.
        return 0
    if tests is None or not tests.complete:
        return None
    found = compare(case, decisive(case), tests)
    return int(not (found.failed or found.missing or found.skipped or found.doubled))


def behaviour_facts(found: Behaviour, corr: int | None) -> BehaviourFacts:
    """Return a campaign's figures and its first witness for the ledger."""
    return BehaviourFacts(
        verdict=found.verdict,
        eq_at_dfuzz=found.eq_at_dfuzz,
        reason=found.reason,
        executions=found.executions,
        discarded=found.discarded,
        changed_lines=BothSides(old=found.changed_old, new=found.changed_new),
        reached_lines=BothSides(old=found.reached_old, new=found.reached_new),
        sensitivity=None if found.sensitivity is None else _sensitivity(found.sensitivity),
        tags=found.tags,
        notes=found.notes,
        witness=_witness(found.witnesses[0]) if found.witnesses else None,
        witnesses=len(found.witnesses),
        entries=tuple(each.entry for each in found.entries[:MOST_LISTED]),
        unsupported=found.unsupported[:MOST_LISTED],
        seed=found.seed,
        engine_seconds=round(found.seconds, 3),
        versions=found.versions,
        corr_at_test=corr,
    )


def _sensitivity(found: Sensitivity) -> SensitivityFacts:
    return SensitivityFacts(
        mutants=found.mutants,
        killed=found.killed,
        share=None if found.share is None else round(found.share, 4),
        weak=found.weak,
        messages_only=found.messages_only,
        unmeasured=found.unmeasured,
        survivors=tuple(
            SurvivorFact(mutant=each.mutant, ran=each.ran)
            for each in found.survivors[:MOST_SURVIVORS]
        ),
    )


def _witness(found: Witness) -> WitnessFact:
    return WitnessFact(
        entry=found.entry,
        call=found.call,
        old=found.old,
        new=found.new,
        test_class=found.test_class,
        test=found.test,
    )
