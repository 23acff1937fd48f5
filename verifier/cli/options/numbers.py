"""Numbers on the command line, with plain error messages."""

import math
from typing import Any

import click


class Whole(click.IntRange):
    """A whole number with optional bounds."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the word that names the number in the help."""
        del param, ctx
        return "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text to a number.

        Raises:
            click.BadParameter: the text is not a whole number, or it is out of bounds.
        """
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is not a whole number{self._bounds()}", param, ctx)

    def _bounds(self) -> str:
        if self.max is None:
            return "" if self.min is None else f" of at least {self.min}"
        return f" of at most {self.max}" if self.min is None else f" from {self.min} to {self.max}"


class Number(click.FloatRange):
    """A finite number with optional bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text to a number.

        Raises:
            click.BadParameter: the text is not a finite number, or it is out of bounds.
        """
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number", param, ctx)
        return number


class Seconds(Number):
    """A number of seconds."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the word that names the number in the help."""
        del param, ctx
        return "SECONDS"
