"""The data that the global options give to every command."""

from dataclasses import dataclass

from verifier.console import Console


@dataclass(frozen=True, kw_only=True, slots=True)
class Globals:
    """The object that every command gets as `ctx.obj`."""

    console: Console
    debug: bool
    words: tuple[str, ...] = ()
    """The words of the command line."""
