"""`refverify verify` for programs: judge the predictions of a file."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.analysis.pool import AnalysisPool
from verifier.checks.selection import with_needs
from verifier.console import Console
from verifier.domain.shard import ShardRequest
from verifier.domain.verdict import Verdict
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.prediction_filter import select_predictions
from verifier.judging.run import InputFiles, RunSettings, judge_all, load_inputs
from verifier.judging.tasks import Repositories, plan
from verifier.workflows.rule_sets import RULES_FOLDER, with_rule_sets


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyRequest:
    """The predictions of a file, which of them to judge, and how.

    `repositories` are written `PATH` for all instances, or `NAME=PATH`. `only_instances` are
    prefixes of instance ids and `only_models` names of models; empty for all. `rules` is the folder
    of the rule sets; without it the folder next to the instances is taken, if there is one. `retry`
    judges inconclusive predictions again, and `force` all. With `part`, only the predictions of one
    shard are judged. `activity` and `outcome` describe the progress. The checks that others need
    are added, and only the tools that they need are opened.
    """

    files: InputFiles
    repositories: tuple[str, ...]
    judge: JudgeOptions = field(default_factory=JudgeOptions)
    tools: ToolsetOptions = field(default_factory=ToolsetOptions)
    only_instances: tuple[str, ...] = ()
    only_models: tuple[str, ...] = ()
    rules: Path | None = None
    retry: bool = False
    force: bool = False
    part: ShardRequest | None = None
    activity: str = "verify"
    outcome: Callable[[Verdict], str] = lambda verdict: str(verdict.success)


def verify(
    request: VerifyRequest, console: Console | None = None, analysis: AnalysisPool | None = None
) -> list[Verdict]:
    """Judge predictions, in the order of their file. The run folder keeps ledger and evidence.

    `analysis` are open workers; they stay open.

    Raises:
        InputError: a file cannot be read, or there is no prediction to judge.
        UnknownInstanceError: a prediction is for an instance that is missing.
        UsageError: a repository is not `PATH` or `NAME=PATH`, or another run uses the folder.
        RepositoryError: a repository or a base commit is missing.
        SandboxError, MissingToolError: a tool that the checks need cannot be opened.
        StorageError: the run folder cannot be written; finished verdicts are kept.
    """
    console = console or Console(quiet=True)
    inputs = load_inputs(request.files, console)
    asked = select_predictions(inputs.predictions, request.only_instances, request.only_models)
    with Repositories.parse(request.repositories) as repositories:
        tasks = with_rule_sets(
            plan(inputs.instances, asked, repositories),
            request.rules or request.files.instances.parent / RULES_FOLDER,
            named=request.rules is not None,
        )
        judge = replace(request.judge, checks=with_needs(request.judge.checks))
        scored = any(task.rules is not None for task in tasks)
        settings = RunSettings(
            folder=request.files.run,
            force=request.force,
            retry=request.retry,
            activity=request.activity,
            outcome=request.outcome,
            facts=inputs.facts,
            part=request.part,
        )
        return judge_all(
            tasks,
            settings,
            toolset=request.tools.select_for(judge.checks, scored=scored),
            judge=judge,
            console=console,
            analysis=analysis,
        )
