"""Help in sections: `--help` shows the everyday options, `--help-all` shows every option.

A command is `@click.command(cls=SectionedCommand)`. Each option is made by `option` and names its
section; `everyday=False` leaves it to `--help-all`. A shared option is everyday by default: a
command for which it is not wraps it in `rarely`. What `details` holds, such as the meaning of each
exit status, is shown after the options of `--help-all`.

Shell completion offers every option except hidden ones: a shell is where people look for a name.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from inspect import cleandoc
from typing import Any, TypeVar

import click
from click.types import OptionHelpExtra

from verifier.printable import pluralize

HELP_ALL = "--help-all"
Command = TypeVar("Command", bound=Callable[..., object])
Decorator = Callable[[Command], Command]


class Section(StrEnum):
    """The titles of the sections, in the order of the help."""

    INPUT = "Input"
    MODEL = "Model"
    PROMPTS = "Prompts"
    SAMPLING = "Sampling"
    MONEY = "Costs"
    SELECTION = "Selection"
    JUDGEMENT = "Judgement"
    STEPS = "Steps"
    OUTPUT = "Output"
    RUN = "Running"
    BUILD = "Building"
    FUZZING = "Fuzzing"


class SectionedOption(click.Option):
    """An option with its section of the help, and whether `--help` shows it."""

    def __init__(self, *names: Any, section: Section, everyday: bool = True, **words: Any) -> None:
        super().__init__(*names, **words)
        self.section = section
        self.everyday = everyday

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        """Leave out the range of a number: the error about a number outside says it."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra


def option(
    *names: str, section: Section, everyday: bool = True, **words: Any
) -> Callable[[Command], Command]:
    """Declare an option as `click.option` does, with its section of the help."""
    return click.option(*names, cls=SectionedOption, section=section, everyday=everyday, **words)


def rarely(
    *options: Callable[[Command], Command], but: Sequence[str] = ()
) -> Callable[[Command], Command]:
    """Leave shared options to `--help-all`, except those whose long names `but` lists."""

    def decorate(command: Command) -> Command:
        before = len(_options_of(command))
        for each in reversed(options):
            command = each(command)
        for made in _options_of(command)[before:]:
            if isinstance(made, SectionedOption) and not set(but).intersection(made.opts):
                made.everyday = False
        return command

    return decorate


def _options_of(command: Callable[..., object]) -> list[click.Parameter]:
    """Return the parameters that decorators have given to a function so far."""
    found: list[click.Parameter] = getattr(command, "__click_params__", [])
    return list(found)


class SectionedCommand(click.Command):
    """A command with a short `--help` in sections and a whole `--help-all`."""

    def __init__(self, *names: Any, details: str = "", **words: Any) -> None:
        super().__init__(*names, **words)
        self.details = details

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the declared parameters, `--help-all` and `--help`."""
        every, declared = super().get_params(ctx), len(self.params)
        return [*every[:declared], self._help_all, *every[declared:]]

    @cached_property
    def _help_all(self) -> click.Option:
        # click compares parameters by identity, so there is one for each command.
        def show(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
            if asked and not ctx.resilient_parsing:
                click.echo(self.whole_help(ctx), color=ctx.color)
                ctx.exit()

        return click.Option(
            [HELP_ALL],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=show,
            help="Show every option and exit.",
        )

    def whole_help(self, ctx: click.Context) -> str:
        """Return the help with every option and the details."""
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self._write_sections(ctx, formatter, rare=True)
        for text in filter(None, (self.epilog, self.details)):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(cleandoc(text))
        return formatter.getvalue().rstrip("\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the everyday options by section, and how many more there are."""
        self._write_sections(ctx, formatter, rare=False)
        more = sum(not (each.everyday or each.hidden) for each in self._list_options())
        shown = [pluralize(more, "more option")] * bool(more) + ["details"] * bool(self.details)
        if shown:
            formatter.write_paragraph()
            formatter.write_text(f"{HELP_ALL} shows {' and '.join(shown)}.")

    def _write_sections(
        self, ctx: click.Context, formatter: click.HelpFormatter, *, rare: bool
    ) -> None:
        chosen = [each for each in self._list_options() if each.everyday]
        chosen += [each for each in self._list_options() if rare and not each.everyday]
        for section in Section:
            records = (each.get_help_record(ctx) for each in chosen if each.section is section)
            if rows := [record for record in records if record is not None]:
                with formatter.section(section):
                    formatter.write_dl(rows)

    def _list_options(self) -> Iterator[SectionedOption]:
        return (each for each in self.params if isinstance(each, SectionedOption))
