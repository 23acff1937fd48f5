"""Where records come from and where they go: repositories, instances, run folder, output, JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from verifier.cli.options.definition import Decorator, path_option, together
from verifier.cli.options.former import Renamed, former_argument, take_bare

INSTANCES = "instances.jsonl"
INSTANCES_OPTION = "-i/--instances"
TEXT, JSON = "text", "json"


def repositories(help_: str, **words: Any) -> Decorator[Any]:
    """`--repo`, repeated with names where the instances have several repositories."""
    return click.option(
        "--repo", "repos", multiple=True, metavar="[NAME=]PATH", help=help_, **words
    )


def instances_file(name: str = "file", *, bare: bool = False) -> Decorator[Any]:
    """`-i`: the file of instances; `bare` where it once stood without the option."""
    option = path_option(
        "-i",
        "--instances",
        name,
        default=INSTANCES,
        show_default=True,
        help="The file of instances.",
    )
    return together(option, former_argument(name, INSTANCES_OPTION)) if bare else option


def answered_instances() -> Decorator[Any]:
    """`-i` and PREDICTIONS; the file of instances may stand before that one too, as it once did."""
    return together(
        click.argument(
            "predictions",
            cls=_Answers,
            nargs=-1,
            metavar="[PREDICTIONS]",
            type=click.Path(path_type=Path),
        ),
        path_option("-i", "--instances", help=f"The file of instances.  [default: {INSTANCES}]"),
    )


class _Answers(click.Argument):
    """PREDICTIONS, or as it once was INSTANCES PREDICTIONS."""

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """One file or none."""
        found, left = super().handle_parse_result(ctx, opts, args)
        *before, last = found if isinstance(found, tuple) and found else (None,)
        if len(before) > 1:
            raise click.UsageError(f"one file of predictions at a time, not {len(found)}", ctx)
        for file in before:
            take_bare(ctx, "instances", INSTANCES_OPTION, file)
        ctx.params["predictions"] = last
        return last, left


def run_folder(**words: Any) -> Decorator[Any]:
    """`--run`: the folder of one run."""
    help_ = "Run folder (ledger and evidence); resumes."
    return path_option("--run", "run_folder", help=help_, **words)


def output(help_: str, *, formerly: str = "", **words: Any) -> Decorator[Any]:
    """`-o`: the file or folder that is written; `formerly` is an old name that is still taken."""
    former = {formerly: None} if formerly else {}
    return path_option("-o", "--output", cls=Renamed, former=former, help=help_, **words)


def text_or_json(records: str = "one JSON object") -> Decorator[Any]:
    """`--format`: for a person, or the same for a program; the command gets `as_json`."""

    def is_json(_ctx: click.Context, _option: click.Parameter, value: str) -> bool:
        return value == JSON

    return format_option("as_json", (TEXT, JSON), f"json: {records}.", callback=is_json)


def format_option(
    name: str, choices: Sequence[str], help_: str, default: str = TEXT, **words: Any
) -> Decorator[Any]:
    """`--format`: the form of what is written."""
    return click.option(
        "--format",
        name,
        cls=Renamed,
        former={"--json": JSON},
        type=click.Choice(choices),
        default=default,
        show_default=True,
        help=help_,
        **words,
    )


def skip_bad_lines(help_: str = "Leave out lines that cannot be read.") -> Decorator[Any]:
    """`--skip-bad-lines`."""
    return click.option("--skip-bad-lines", is_flag=True, help=help_)
