"""Open a model under the budgets of a run, and record what each call of the run cost."""

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.console import Console
from verifier.generation.ceiling import approve, ceiling_of
from verifier.generation.model import Model, ModelRequest
from verifier.generation.options import EndpointChoice
from verifier.generation.run import OpenModel, Spent
from verifier.tools.storage.files import storage_errors
from verifier.workflows.costs import CostStage, measured

if TYPE_CHECKING:
    from collections.abc import Iterator

OpenFor = Callable[[Sequence[ModelRequest], float, int], Model]
"""Opens a model for requests, given the dollars and tokens that earlier calls of the run spent."""


def opening(endpoint: EndpointChoice, console: Console) -> OpenFor:
    """Return a function that opens the endpoint's model, after the user has approved its cost."""

    def opened(requests: Sequence[ModelRequest], usd: float, tokens: int) -> Model:
        from verifier.generation.endpoint import open_model

        options = endpoint.after(usd, tokens)
        model = open_model(options, console)
        approve(ceiling_of(requests, options), options, console)
        return model

    return opened


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """What a call may open and has spent."""

    opened: OpenModel
    spent: Spent = field(default_factory=Spent)


@contextmanager
def account_of(
    costs: Path, journal: Path, opened: OpenFor, before: tuple[float, int], *, fresh: bool
) -> "Iterator[Account]":
    """Make the output's folder, count the earlier spending `before`, and add a cost line at the end.

    The line is written also if the call fails. `fresh` discards the costs of earlier calls.

    Raises:
        StorageError: the folder cannot be written.
    """
    with storage_errors(costs.parent):
        costs.parent.mkdir(parents=True, exist_ok=True)

    def open_for(requests: Sequence[ModelRequest]) -> Model:
        return opened(requests, *((0.0, 0) if fresh else before))

    account = Account(opened=open_for)
    with measured(costs, CostStage.GENERATION, journal, fresh=fresh) as spending:
        try:
            yield account
        finally:
            spending.usd, spending.tokens = account.spent.usd, account.spent.tokens
