"""The options of every command that analyses commits in worker processes."""

import re
from dataclasses import dataclass
from typing import Any

import click

from verifier.cli.options.definition import default_of, together
from verifier.cli.options.numbers import Seconds, Whole
from verifier.cli.options.sections import Decorator, Section, option

_HEAP = re.compile(r"[1-9][0-9]*[kKmMgG]")


def _heap(_ctx: click.Context, _option: click.Parameter, text: str) -> str:
    if not _HEAP.fullmatch(text):
        raise click.BadParameter(f"{text!r}; write it as 512m or 2g")
    return text


def jobs_option(record: type, help_: str, most: int | None = None) -> Decorator[Any]:
    """`--jobs`, with the default of the record's field."""
    return option(
        "--jobs",
        section=Section.RUN,
        type=Whole(1, most),
        default=default_of(record, "jobs"),
        show_default=True,
        help=help_,
    )


def worker_options(record: type) -> Decorator[Any]:
    """`--jobs`, `--commit-timeout` and `--max-heap`, with the defaults of the command's request."""
    return together(
        jobs_option(record, "Worker processes of about 500 MB each."),
        option(
            "--commit-timeout",
            section=Section.RUN,
            type=Seconds(min=0, min_open=True),
            default=default_of(record, "timeout"),
            show_default=True,
            help="Seconds for one commit.",
        ),
        option(
            "--max-heap",
            section=Section.RUN,
            everyday=False,
            metavar="SIZE",
            callback=_heap,
            default=default_of(record, "max_heap"),
            show_default=True,
            help="Memory of one worker's JVM, such as 512m or 2g.",
        ),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerChoice:
    """The options of `worker_options`."""

    jobs: int
    commit_timeout: float
    max_heap: str
