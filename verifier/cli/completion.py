"""`refverify completion`: print the shell's completion script."""

import click
from click.shell_completion import get_completion_class

from verifier.cli.options.sections import SectionedCommand
from verifier.config import COMPLETION_VARIABLE

BARE = "COMPREPLY+=($value)"
QUOTED = """if [[ ${COMP_WORDS[COMP_CWORD]} == [\\"\\']* ]]; then
                COMPREPLY+=("$value")
            else
                COMPREPLY+=("$(printf %q "$value")")
            fi"""
"""bash quotes a value with blanks itself if the user has opened a quote."""


@click.command(cls=SectionedCommand)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL.

    \b
    Examples:
      refverify completion bash >> ~/.bashrc
      refverify completion fish > ~/.config/fish/completions/refverify.fish
    """
    root = ctx.find_root().command
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}", ctx)
    source = kind(root, {}, "refverify", COMPLETION_VARIABLE).source()
    click.echo(source.replace(BARE, QUOTED) if shell == "bash" else source)
