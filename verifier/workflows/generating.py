"""`refverify generate`: plan the prompts, ask the model, and write what the call cost."""

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from verifier.console import Console
from verifier.domain.generation import GenerationSummary
from verifier.generation.journal import spent_in
from verifier.generation.model import Model, ModelRequest
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.run import Spent, generate
from verifier.printable import counted
from verifier.tools.storage.files import storage_errors
from verifier.workflows.costs import CostStage, measured

OpenFor = Callable[[Sequence[ModelRequest], float, int], Model]
"""Opens a model for requests, given the dollars and tokens that earlier calls of the run spent."""


def generate_predictions(
    request: GenerationRequest, opened: OpenFor, console: Console
) -> tuple[GenerationSummary, Spent]:
    """Ask for the predictions that are missing. Return the state of the run, and what this call spent.

    The same request again continues an interrupted run.

    Raises:
        EndpointError, InputError, UsageError, ConfigError, RepositoryError, StorageError: see each
            class.
    """
    plan = make_plan(request, console)
    paths = request.output
    _make_folder(paths.predictions.parent)
    usd, tokens = (0.0, 0) if request.force else spent_in(paths.journal)
    spent = Spent()

    def open_for(requests: Sequence[ModelRequest]) -> Model:
        return opened(requests, usd, tokens)

    with measured(
        paths.costs, CostStage.GENERATION, paths.journal, fresh=request.force
    ) as spending:
        try:
            summary = generate(plan, request, open_for, console, spent)
        finally:
            spending.usd, spending.tokens = spent.usd, spent.tokens
    return summary, spent


def closing_line(request: GenerationRequest, summary: GenerationSummary, spent: Spent) -> str:
    """Say what was asked, answered and spent, what is missing, and how to go on."""
    parts = [f"asked {summary.asked}, answered {summary.answered}"]
    if summary.missing:
        reasons = ", ".join(f"{reason} {number}" for reason, number in summary.missing.items())
        parts.append(f"missing {sum(summary.missing.values())} ({reasons})")
    if summary.left_out:
        parts.append(f"left out {summary.left_out}")
    tokens = "tokens unknown" if spent.tokens is None else f"{spent.tokens:,} tokens"
    usd = "costs unknown" if spent.usd is None else f"{spent.usd:.4f} USD"
    parts.append(f"this call: {counted(spent.answers, 'answer')}, {tokens}, {usd}")
    file = request.output.predictions
    again = "run the same command again for what is missing, or " if summary.missing else ""
    command = shlex.join(["refverify", "verify", str(file), "-i", str(request.tasks)])
    return f"{'; '.join(parts)}\nwrote {file}; {again}judge it: {command} --repo CLONE --run RUN"


def _make_folder(folder: Path) -> None:
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
