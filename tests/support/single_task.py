"""Tasks without a file of instances, for tests of the checks."""

from pathlib import Path
from tempfile import TemporaryDirectory

from verifier.analysis.pool import AnalysisPool
from verifier.checks.selection import with_needs
from verifier.console import Console
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.verdict import Verdict
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.run import RunSettings, judge_all
from verifier.judging.task import Task
from verifier.tools.git.repository import Repository


def single(repository: Repository, base: str, wanted: str | None, prediction: Prediction) -> Task:
    """The task of one prediction for one base; without `wanted`, any refactoring is accepted."""
    return Task(
        prediction=prediction,
        wanted=None if wanted is None else WantedRefactoring.parse(wanted),
        repository=repository,
        base_commit=repository.resolve(base),
        repo=repository.name,
    )


def judged_alone(
    path: Path,
    patch: str,
    *,
    base: str = "HEAD",
    wanted: str | None = None,
    judge: JudgeOptions | None = None,
    tools: ToolsetOptions | None = None,
    analysis: AnalysisPool | None = None,
) -> Verdict:
    """The verdict on one patch in a run of its own."""
    judge = judge or JudgeOptions()
    checks = with_needs(judge.checks)
    prediction = Prediction(instance_id="patch", model_name_or_path="patch", model_patch=patch)
    with TemporaryDirectory() as folder, Repository.open(path) as repository:
        (verdict,) = judge_all(
            [single(repository, base, wanted, prediction)],
            RunSettings(folder=Path(folder)),
            toolset=(tools or ToolsetOptions()).select_for(checks),
            judge=JudgeOptions(checks=checks, run_all=judge.run_all),
            console=Console(quiet=True),
            analysis=analysis,
        )
    return verdict
