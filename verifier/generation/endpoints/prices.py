"""What tokens cost, from a file of the user. There is no built-in table: prices change."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from verifier.domain.generation import Usage
from verifier.errors import InputError

_NEEDED = frozenset({"input", "output", "per", "as_of"})
_KNOWN = _NEEDED | {"cached", "max_output"}
_LARGEST = 1024 * 1024
_SMALLEST, _LARGEST_AMOUNT = Decimal("1e-12"), Decimal("1e12")


@dataclass(frozen=True, kw_only=True, slots=True)
class Price:
    """The dollars of `per` tokens of one model, as of a date.

    `max_output` is the most tokens that the model answers with; None if the file does not say it.
    """

    input: Decimal
    cached: Decimal
    output: Decimal
    per: Decimal
    as_of: date
    max_output: int | None = None

    def cost(self, usage: Usage) -> Decimal:
        """Return the dollars. Cached tokens are a part of the input, reasoning of the output."""
        return self.of_tokens(usage.input, usage.output, cached=usage.cached)

    def of_tokens(self, given: int, answered: int, *, cached: int = 0) -> Decimal:
        """Return the dollars for `given` input tokens, `cached` ones included, and `answered` output tokens."""
        fresh = given - cached
        return (fresh * self.input + cached * self.cached + answered * self.output) / self.per


@dataclass(frozen=True, kw_only=True, slots=True)
class Prices:
    """The prices of models, and the SHA-256 of the file."""

    models: Mapping[str, Price]
    sha256: str


def read_prices(path: Path) -> Prices:
    """Read a price file: TOML, one table per model.

    Raises:
        InputError: the file cannot be read, or a table lacks a key, has an unknown one, or a value
            that is no price.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise InputError(f"{path}: larger than {_LARGEST:,} bytes", hint="Is it a price file?")
        tables = tomllib.loads(content.decode("utf-8"), parse_float=Decimal)
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(
            f"{path}: {error}", hint="A price file is TOML; see docs/endpoints.md."
        ) from error
    models = {name: _price(path, name, table) for name, table in tables.items()}
    return Prices(models=models, sha256=hashlib.sha256(content).hexdigest())


def _price(path: Path, model: str, table: Any) -> Price:
    place = f"{path}: {model!r}"
    if not isinstance(table, dict):
        raise InputError(f"{place} is not a table", hint=f'Write its prices below ["{model}"].')
    _check_keys(place, set(table))
    numbers = {key: _amount(place, key, table[key]) for key in sorted({*table} - {"as_of"})}
    if numbers["per"] == 0:
        raise InputError(
            f"{place}: 'per' is 0", hint="It is the tokens of a price, such as 1000000."
        )
    most = numbers.get("max_output")
    return Price(
        input=numbers["input"],
        cached=numbers.get("cached", numbers["input"]),
        output=numbers["output"],
        per=numbers["per"],
        as_of=_day(place, table["as_of"]),
        max_output=None if most is None else int(most),
    )


def _check_keys(place: str, keys: set[str]) -> None:
    for wrong, what in ((_NEEDED - keys, "lacks"), (keys - _KNOWN, "has the unknown")):
        if wrong:
            raise InputError(
                f"{place} {what} {', '.join(map(repr, sorted(wrong)))}",
                hint="A model needs input, output, per and as_of; cached and max_output are optional.",
            )


def _amount(place: str, key: str, value: Any) -> Decimal:
    number = Decimal(value) if type(value) in {int, Decimal} else Decimal("NaN")
    if not number.is_finite() or number < 0:
        hint = "It must be a number of 0 or more."
        raise InputError(f"{place}: {key!r} is {_show(value)}", hint=hint)
    if number and not _SMALLEST <= number <= _LARGEST_AMOUNT:
        hint = f"It must be 0, or from {_SMALLEST} to {_LARGEST_AMOUNT}."
        raise InputError(f"{place}: {key!r} is {_show(value)}", hint=hint)
    return number


def _show(value: object) -> str:
    """Write a value of the file; Python refuses to write a number of thousands of digits."""
    try:
        return str(value) if isinstance(value, Decimal) else repr(value)
    except ValueError:
        return "a huge number"


def _day(place: str, value: Any) -> date:
    try:
        return value if type(value) is date else date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{place}: 'as_of' is {_show(value)}", hint="Write the day as 2026-11-01."
        ) from error
