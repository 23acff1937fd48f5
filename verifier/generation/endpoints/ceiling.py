"""The most that requests can cost, computed before they are sent, and the user's approval of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from verifier.console import Console
from verifier.domain.generation import Usage
from verifier.errors import UsageError
from verifier.generation.endpoints.options import EndpointOptions
from verifier.generation.endpoints.prices import Price, read_prices
from verifier.generation.model import Message, ModelRequest
from verifier.generation.tokens import estimate_tokens
from verifier.printable import pluralize

_FRAME, _FRAME_EACH = 64, 16
"""Tokens that an endpoint may add to a request, and to each of its messages."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ceiling:
    """The most that requests can take.

    `tokens` and `usd` are None if the length of the answers has no bound, `usd` also if the price
    is not known.
    """

    requests: int
    tokens: int | None
    usd: Decimal | None


def ceiling_of_one(request: ModelRequest, price: Price | None) -> Ceiling:
    """Compute the ceiling of a request. A token has at least one byte."""
    given = max_input_tokens(request.messages)
    answered = request.sampling.max_tokens or (price.max_output if price else None)
    if answered is None:
        return Ceiling(requests=1, tokens=None, usd=None)
    usd = None if price is None else _most_dollars(price, given, answered)
    return Ceiling(requests=1, tokens=given + answered, usd=usd)


def _most_dollars(price: Price, given: int, answered: int) -> Decimal:
    """Return the dollars at the higher input price: writing to a cache may cost more than no cache."""
    return max(price.of_tokens(given, answered), price.of_tokens(given, answered, cached=given))


def add_up(ceilings: Iterable[Ceiling]) -> Ceiling:
    """Add ceilings up; a part without a bound leaves the sum without one."""
    each = list(ceilings)
    tokens = [one.tokens for one in each if one.tokens is not None]
    usd = [one.usd for one in each if one.usd is not None]
    return Ceiling(
        requests=sum(one.requests for one in each),
        tokens=sum(tokens) if len(tokens) == len(each) else None,
        usd=sum(usd, Decimal(0)) if len(usd) == len(each) else None,
    )


def ceiling_of(requests: Iterable[ModelRequest], options: EndpointOptions) -> Ceiling:
    """Compute the ceiling of all requests; needs no key and no socket (`--dry-run`).

    Raises:
        InputError: the price file cannot be read.
    """
    prices = None if options.prices is None else read_prices(options.prices).models
    price = None if prices is None else prices.get(options.model)
    return _within_budget(add_up(ceiling_of_one(each, price) for each in requests), options)


def _within_budget(ceiling: Ceiling, options: EndpointOptions) -> Ceiling:
    if options.budget is None:
        return ceiling
    left = max(Decimal(0), Decimal(str(options.budget)) - Decimal(str(options.spent_usd)))
    usd = left if ceiling.usd is None else min(left, ceiling.usd)
    return Ceiling(requests=ceiling.requests, tokens=ceiling.tokens, usd=usd)


def describe_ceiling(ceiling: Ceiling, options: EndpointOptions) -> str:
    """Write `at most 50 requests, 120,000 tokens, 1.20 USD`, and what is not known."""
    parts = [pluralize(ceiling.requests, "request")]
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
    words = describe_ceiling(ceiling, options)
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


def max_input_tokens(messages: Sequence[Message]) -> int:
    """Return an upper bound of the tokens of messages: one for each byte, and the endpoint's frame."""
    return _FRAME + sum(_FRAME_EACH + _size(message.text) for message in messages)


def estimate_usage(messages: Sequence[Message], answer: str) -> Usage:
    """Estimate the tokens of a request and its answer from their bytes."""
    given = sum(_size(message.text) for message in messages)
    return Usage(
        input=estimate_tokens(given), output=estimate_tokens(_size(answer)), estimated=True
    )


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
