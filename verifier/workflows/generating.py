"""`refverify generate`: plan the prompts, ask the model, and write what the call cost."""

from collections.abc import Callable, Sequence
from pathlib import Path

from verifier.console import Console
from verifier.domain.generation import GenerationSummary
from verifier.generation.journal import spent_in
from verifier.generation.model import Model, ModelRequest
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.run import Spent, generate
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


def _make_folder(folder: Path) -> None:
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
