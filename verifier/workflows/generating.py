"""`refverify generate`: plan the prompts, ask the model, and write what the call cost."""

import shlex

from verifier.console import Console
from verifier.domain.generation import GenerationSummary
from verifier.domain.shard import ShardEnd, ShardRequest
from verifier.generation.journal import GenerationLine, sum_spending
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.run import generate, generate_shard
from verifier.generation.spending import Spent
from verifier.tools.storage.files import refuse_to_overwrite
from verifier.workflows.model_account import (
    OpenFor,
    account_of,
    describe_missing,
    describe_spent,
)


def generate_predictions(
    request: GenerationRequest, open_for: OpenFor, console: Console
) -> tuple[GenerationSummary, Spent]:
    """Ask for the predictions that are missing. Return the state of the run, and what this call spent.

    The same request again continues an interrupted run.

    Raises:
        EndpointError, InputError, UsageError, ConfigError, RepositoryError, StorageError: see each
            class.
    """
    paths = request.output
    written = (paths.predictions, paths.journal, paths.setting, paths.costs)
    refuse_to_overwrite((request.tasks, request.texts), written)
    plan = make_plan(request, console)
    before = sum_spending(paths.journal, GenerationLine)
    with account_of(paths.costs, paths.journal, open_for, before, fresh=request.force) as account:
        summary = generate(plan, request, account.open_model, console, account.spent)
    return summary, account.spent


def generate_part(
    request: GenerationRequest, part: ShardRequest, open_for: OpenFor, console: Console
) -> tuple[GenerationSummary, Spent, ShardEnd]:
    """Ask for the predictions of one shard that are missing; only its journal is written.

    Raises:
        EndpointError, InputError, UsageError, ConfigError, RepositoryError, StorageError: see each
            class.
    """
    paths = request.output
    refuse_to_overwrite((request.tasks, request.texts), (paths.journal, paths.shard, paths.costs))
    plan = make_plan(request, console)
    before = sum_spending(paths.journal, GenerationLine)
    with account_of(paths.costs, paths.journal, open_for, before, fresh=request.force) as account:
        summary, end = generate_shard(
            plan, request, account.open_model, console, account.spent, part=part
        )
    return summary, account.spent, end


def closing_line(request: GenerationRequest, summary: GenerationSummary, spent: Spent) -> str:
    """Say what was asked, answered and spent, what is missing, and how to go on."""
    file = request.output.predictions
    again = "run the same command again for what is missing, or " if summary.missing else ""
    command = shlex.join(["refverify", "verify", str(file), "-i", str(request.tasks)])
    judge = f"{again}judge it: {command} --repo CLONE --run RUN"
    return f"{counts_line(summary, spent)}\nwrote {file}; {judge}"


def counts_line(summary: GenerationSummary, spent: Spent) -> str:
    """Say what was asked, answered and spent, and what is missing."""
    parts = [f"asked {summary.asked}, answered {summary.answered}"]
    parts += describe_missing(summary.missing)
    if summary.left_out:
        parts.append(f"left out {summary.left_out}")
    parts.append(describe_spent(spent))
    return "; ".join(parts)
