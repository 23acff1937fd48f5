"""Where records come from and where they go: repositories, instances, run folder, output, JSON."""

from typing import Any

import click

from verifier.cli.options.definition import Decorator, path_option

INSTANCES = "instances.jsonl"


def repositories(help_: str, **words: Any) -> Decorator[Any]:
    """`--repo`, repeated with names where the instances have several repositories."""
    return click.option(
        "--repo", "repos", multiple=True, metavar="[NAME=]PATH", help=help_, **words
    )


def instances_file() -> Decorator[Any]:
    """`-i`: the file of instances where the arguments are ids."""
    return path_option(
        "-i",
        "--instances",
        "file",
        default=INSTANCES,
        show_default=True,
        help="The file of instances.",
    )


def run_folder(**words: Any) -> Decorator[Any]:
    """`--run`: the folder of one run."""
    help_ = "Run folder (ledger and evidence); resumes."
    return path_option("--run", "run_folder", help=help_, **words)


def output(help_: str, **words: Any) -> Decorator[Any]:
    """`-o`: the file or folder that is written."""
    return path_option("-o", "--output", help=help_, **words)


def as_json(what: str = "one JSON object") -> Decorator[Any]:
    """`--json`: the same for a program."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what}.")


def skip_bad_lines(help_: str = "Leave out lines that cannot be read.") -> Decorator[Any]:
    """`--skip-bad-lines`."""
    return click.option("--skip-bad-lines", is_flag=True, help=help_)
