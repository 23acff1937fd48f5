"""Judge one unit, the whole change or one of its commits, with the checks of the pipeline."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Event

from verifier.builds.build_tools import java_tree
from verifier.checks.purity import with_proof
from verifier.console import Console, Groups
from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.gate import (
    Answers,
    AsideWhy,
    BehaviourAnswer,
    CheckLine,
    Claim,
    ClaimOutcome,
    Decision,
    Demand,
    Extent,
    GateUnit,
    Level,
    Question,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Detection, JavaTree
from verifier.domain.testrun import EvidenceLevel
from verifier.gates.answer import Checks, answers_of, claim_of, find_result, refactorings_of, why
from verifier.gates.cause_findings import mark_open
from verifier.gates.change.division import Division, divide
from verifier.gates.change.places import find_vanished
from verifier.gates.claimed import narrow
from verifier.gates.claims import ClaimText
from verifier.gates.compile_errors import does_not_compile
from verifier.gates.decision import Demanded, demand_rules, demand_wanted
from verifier.gates.doubts import class_path_of, doubt_of, first_few
from verifier.gates.findings import (
    API,
    api_as_finding,
    findings_of,
)
from verifier.gates.judged import (
    Judged,
    describe_not_judged,
    leave_open,
    leave_open_for_files,
    without_java,
)
from verifier.gates.language_level import too_new
from verifier.gates.names.changed_names import ChangedNames, find_changed_names
from verifier.gates.source_proof import SourceProver
from verifier.judging.change import CandidateChange
from verifier.judging.judgement import Judgement
from verifier.judging.options import JudgeOptions
from verifier.judging.schedule import alone
from verifier.judging.task import ChangeGoal
from verifier.judging.toolset import Toolset
from verifier.libraries.finding import LibraryFinder
from verifier.tools.git.repository import Repository
from verifier.tools.records import facts_of
from verifier.tools.storage.scratch import scratch_folder

CHANGE = "change"
"""The name of a unit in the progress."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sides:
    """What a unit compares: two commits, the split of the change between them, and its names."""

    change: CandidateChange
    division: Division
    whole: JavaTree
    gone: frozenset[str]
    names: ChangedNames
    newer: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgingSession:
    """What judging a unit needs: open tools, the repository, and what may be set aside.

    `building` opens the build tools at their first use; without it `tools` contains them. `demand`
    says what a unit must show. With `keep_api` a change of the public API leaves behaviour open.
    `hidden` are sources that a build compiles but no commit holds. `activity` is the label of the
    progress. With `fetch` missing libraries are downloaded. `known` gives what an earlier analysis
    detected between a commit and its parent; None if it is unknown. A change that
    `answers_a_task` is judged by the rules for predictions: its tests may only follow a renamed or
    moved method, and it fails if it breaks the policy. `evidence` is the required strength of the
    evidence of tests. The static checks do not run again on the trees that `earlier` has judged.
    """

    tools: Toolset
    repository: Repository
    checks: frozenset[CheckName]
    allowed: tuple[str, ...]
    console: Console
    building: Callable[[], Toolset] | None = None
    demand: Demand = field(default_factory=Demand)
    keep_api: bool = False
    hidden: tuple[str, ...] = ()
    activity: str = "check"
    fetch: bool = False
    known: Callable[[str, str], Detection | None] | None = None
    answers_a_task: bool = False
    evidence: EvidenceLevel = EvidenceLevel.BASIC
    earlier: Judged | None = None

    def judge(
        self,
        base: str,
        head: str,
        level: Level,
        *,
        alone: bool = True,
        wanted: Sequence[WantedRefactoring] = (),
    ) -> Judged:
        """Answer both questions on the change between two commits.

        The static checks come first. Nothing is built if they already show that the change fails,
        that a `wanted` refactoring is not there, or that a file cannot be judged. An edit beyond
        the refactorings fails a change only if it is judged `alone`: the commits of a range may
        still explain it.

        Raises:
            StorageError: temporary files cannot be written.
            RepositoryError: an object is missing.
        """
        division = divide(self.repository, base, head, self.allowed, self.hidden)
        if division.judged is None:
            found = without_java(division, self.demand)
            return replace(found, by_wanted=dict.fromkeys(wanted, ()))
        again = self._find_earlier(base, division.judged)
        if again is not None:
            change, results = again
        else:
            known = self.known(head, base) if self.known and _is_all_code(division) else None
            change = self.change(base, division.judged, known)
            results = self._read(change)
        sides = self._sides(change, head, division)
        read = replace(self._answer(sides, results, Level.STATIC), static_results=results)
        asked = {each: self._run_checks(change, _OF_A_CLAIM, self.tools, each) for each in wanted}
        read = replace(read, by_wanted=asked)
        if level is Level.STATIC or not division.is_whole:
            return read
        if stopped := self._find_failure(read, alone=alone):
            return replace(read, stopped=stopped)
        found = self._answer(sides, self.results(change, self.checks), level)
        return replace(found, by_wanted=asked, static_results=results)

    def change(self, base: str, judged: str, known: Detection | None = None) -> CandidateChange:
        """Return the change between two commits; all judgements of it share what they read."""
        return CandidateChange.of_commit(self.repository, base, judged, self.tools.analysis, known)

    def _find_earlier(
        self, base: str, judged: str
    ) -> tuple[CandidateChange, tuple[CheckResult, ...]] | None:
        """Return the earlier change with its results if it has the same trees."""
        change = None if self.earlier is None else self.earlier.change
        if self.earlier is None or change is None or not self.earlier.static_results:
            return None
        pairs = ((change.base_commit, base), (change.name, judged))
        same = all(len({self.repository.tree_id(each) for each in pair}) == 1 for pair in pairs)
        return (change, self.earlier.static_results) if same else None

    def _sides(self, change: CandidateChange, head: str, division: Division) -> _Sides:
        base, judged = change.base_commit, change.name
        before, after = change.base, java_tree(self.repository.tree(judged))
        names = find_changed_names(self.repository, base, judged, (before, after))
        return _Sides(
            change=change,
            division=division,
            # Any file of the head may contain a name, even one that is allowed and not judged.
            whole=java_tree(self.repository.tree(head)),
            gone=find_vanished(self.repository, base, judged),
            names=replace(names, allowed=division.allowed),
            newer=tuple(too_new(before, after, names.paths)),
        )

    def _find_failure(self, read: Judged, *, alone: bool) -> str:
        if does_not_compile(read.checks):
            return "nothing was built: the change does not compile"
        if self._demanded(read).decision is Decision.FAILED:
            return "nothing was built: a wanted refactoring is not there, or a rule is broken"
        more = read.unit.refactoring is Extent.MORE and Question.REFACTORING in self.demand.require
        return "nothing was built: the change is more than refactoring" if more and alone else ""

    def _answer(self, sides: _Sides, checks: Checks, level: Level) -> Judged:
        newer = first_few(sides.newer) if level is Level.STATIC else ""
        doubt = newer or doubt_of(checks, level, sides.whole, sides.gone, sides.names)
        answers = shown = answers_of(checks, level, doubt)
        extra = describe_not_judged(sides.division)
        if self.keep_api and sides.names.api:
            extra = (*extra, api_as_finding(sides.names.api))
            answers = leave_open(answers, API + ", ".join(sides.names.api))
        if not sides.division.is_whole:
            answers = leave_open_for_files(answers, sides.division)
        findings = findings_of(checks, level, answers, self.demand, doubt)
        proof = facts_of(find_result(checks, CheckName.PROOF), ProofFacts)
        build = facts_of(find_result(checks, CheckName.COMPILATION), CompilationFacts)
        unit = GateUnit(
            **answers.answer_fields,
            decision=self.demand.decision(answers),
            refactorings=tuple(mark_open(refactorings_of(checks, answers), findings)),
            checks=tuple(_line(c) for c in checks if c.reason is not Reason.NOT_SELECTED),
            findings=(*findings, *extra),
            assumptions=_assumptions(answers, proof),
            jdk=None if build is None else build.jdk,
            strategy=None if build is None else build.strategy,
            class_path=class_path_of(checks),
        )
        return Judged(
            unit=unit,
            checks=tuple(checks),
            division=sides.division,
            shown=shown,
            change=sides.change,
            doubt=doubt,
            api=sides.names.api,
        )

    def _read(self, change: CandidateChange) -> tuple[CheckResult, ...]:
        """Run the checks that execute nothing, and the proof on the sources."""
        results = self._run_checks(change, _READING, self.tools)
        proof = self._prover.result(change, results)
        found = {c.check: c for c in results} | {CheckName.PROOF: proof}
        found[CheckName.PURITY] = with_proof(found[CheckName.PURITY], proof)
        return tuple(found.values())

    @property
    def _prover(self) -> SourceProver:
        analysis, build = self.tools.analysis, self.tools.options.build
        finder = LibraryFinder(analysis=analysis, options=build, fetch=self.fetch)
        return SourceProver(analysis=analysis, repository=self.repository, libraries=finder)

    def results(
        self, change: CandidateChange, checks: frozenset[CheckName]
    ) -> tuple[CheckResult, ...]:
        """Run checks on a change, without an answer on it."""
        return self._run_checks(change, checks, self.building() if self.building else self.tools)

    def judge_claims(self, claims: Sequence[ClaimText], found: Judged) -> Judged:
        """Return the unit with the outcomes of the claims on it.

        If claims name refactorings, every edit must belong to one of them.
        """
        results = {
            claim: self._run_checks(found.change, _OF_A_CLAIM, self.tools, claim.wanted)
            for claim in claims
            if claim.wanted is not None and found.change is not None
        }
        return self._with_claims(found, {claim: results.get(claim, ()) for claim in claims})

    def demanded(self, found: Judged) -> Judged:
        """Return the unit with its wanted refactorings as claims on it.

        `demanded` says whether they are there, and whether a change that answers a task keeps the
        rules.
        """
        claims = {
            ClaimText(text=str(each), wanted=each): results
            for each, results in found.by_wanted.items()
        }
        return replace(self._with_claims(found, claims), demanded=self._demanded(found))

    def _demanded(self, found: Judged) -> Demanded:
        """Return what a change shows apart from the answers: refactorings, and the rules for tasks."""
        there = demand_wanted(
            {
                each: find_result(results, CheckName.DETECTION) if found.has_code else None
                for each, results in found.by_wanted.items()
            }
        )
        if not self.answers_a_task:
            return there
        foreign = bool(found.division.objections)
        return demand_rules(found.checks, has_foreign_files=foreign).and_(there)

    def _with_claims(self, found: Judged, claims: Mapping[ClaimText, Checks]) -> Judged:
        results = [each for each in claims.values() if each]
        unit = narrow(found.unit, results, self.demand)
        said = tuple(_claim(claim, unit, checks) for claim, checks in claims.items())
        return replace(found, unit=replace(unit, claims=(*unit.claims, *said)))

    def _run_checks(
        self,
        change: CandidateChange,
        checks: frozenset[CheckName],
        tools: Toolset,
        wanted: WantedRefactoring | None = None,
    ) -> tuple[CheckResult, ...]:
        goal = ChangeGoal(wanted=wanted, own_change=True, keeps_tests=self.answers_a_task)
        options = JudgeOptions(checks=checks, run_all=True, evidence=self.evidence)
        with (
            scratch_folder("gate") as evidence,
            self.console.progress(self.activity, 1, Groups(name="base", of_steps=[1])) as progress,
        ):
            judgement = Judgement(
                change, tools, evidence, goal=goal, options=options, seed=change.name
            )

            def work(stopped: Event, ahead: bool) -> tuple[CheckResult, ...]:
                return judgement.results(stopped, ahead=ahead)

            results = alone(work, options, tools)
            progress.advance(f"{CHANGE} {sum(c.seconds for c in results):.1f} s")
        return results


