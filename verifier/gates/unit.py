"""Judge one unit, the whole change or a commit of it, through the pipeline's own checks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verifier.builds.build_tools import java_tree
from verifier.console import Console
from verifier.domain.gate import CheckLine, Claim, GateFinding, GateOutcome, GateUnit, Level
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.verdict import Verdict
from verifier.gates.answer import (
    claim_of,
    outcome_of,
    proved_by,
    refactorings_of,
)
from verifier.gates.changed_names import changed_names
from verifier.gates.claims import ClaimText
from verifier.gates.division import Division, divide
from verifier.gates.doubts import class_path_of, left_open, with_doubts
from verifier.gates.findings import findings_of, objections_as_findings, strays_as_findings
from verifier.gates.language_level import too_new
from verifier.gates.places import vanished
from verifier.gates.source_proof import SourceProver
from verifier.libraries.finding import LibraryFinder
from verifier.pipeline.ledger import Ledger
from verifier.pipeline.options import JudgeOptions
from verifier.pipeline.run import RunSettings, judge_with
from verifier.pipeline.task import Task
from verifier.pipeline.workshop import Workshop
from verifier.tools.git import Repository
from verifier.tools.scratch import scratch_folder

CHANGE = "change"
"""What a unit is called where predictions name an instance and a model."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """A unit, all results behind it, and how it was divided."""

    unit: GateUnit
    checks: tuple[CheckResult, ...]
    division: Division


@dataclass(frozen=True, kw_only=True, slots=True)
class Bench:
    """What units are judged with: open tools, the repository, and what may be set aside.

    `hidden` are sources that no commit holds and a build compiles. `activity` is what the progress
    says is being done. With `fetch` libraries that are missing are downloaded.
    """

    tools: Workshop
    repository: Repository
    checks: frozenset[CheckName]
    allowed: tuple[str, ...]
    console: Console
    hidden: tuple[str, ...] = ()
    activity: str = "check"
    fetch: bool = False

    def judged(self, base: str, head: str, level: Level) -> Judged:
        """The answer on what leads from one commit to another.

        Where a file cannot be judged, nothing is built: nothing could be proved then.

        Raises:
            StorageError: temporary files cannot be written.
            RepositoryError: an object is missing.
        """
        division = divide(self.repository, base, head, self.allowed, self.hidden)
        objections = _not_judged(division)
        if division.judged is None:
            return without_java(division)
        level = Level.STATIC if objections else level
        judged = division.judged
        after = java_tree(self.repository.tree(judged))
        before = java_tree(self.repository.tree(base))
        gone = vanished(self.repository, base, judged)
        names = changed_names(self.repository, base, judged, (before, after))
        # A name may stand in any file of the head, also in one that is allowed and not judged.
        whole = java_tree(self.repository.tree(head))
        entries = self.repository.changed_entries(base, judged)
        newer = too_new(before, after, [e.path for e in entries]) if level is Level.STATIC else ()
        checks = with_doubts(self._checks(base, judged, level), level, whole, gone, names)
        checks = left_open(checks, newer)
        unit = _unit(outcome_of(checks, level), checks, level)
        if objections and unit.outcome in {GateOutcome.PROVED, GateOutcome.NOTHING_TO_CHECK}:
            unit = replace(unit, outcome=GateOutcome.UNPROVEN, proved_by=())
        unit = replace(unit, findings=(*unit.findings, *objections))
        return Judged(unit=unit, checks=checks, division=division)

    def _checks(self, base: str, judged: str, level: Level) -> tuple[CheckResult, ...]:
        selected = self.checks if level is not Level.STATIC else self.checks & _READING
        verdict = self._verdict(base, judged, selected)
        if CheckName.PROOF in selected:
            return verdict.checks
        proof = self._prover.result(base, judged, verdict)
        return tuple(proof if c.check is CheckName.PROOF else c for c in verdict.checks)

    @property
    def _prover(self) -> SourceProver:
        analysis, build = self.tools.analysis, self.tools.options.build
        finder = LibraryFinder(analysis=analysis, options=build, fetch=self.fetch)
        return SourceProver(analysis=analysis, repository=self.repository, libraries=finder)

    def results(
        self, base: str, judged: str, checks: frozenset[CheckName]
    ) -> tuple[CheckResult, ...]:
        """What checks say of a change, without an answer on it."""
        return self._verdict(base, judged, checks).checks

    def claimed(self, claim: ClaimText, found: Judged, base: str) -> Claim:
        """What becomes of a claim on a commit that was judged."""
        outcome, reason = found.unit.outcome, _reason(found.unit)
        if claim.trouble:
            return claim_of(claim.text, GateOutcome.UNPROVEN, claim.trouble)
        nothing = outcome is GateOutcome.NOTHING_TO_CHECK
        if nothing and (found.unit.findings or claim.wanted is not None):
            return claim_of(claim.text, GateOutcome.UNPROVEN, reason)
        judged = found.division.judged
        if claim.wanted is None or judged is None:
            return claim_of(claim.text, outcome, reason)
        names = frozenset({CheckName.APPLICATION, CheckName.DETECTION})
        verdict = self._verdict(base, judged, names, claim.wanted)
        detection = verdict.check(CheckName.DETECTION)
        match None if detection is None else detection.status:
            case Status.PASSED:
                return claim_of(claim.text, outcome, reason)
            case Status.FAILED:
                said = "" if detection is None else detection.details
                return claim_of(claim.text, GateOutcome.REFUTED, said)
            case _:
                return claim_of(claim.text, GateOutcome.UNPROVEN, reason)

    def _verdict(
        self,
        base: str,
        judged: str,
        checks: frozenset[CheckName],
        wanted: WantedRefactoring | None = None,
    ) -> Verdict:
        patch = self.repository.patch_bytes(base, judged).decode("utf-8", "surrogateescape")
        task = Task(
            prediction=Prediction(instance_id=CHANGE, model_name_or_path=CHANGE, model_patch=patch),
            wanted=wanted,
            repository=self.repository,
            base_commit=base,
            repo=self.repository.name,
            own_change=True,
        )
        with scratch_folder("gate") as folder, Ledger(folder=folder) as ledger:
            (verdict,) = judge_with(
                self.tools,
                ledger,
                [task],
                RunSettings(
                    folder=folder,
                    activity=self.activity,
                    force=True,
                    outcome=lambda verdict: f"{sum(c.seconds for c in verdict.checks):.1f} s",
                ),
                judge=JudgeOptions(checks=checks, run_all=True),
                console=self.console,
            )
        return verdict


def without_java(division: Division) -> Judged:
    """The answer on a change in which no Java code changed: unproven where others were not judged."""
    outcome = GateOutcome.NOTHING_TO_CHECK if division.is_whole else GateOutcome.UNPROVEN
    unit = _unit(outcome, (), Level.STATIC)
    unit = replace(unit, findings=_not_judged(division))
    return Judged(unit=unit, checks=(), division=division)


def _not_judged(division: Division) -> tuple[GateFinding, ...]:
    return (*objections_as_findings(division.objections), *strays_as_findings(division.strays))


_READING = frozenset(
    {CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION, CheckName.PURITY}
)


def _unit(outcome: GateOutcome, checks: Sequence[CheckResult], level: Level) -> GateUnit:
    proved = outcome is GateOutcome.PROVED
    return GateUnit(
        outcome=outcome,
        proved_by=proved_by(checks, level) if proved else (),
        refactorings=refactorings_of(checks, outcome),
        checks=tuple(_line(c) for c in checks if c.reason is not Reason.NOT_SELECTED),
        findings=findings_of(checks, level),
        class_path=class_path_of(checks),
    )


def _line(check: CheckResult) -> CheckLine:
    return CheckLine(
        name=check.check,
        status=check.status,
        reason=check.reason,
        summary=check.details,
        seconds=check.seconds,
    )


def _reason(unit: GateUnit) -> str:
    """Why a unit has its outcome, in one line."""
    if unit.outcome is GateOutcome.PROVED:
        return f"proved by: {', '.join(unit.proved_by)}"
    if unit.findings:
        return unit.findings[0].message
    return "no code changed" if unit.outcome is GateOutcome.NOTHING_TO_CHECK else "not shown"
