"""Do the work of a command on a cluster, as its shards, and write its files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.globals import Globals
from verifier.cli.options.engines import Engine, EngineChoice
from verifier.cli.options.shards import drop_own_options, drop_shard
from verifier.domain.outcome import JsonValue
from verifier.domain.shard import Shard, ShardKind
from verifier.errors import UsageError

if TYPE_CHECKING:
    from verifier.judging.options import ToolsetOptions

_CONTRADICTIONS = ("shard", "write_only", "force", "budget", "budget_tokens")
"""Options that choose a part of the job, start it over, or would count for each shard separately."""


def run_on_cluster(
    shared: Globals,
    choice: EngineChoice,
    kind: ShardKind,
    output: Path,
    tools: "ToolsetOptions | None" = None,
) -> int:
    """Do the current command on a cluster, and return its exit code. `tools` are those that build.

    Raises:
        UsageError: an option does not go with --engine ray. For others see `distribute`.
    """
    from verifier.workflows.distributing.ray_cluster import ClusterChoice
    from verifier.workflows.distributing.run import DistributedJob, distribute

    address = _check_options(choice)
    name = str(click.get_current_context().info_name)
    at = shared.words.index(name)
    rest = tuple(drop_own_options(shared.words[at + 1 :]))

    def name_words(shard: Shard, target: Path) -> tuple[str, ...]:
        return (name, "--shard", str(shard), *_here(name, target), *rest)

    def finish() -> int:
        from verifier.cli.main import invoke

        return invoke([*shared.words[:at], name, "--write-only", *_here(name, output), *rest])

    job = DistributedJob(
        kind=kind,
        output=output,
        command=tuple(drop_shard((name, *rest))),
        name_words=name_words,
        choice=ClusterChoice(
            address=address,
            shard_timeout=choice.shard_timeout,
            without_token=choice.without_token,
        ),
        sandbox=None if tools is None else _describe_choice(tools),
    )
    code = distribute(job, shared.console, finish)
    if kind in {ShardKind.REPOSITORIES, ShardKind.JUDGEMENT} and output.is_dir():
        shared.console.say(f"wrote {output}")
    return code


def _describe_choice(tools: "ToolsetOptions") -> dict[str, JsonValue] | None:
    """Return the sandbox that was chosen, as plain values; None if nothing is built."""
    if not tools.builds:
        return None
    return {"kind": tools.sandbox, "image": tools.image, "runtime": tools.runtime}


def _here(name: str, output: Path) -> tuple[str, ...]:
    """Return the options for one process that does the work itself and writes this output."""
    return ("--run" if name == "verify" else "-o", str(output), "--engine", str(Engine.LOCAL))


def _check_options(choice: EngineChoice) -> str:
    """Return the address.

    Raises:
        UsageError: there is none, or an option does not go with the engine.
    """
    given = click.get_current_context().params
    if wrong := [name for name in _CONTRADICTIONS if given.get(name)]:
        option = wrong[0].replace("_", "-")
        raise UsageError(
            f"--{option} does not go with --engine ray",
            hint="Each shard would spend a budget. To begin again, remove the output and the folder"
            " ….shards next to it.",
        )
    if choice.address is None:
        raise UsageError(
            "--engine ray needs --address HOST:PORT",
            hint="It is the address of the cluster's head.",
        )
    return choice.address
