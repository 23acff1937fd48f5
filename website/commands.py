"""The page of the command line: the whole help of every command, as `--help-all` prints it."""

from collections.abc import Iterator

import click

from verifier.cli.main import COMMANDS, HELP, PROGRAM, cli
from verifier.cli.options.sections import SectionedCommand

_WIDTH = 100


def write_commands() -> str:
    """Return a heading for each command, and its help below."""
    # The names of --help as in a call: a command keeps the option that is made first.
    root = click.Context(cli, info_name=PROGRAM, help_option_names=list(HELP))
    parts = (part for name in COMMANDS for part in _describe(cli, name, root))
    return "\n".join(f"## {path}\n\n```text\n{text.rstrip()}\n```\n" for path, text in parts)


def _describe(group: click.Group, name: str, parent: click.Context) -> Iterator[tuple[str, str]]:
    command = group.get_command(parent, name)
    if command is None:
        raise KeyError(name)
    context = click.Context(
        command, info_name=name, parent=parent, terminal_width=_WIDTH, max_content_width=_WIDTH
    )
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            yield from _describe(command, each, context)
    elif isinstance(command, SectionedCommand):
        yield context.command_path, command.whole_help(context)
    else:
        yield context.command_path, command.get_help(context)
