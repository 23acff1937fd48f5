"""Say what a run can cost at most, and ask before it gets expensive."""

from collections.abc import Iterable
from decimal import Decimal

from verifier.console import Console
from verifier.errors import UsageError
from verifier.generation.ceiling import Ceiling, ceiling_of_one, total
from verifier.generation.model import ModelRequest
from verifier.generation.options import EndpointOptions
from verifier.generation.prices import read_prices
from verifier.printable import counted


def ceiling_of(requests: Iterable[ModelRequest], options: EndpointOptions) -> Ceiling:
    """Compute the most that these requests can take; needs no key and no socket (`--dry-run`).

    Raises:
        InputError: the price file cannot be read.
    """
    prices = None if options.prices is None else read_prices(options.prices).models
    price = None if prices is None else prices.get(options.model)
    return _within_budget(total(ceiling_of_one(each, price) for each in requests), options)


def _within_budget(ceiling: Ceiling, options: EndpointOptions) -> Ceiling:
    if options.budget is None:
        return ceiling
    left = max(Decimal(0), Decimal(str(options.budget)) - Decimal(str(options.spent_usd)))
    usd = left if ceiling.usd is None else min(left, ceiling.usd)
    return Ceiling(requests=ceiling.requests, tokens=ceiling.tokens, usd=usd)


def in_words(ceiling: Ceiling, options: EndpointOptions) -> str:
    """Write `at most 50 requests, 120,000 tokens, 1.20 USD`, and what is not known."""
    parts = [counted(ceiling.requests, "request")]
    parts.append("no limit of tokens" if ceiling.tokens is None else f"{ceiling.tokens:,} tokens")
    if ceiling.usd is not None:
        parts.append(f"{ceiling.usd:.2f} USD")
    elif options.prices is None:
        parts.append("costs are not known without --prices")
    elif ceiling.tokens is None:
        parts.append("no limit of costs without --max-tokens")
    else:
        parts.append(f"{options.prices} has no price of {options.model}")
    return f"at most {', '.join(parts)}"


def approve(ceiling: Ceiling, options: EndpointOptions, console: Console) -> None:
    """Say the ceiling, and ask on a terminal if it is above `confirm_above`.

    A run whose costs have no limit is asked about too. Without a price there is nothing to compare.

    Raises:
        UsageError: the user declined, or there is no terminal to ask and `yes` is not set.
    """
    words = in_words(ceiling, options)
    console.say(words)
    unlimited = ceiling.tokens is None and options.prices is not None and ceiling.usd is None
    dear = ceiling.usd is not None and ceiling.usd > Decimal(str(options.confirm_above))
    if ceiling.requests == 0 or options.yes or not (unlimited or dear):
        return
    answer = console.confirm(f"{words}. Go on?")
    if answer is None:
        raise UsageError(
            f"the run may cost more than {options.confirm_above:g} USD: {words}",
            hint="Pass --yes, a --budget, or a higher --confirm-above.",
        )
    if not answer:
        raise UsageError("not confirmed; nothing was sent")
