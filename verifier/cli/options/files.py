"""Where records come from and go to: repositories, instances, run folder, output, JSON."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from verifier.cli.options.definition import path_option, together
from verifier.cli.options.sections import Decorator, Section, option
from verifier.cli.options.values import OneOf
from verifier.errors import UsageError

INSTANCES = "instances.jsonl"
TEXT, JSON = "text", "json"


def repositories(help_: str, **words: Any) -> Decorator[Any]:
    """`--repo`; with names, and repeated, if the instances have several repositories."""
    return option(
        "--repo",
        "repos",
        section=Section.INPUT,
        multiple=True,
        metavar="[NAME=]PATH",
        help=help_,
        **words,
    )


def instances_file(name: str = "file") -> Decorator[Any]:
    """`-i`: the file of instances."""
    return path_option(
        "-i",
        "--instances",
        name,
        section=Section.INPUT,
        default=INSTANCES,
        show_default=True,
        help="The file of instances.",
    )


def _one_file(
    _ctx: click.Context, _argument: click.Parameter, files: tuple[Path, ...]
) -> Path | None:
    """Return the only file; None if there is none.

    Raises:
        UsageError: there are several.
    """
    if len(files) > 1:
        raise UsageError(
            f"PREDICTIONS is one file, not {len(files)}: {', '.join(map(str, files))}",
            hint="Judge each file with a --run of its own; `refverify report RUN RUN` compares them.",
        )
    return files[0] if files else None


def answered_instances() -> Decorator[Any]:
    """`-i` and the argument PREDICTIONS."""
    return together(
        click.argument(
            "predictions",
            nargs=-1,
            required=True,
            metavar="PREDICTIONS",
            type=click.Path(path_type=Path),
            callback=_one_file,
        ),
        instances_file("instances"),
    )


def run_folder(**words: Any) -> Decorator[Any]:
    """`--run`: the folder of one run."""
    help_ = "Folder of the run; the same call resumes it."
    return path_option("--run", "run_folder", section=Section.OUTPUT, help=help_, **words)


def output(help_: str, **words: Any) -> Decorator[Any]:
    """`-o`: the file or folder to write."""
    return path_option("-o", "--output", section=Section.OUTPUT, help=help_, **words)


def text_or_json(records: str = "one JSON object") -> Decorator[Any]:
    """`--format`: text for a person, or JSON for a program. The command gets `as_json`."""

    def is_json(_ctx: click.Context, _option: click.Parameter, value: str) -> bool:
        return value == JSON

    return format_option("as_json", (TEXT, JSON), f"json: {records}.", callback=is_json)


def format_option(
    name: str, choices: Iterable[str], help_: str, default: str = TEXT, **words: Any
) -> Decorator[Any]:
    """`--format`: the form of the output."""
    return option(
        "--format",
        name,
        section=Section.OUTPUT,
        type=OneOf(choices),
        default=default,
        show_default=True,
        help=help_,
        **words,
    )


def skip_bad_lines(help_: str = "Leave out lines that cannot be read.") -> Decorator[Any]:
    """`--skip-bad-lines`."""
    return option(
        "--skip-bad-lines", section=Section.INPUT, everyday=False, is_flag=True, help=help_
    )
