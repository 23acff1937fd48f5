"""Keep the spending of a run below its budgets, and ask before it gets expensive."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from verifier.console import Console
from verifier.generation.model import ModelRequest
from verifier.generation.options import EndpointOptions


@dataclass(frozen=True, kw_only=True, slots=True)
class Ceiling:
    """The most that requests can take. `usd` is None if no price is known, `tokens` and `usd` are
    None if the length of the answers has no bound.
    """

    requests: int
    tokens: int | None
    usd: Decimal | None


def ceiling_of(requests: Iterable[ModelRequest], options: EndpointOptions) -> Ceiling:
    """Compute the most that these requests can take; needs no key and no socket (`--dry-run`).

    Raises:
        InputError: the price file cannot be read.
    """
    raise NotImplementedError


def approve(ceiling: Ceiling, options: EndpointOptions, console: Console) -> None:
    """Say the ceiling, and ask on a terminal if it is above `confirm_above`.

    Raises:
        UsageError: the user declined, or there is no terminal to ask and `yes` is not set.
    """
    raise NotImplementedError