def _is_all_code(division: Division) -> bool:
    """Tell whether the judged files say as much to the analysis as the whole commit.

    A build file could declare another encoding, for example; documentation says nothing.
    """
    others = {each.why for each in division.aside}
    return division.is_whole and others <= {AsideWhy.DOCUMENTATION}


def _claim(claim: ClaimText, unit: GateUnit, results: Checks) -> Claim:
    """Return the outcome of a claim; a named refactoring must have been detected."""
    nothing = unit.behaviour is None
    if claim.trouble or (nothing and (unit.findings or claim.wanted is not None)):
        return Claim(text=claim.text, outcome=ClaimOutcome.OPEN, reason=claim.trouble or why(unit))
    detection = find_result(results, CheckName.DETECTION)
    if detection is None or detection.status is Status.PASSED:
        return claim_of(claim.text, unit)
    if detection.status is Status.FAILED:
        said = detection.details
        return Claim(text=claim.text, outcome=ClaimOutcome.REFUTED, reason=said)
    said = detection.details or why(unit)
    return Claim(text=claim.text, outcome=ClaimOutcome.OPEN, reason=said)


def _assumptions(answers: Answers, proof: ProofFacts | None) -> tuple[str, ...]:
    proved = answers.behaviour is BehaviourAnswer.PROVED
    return proof.assumptions if proved and proof is not None else ()


_OF_A_CLAIM = frozenset({CheckName.APPLICATION, CheckName.DETECTION, CheckName.PURITY})


_READING = frozenset(
    {CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION, CheckName.PURITY}
)


def _line(check: CheckResult) -> CheckLine:
    return CheckLine(
        name=check.check,
        status=check.status,
        reason=check.reason,
        summary=check.details,
        seconds=check.seconds,
    )
