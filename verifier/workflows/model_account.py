"""Open a model within the budgets of a run, and record and report what each call cost."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.console import Console
from verifier.domain.generation import Missing
from verifier.generation.endpoints.ceiling import approve, ceiling_of
from verifier.generation.endpoints.options import EndpointChoice
from verifier.generation.model import Model, ModelRequest, OpenModel
from verifier.generation.spending import Spent
from verifier.printable import pluralize
from verifier.tools.storage.files import storage_errors
from verifier.workflows.costs import CostStage, measure

if TYPE_CHECKING:
    from collections.abc import Iterator

OpenFor = Callable[[Sequence[ModelRequest], float, int], Model]
"""Opens a model for requests, given the dollars and tokens that earlier calls of the run spent."""


def make_opener(endpoint: EndpointChoice, console: Console) -> OpenFor:
    """Return a function that opens the endpoint's model, after the user has approved its cost.

    What the endpoint needs is checked at once, before prompts are made.

    Raises:
        UsageError, ConfigError, InputError, MissingToolError: see `check_access`.
    """
    from verifier.generation.endpoints.endpoint import check_access, open_model

    check_access(endpoint)

    def open_for(requests: Sequence[ModelRequest], usd: float, tokens: int) -> Model:
        options = endpoint.after(usd, tokens)
        model = open_model(options, console)
        approve(ceiling_of(requests, options), options, console)
        return model

    return open_for


def open_nothing(requests: Sequence[ModelRequest], usd: float, tokens: int) -> Model:
    """Refuse to open a model: a call that only writes files needs no key."""
    del requests, usd, tokens
    raise AssertionError("a call that only writes files asks no model")


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """One call: how it opens the model, and what it has spent."""

    open_model: OpenModel
    spent: Spent = field(default_factory=Spent)


@contextmanager
def account_of(
    costs: Path, journal: Path, open_for: OpenFor, before: tuple[float, int], *, fresh: bool
) -> "Iterator[Account]":
    """Make the output's folder, count the earlier spending `before`, and add a cost line at the end.

    The line is written also if the call fails. `fresh` discards the costs of earlier calls.

    Raises:
        StorageError: the folder cannot be written.
    """
    with storage_errors(costs.parent):
        costs.parent.mkdir(parents=True, exist_ok=True)

    def open_model(requests: Sequence[ModelRequest]) -> Model:
        return open_for(requests, *((0.0, 0) if fresh else before))

    account = Account(open_model=open_model)
    with measure(costs, CostStage.GENERATION, journal, fresh=fresh) as spending:
        try:
            yield account
        finally:
            spending.usd, spending.tokens = account.spent.usd, account.spent.tokens


def describe_missing(missing: Mapping[Missing, int]) -> list[str]:
    """Write how many answers are missing, by reason. Empty if none is."""
    reasons = ", ".join(f"{reason} {number}" for reason, number in missing.items())
    return [f"missing {sum(missing.values())} ({reasons})"] if missing else []


def describe_spent(spent: Spent) -> str:
    """Write the answers, tokens and dollars of this call."""
    if not spent.replies:
        return "this call: no request"
    tokens = "tokens unknown" if spent.tokens is None else f"{spent.tokens:,} tokens"
    usd = "costs unknown" if spent.usd is None else f"{spent.usd:.4f} USD"
    return f"this call: {pluralize(spent.answers, 'answer')}, {tokens}, {usd}"
