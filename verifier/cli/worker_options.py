"""The options of every command that analyses commits in worker processes."""

import re
from collections.abc import Callable
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])
_HEAP = re.compile(r"[1-9][0-9]*[kKmMgG]")


def _heap(_ctx: click.Context, _option: click.Parameter, text: str) -> str:
    if not _HEAP.fullmatch(text):
        raise click.BadParameter(f"{text!r}; write it as 512m or 2g")
    return text


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
            "--max-heap",
            metavar="SIZE",
            callback=_heap,
            default="2g",
            show_default=True,
            help="Memory of one worker's JVM, such as 512m or 2g.",
        ),
    )

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
