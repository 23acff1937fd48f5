"""Where records come from and where they go: repositories, instances, run folder, output, JSON."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from verifier.cli.main import Globals
from verifier.cli.options.definition import Decorator, path_option, together

INSTANCES = "instances.jsonl"
FORMER_OUTPUT = "refverify.former_output"


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


def output(help_: str, *, formerly: str = "", **words: Any) -> Decorator[Any]:
    """`-o`: the file or folder that is written; `formerly` is an old name that is still taken."""
    if not formerly:
        return path_option("-o", "--output", help=help_, **words)
    required = words.pop("required", False)
    former = path_option(
        formerly,
        "former_output",
        hidden=True,
        expose_value=False,
        is_eager=True,
        callback=_former(formerly),
        help=f"The old name of --output: {help_}",
        **words,
    )
    return together(
        path_option(
            "-o",
            "--output",
            callback=partial(_now_or_formerly, required=required),
            help=f"{help_}{'  [required]' if required else ''}",
            **words,
        ),
        former,
    )


def _former(name: str) -> Callable[[click.Context, click.Parameter, Path | None], None]:
    """Takes an option by its old name, and says the new one."""

    def keep(ctx: click.Context, _option: click.Parameter, value: Path | None) -> None:
        if value is not None:
            ctx.meta[FORMER_OUTPUT] = value
            shared = ctx.find_object(Globals)
            if shared is not None:
                shared.console.say(f"{name} is now called -o/--output")

    return keep


def _now_or_formerly(
    ctx: click.Context, option: click.Parameter, value: Path | None, *, required: bool
) -> Path | None:
    path: Path | None = value if value is not None else ctx.meta.get(FORMER_OUTPUT)
    if path is None and required and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=option)
    return path


def as_json(what: str = "one JSON object") -> Decorator[Any]:
    """`--json`: the same for a program."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what}.")


def skip_bad_lines(help_: str = "Leave out lines that cannot be read.") -> Decorator[Any]:
    """`--skip-bad-lines`."""
    return click.option("--skip-bad-lines", is_flag=True, help=help_)
