"""Suggest commands for a mistyped one."""

from difflib import get_close_matches

import click

from verifier.cli.options.sections import SectionedCommand


class SuggestingGroup(click.Group):
    """A group that suggests its commands for an unknown word."""

    command_class = SectionedCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        is_word = not word.startswith("-") and not ctx.resilient_parsing
        if is_word and self.get_command(ctx, word) is None:
            near = get_close_matches(word, self.list_commands(ctx))
            meant = f" Did you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"No such command {word!r}.{meant}", ctx)
        return super().resolve_command(ctx, args)
