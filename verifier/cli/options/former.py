"""Options by the names that they once had: still taken, never shown, and told with the new name."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from verifier.cli.globals import Globals


class Renamed(click.Option):
    """An option that is taken by former names too.

    `former` has what each of them says: the value that it stood for, or None where a value follows.
    """

    def __init__(self, *words: Any, former: Mapping[str, str | None], **more: Any) -> None:
        super().__init__(*words, **more)
        self.former = former

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Make the former names known, each with a place of its own for its value."""
        super().add_to_parser(parser, ctx)
        for name, value in self.former.items():
            action = "append" if self.multiple else "store" if value is None else "store_const"
            parser.add_option(self, [name], dest=name, action=action, nargs=1, const=value)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """As the option itself, with the value of a former name.

        Raises:
            click.UsageError: the option was given by both names.
        """
        for name in self.former:
            if name in opts:
                if self.name in opts:
                    raise click.UsageError(f"{name} and {self.opts[-1]} are one option", ctx)
                self._tell(ctx, name)
                opts = {**opts, str(self.name): opts[name]}
        return super().handle_parse_result(ctx, opts, args)

    def _tell(self, ctx: click.Context, name: str) -> None:
        value = self.former[name]
        now = "/".join(self.opts) if value is None else f"{self.opts[0]} {value}"
        tell_former(ctx, name, now)


def former_argument(of: str, now: str) -> Callable[[Any], Any]:
    """A bare file for a command whose option `now`, with the parameter `of`, names it now."""

    def decorate(command: Any) -> Any:
        return click.argument(f"bare_{of}", cls=FormerArgument, of=of, now=now)(command)

    return decorate


class FormerArgument(click.Argument):
    """A file that once stood bare on the command line, where an option names it now.

    The usage line does not show it. `of` is the option's parameter, `now` what it is called.
    """

    def __init__(self, words: Sequence[str], *, of: str, now: str) -> None:
        path = click.Path(path_type=Path)
        super().__init__(words, required=False, expose_value=False, type=path)
        self._of, self._now = of, now

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        """None."""
        del ctx
        return []

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Put the file where the option's own value would stand."""
        value, left = super().handle_parse_result(ctx, opts, args)
        if isinstance(value, Path):
            take_bare(ctx, self._of, self._now, value)
        return value, left


def take_bare(ctx: click.Context, of: str, now: str, value: object) -> None:
    """What stood bare on the command line becomes an option's value, and that is told.

    Raises:
        click.UsageError: the option was given too.
    """
    if ctx.get_parameter_source(of) is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"{value} is one file too many beside {now}", ctx)
    ctx.params[of] = value
    tell_former(ctx, str(value), f"{now} {value}")


def tell_former(ctx: click.Context, name: str, now: str) -> None:
    """Say how something is written now."""
    shared = ctx.find_object(Globals)
    if shared is not None and not ctx.resilient_parsing:
        shared.console.say(f"{name} is now written {now}")


def former_names(option: click.Parameter) -> Sequence[str]:
    """The former names of an option that take a value; none of any other parameter."""
    if not isinstance(option, Renamed):
        return ()
    return [name for name, value in option.former.items() if value is None]
