"""`refverify generate`: plan the prompts, ask the model, and write what the call cost."""

import shlex

from verifier.console import Console
from verifier.domain.generation import GenerationSummary
from verifier.generation.journal import GenerationLine, sum_spending
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.run import Spent, generate
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


def closing_line(request: GenerationRequest, summary: GenerationSummary, spent: Spent) -> str:
    """Say what was asked, answered and spent, what is missing, and how to go on."""
    parts = [f"asked {summary.asked}, answered {summary.answered}"]
    parts += describe_missing(summary.missing)
    if summary.left_out:
        parts.append(f"left out {summary.left_out}")
    parts.append(describe_spent(spent))
    file = request.output.predictions
    again = "run the same command again for what is missing, or " if summary.missing else ""
    command = shlex.join(["refverify", "verify", str(file), "-i", str(request.tasks)])
    return f"{'; '.join(parts)}\nwrote {file}; {again}judge it: {command} --repo CLONE --run RUN"
