"""Judge one unit, the whole change or a commit of it, through the pipeline's own checks."""

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from verifier.builds.build_tools import java_tree
from verifier.checks.proof import READ, proof_result
from verifier.console import Console
from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.gate import CheckLine, Claim, GateFinding, GateOutcome, GateUnit, Level
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.proof_request import CommitSources, MethodHint
from verifier.domain.refactoring import RELOCATING, MethodId, WantedRefactoring
from verifier.domain.source import Candidate, FileChange
from verifier.domain.verdict import Verdict
from verifier.errors import AnalysisError
from verifier.gates.answer import (
    claim_of,
    outcome_of,
    proved_by,
    refactorings_of,
)
from verifier.gates.cause_findings import marked
from verifier.gates.changed_names import changed_names
from verifier.gates.claims import ClaimText
from verifier.gates.division import Division, divide
from verifier.gates.doubts import with_doubts
from verifier.gates.findings import findings_of, objections_as_findings, strays_as_findings
from verifier.gates.places import vanished
from verifier.pipeline.ledger import Ledger
from verifier.pipeline.options import JudgeOptions
from verifier.pipeline.run import RunSettings, judge_with
from verifier.pipeline.task import Task
from verifier.pipeline.workshop import Workshop
from verifier.proving.prediction import source_request
from verifier.tools.git import Repository
from verifier.tools.records import facts_of
from verifier.tools.scratch import scratch_folder

logger = logging.getLogger(__name__)

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
    says is being done.
    """

    tools: Workshop
    repository: Repository
    checks: frozenset[CheckName]
    allowed: tuple[str, ...]
    console: Console
    hidden: tuple[str, ...] = ()
    activity: str = "check"

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
        checks = with_doubts(self._checks(base, judged, level), level, whole, gone, names)
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
        proof = self._read_proof(base, judged, verdict)
        return tuple(proof if c.check is CheckName.PROOF else c for c in verdict.checks)

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

    def _read_proof(self, base: str, judged: str, verdict: Verdict) -> CheckResult:
        """The proof on the sources alone, without a build and its class path."""
        applied = verdict.check(CheckName.APPLICATION)
        if applied is None or applied.status is not Status.PASSED:
            return _no_proof(Status.NOT_APPLICABLE, Reason.NOT_REACHED, "needs application")
        started = time.monotonic()
        tree, head = java_tree(self.repository.tree(base)), self.repository.tree(judged)
        entries = self.repository.changed_entries(base, judged)
        changes = tuple(FileChange(path=e.path, content=head.read(e.path)) for e in entries)
        commit = CommitSources(repository=self.repository.common_dir, commit=base)
        request = source_request(commit, tree, Candidate(changes=changes, patch=""))
        try:
            proof = self.tools.analysis.prove(replace(request, hints=_hints(verdict)))
        except AnalysisError as error:
            logger.info("no proof on the sources: %s", error)
            return _no_proof(Status.INCONCLUSIVE, Reason.ANALYSIS, error.message)
        seconds = round(time.monotonic() - started, 3)
        return replace(proof_result(proof, READ), seconds=seconds)


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
    findings = findings_of(checks, level)
    return GateUnit(
        outcome=outcome,
        proved_by=proved_by(checks, level) if proved else (),
        refactorings=tuple(marked(refactorings_of(checks, outcome), findings)),
        checks=tuple(_line(c) for c in checks if c.reason is not Reason.NOT_SELECTED),
        findings=findings,
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


def _no_proof(status: Status, reason: Reason, details: str) -> CheckResult:
    return CheckResult(check=CheckName.PROOF, status=status, reason=reason, details=details)


def _hints(verdict: Verdict) -> tuple[MethodHint, ...]:
    """What the methods that live on elsewhere became, by what was detected."""
    facts = facts_of(verdict.check(CheckName.DETECTION), DetectionFacts)
    hints = []
    for each in () if facts is None else facts.found or ():
        if each.type in RELOCATING and each.before and each.after:
            # A constructor of a nested generic class may be spelled as nobody parses it.
            with suppress(ValueError):
                old, new = (MethodId.parse(side.method) for side in (each.before, each.after))
                hints.append(MethodHint(before=old, after=new))
    return tuple(hints)
