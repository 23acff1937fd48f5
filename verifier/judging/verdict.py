"""Judge the task of a prediction, and record the results as a verdict."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

from verifier import __version__
from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.outcome import CheckName, CheckResult, Status
from verifier.domain.verdict import (
    SUCCESS_CHECKS,
    Verdict,
    VerdictProvenance,
    judge,
    judge_proved,
    judge_strict,
)
from verifier.judging.change import CandidateChange
from verifier.judging.judgement import Judgement, guard
from verifier.judging.key import config_hash
from verifier.judging.options import JudgeOptions
from verifier.judging.task import Task
from verifier.judging.toolset import Toolset
from verifier.tools.records import facts_of


def judge_task(  # noqa: PLR0913 - the task, and all that decides how it is judged
    key: str,
    task: Task,
    toolset: Toolset,
    evidence: Path,
    *,
    options: JudgeOptions,
    stopped: Event | None = None,
    ahead: bool = False,
) -> Verdict:
    """Run the checks on a prediction and derive the verdict's figures. `key` is the verdict's key.

    Files of evidence are named relative to the folder `evidence`. See `Judgement.results` for
    `stopped` and `ahead`.
    """
    change = CandidateChange.of_task(task, toolset.analysis)
    judgement = Judgement(change, toolset, evidence, goal=task.goal, options=options, seed=key)
    results = judgement.results(stopped, ahead=ahead)
    prediction, wanted = task.prediction, task.wanted
    return Verdict(
        instance_id=prediction.instance_id,
        model_name_or_path=prediction.model_name_or_path,
        sample=prediction.sample,
        form=prediction.form,
        repo=task.repo,
        base_commit=task.base_commit,
        type=None if wanted is None else wanted.type,
        refactoring_class=None if wanted is None else wanted.type.refactoring_class,
        checks=results,
        success=judge(results, SUCCESS_CHECKS),
        strict_success=judge_strict(results),
        proved_success=judge_proved(results),
        provenance=_provenance(key, results, options, toolset),
        circumstances=prediction.circumstances,
        golden_purity=None if task.instance is None else task.instance.golden_purity,
        method=task.method,
        assignment=None if task.assignment is None else task.assignment.type,
        tree=_hash_candidate(change, results),
    )


def _hash_candidate(change: CandidateChange, results: Sequence[CheckResult]) -> str | None:
    applied = any(r.check is CheckName.APPLICATION and r.status is Status.PASSED for r in results)
    return guard(change.tree_id, lambda _error: None) if applied else None


def with_evidence_in(verdict: Verdict, folder: Path | None) -> Verdict:
    """Return the verdict with the names of its evidence files inside a folder; None drops them."""
    return replace(verdict, checks=tuple(_move(check, folder) for check in verdict.checks))


def _move(check: CheckResult, folder: Path | None) -> CheckResult:
    if check.evidence is None or folder is None:
        return replace(check, evidence=None)
    return replace(check, evidence=(folder / check.evidence).as_posix())


def _provenance(
    key: str, results: Sequence[CheckResult], options: JudgeOptions, toolset: Toolset
) -> VerdictProvenance:
    compiled = next((r for r in results if r.check is CheckName.COMPILATION), None)
    build = facts_of(compiled, CompilationFacts)
    facts = toolset.sandbox
    return VerdictProvenance(
        key=key,
        refverify=__version__,
        config_hash=config_hash(options, toolset),
        tools={**toolset.versions, **({} if build is None else build.versions)},
        sandbox=facts.name,
        isolated=facts.isolated,
        image=facts.image,
        runtime=facts.runtime,
        jdk=None if build is None else build.jdk,
        strategy=None if build is None else build.strategy,
        strategy_reason="" if build is None else build.strategy_reason,
    )
