"""The most tokens and dollars that a request can take, computed before it is sent."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from verifier.domain.generation import Usage
from verifier.generation.model import Message, ModelRequest
from verifier.generation.prices import Price

BYTES_PER_TOKEN = 3.5
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
    given = most_input(request.messages)
    answered = request.sampling.max_tokens or (price.max_output if price else None)
    if answered is None:
        return Ceiling(requests=1, tokens=None, usd=None)
    usd = None if price is None else _dearest(price, given, answered)
    return Ceiling(requests=1, tokens=given + answered, usd=usd)


def _dearest(price: Price, given: int, answered: int) -> Decimal:
    """Return the dollars if all input costs the dearer of both prices: writing a cache may cost more."""
    return max(price.of_tokens(given, answered), price.of_tokens(given, answered, cached=given))


def total(ceilings: Iterable[Ceiling]) -> Ceiling:
    """Add ceilings up; a part without a bound leaves the sum without one."""
    each = list(ceilings)
    tokens = [one.tokens for one in each if one.tokens is not None]
    usd = [one.usd for one in each if one.usd is not None]
    return Ceiling(
        requests=sum(one.requests for one in each),
        tokens=sum(tokens) if len(tokens) == len(each) else None,
        usd=sum(usd, Decimal(0)) if len(usd) == len(each) else None,
    )


def most_input(messages: Sequence[Message]) -> int:
    """Return the most tokens that messages can be."""
    return _FRAME + sum(_FRAME_EACH + _size(message.text) for message in messages)


def estimated_usage(messages: Sequence[Message], answer: str) -> Usage:
    """Estimate the tokens of a request and its answer from their bytes."""
    given = sum(_size(message.text) for message in messages)
    return Usage(input=estimated(given), output=estimated(_size(answer)), estimated=True)


def estimated(size: int) -> int:
    """Estimate the tokens of a text of `size` bytes; no tokenizer is right for all models."""
    return math.ceil(size / BYTES_PER_TOKEN)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
