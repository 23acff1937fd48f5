"""The options of every command that analyses commits in worker processes."""

from collections.abc import Callable
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])


def worker_options(*, timeout: float) -> Callable[[Command], Command]:
    """`--jobs`, `--timeout` (with this default) and `--max-heap`."""
    options = (
        click.option(
            "--jobs",
            type=click.IntRange(1),
            default=1,
            show_default=True,
            help="Worker processes; each takes a core and some 500 MB.",
        ),
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=timeout,
            show_default=True,
            help="Seconds for one commit.",
        ),
        click.option(
            "--max-heap", default="2g", show_default=True, help="Memory of one worker's JVM."
        ),
    )

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
