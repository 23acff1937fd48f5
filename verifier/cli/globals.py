"""What the program's own options give to every command."""

from dataclasses import dataclass

from verifier.console import Console


@dataclass(frozen=True, kw_only=True, slots=True)
class Globals:
    """What every command gets as `ctx.obj`."""

    console: Console
    debug: bool
