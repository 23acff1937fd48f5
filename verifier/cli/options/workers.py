"""The options of every command that analyses commits in worker processes."""

import re
from typing import Any

import click

from verifier.cli.options.definition import Decorator, default_of, together
from verifier.cli.options.numbers import Whole

_HEAP = re.compile(r"[1-9][0-9]*[kKmMgG]")


def _heap(_ctx: click.Context, _option: click.Parameter, text: str) -> str:
    if not _HEAP.fullmatch(text):
        raise click.BadParameter(f"{text!r}; write it as 512m or 2g")
    return text


def jobs_option(record: type, help_: str, most: int | None = None) -> Decorator[Any]:
    """`--jobs`, with the default of the record's field."""
    return click.option(
        "--jobs",
        type=Whole(1, most),
        default=default_of(record, "jobs"),
        show_default=True,
        help=help_,
    )


def worker_options(record: type) -> Decorator[Any]:
    """`--jobs`, `--timeout` and `--max-heap`, with the defaults of the command's request."""
    return together(
        jobs_option(record, "Worker processes; each uses one core and about 500 MB."),
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=default_of(record, "timeout"),
            show_default=True,
            help="Seconds for one commit.",
        ),
        click.option(
            "--max-heap",
            metavar="SIZE",
            callback=_heap,
            default=default_of(record, "max_heap"),
            show_default=True,
            help="Memory of one worker's JVM, such as 512m or 2g.",
        ),
    )
