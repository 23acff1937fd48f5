"""`--shard`: do one part of a job, so that several machines share it."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from verifier.cli.globals import Globals
from verifier.cli.options.definition import together
from verifier.cli.options.sections import Decorator, Section, option
from verifier.config import scheduler_variables
from verifier.domain.shard import Shard, ShardEnd, ShardRequest
from verifier.errors import UsageError
from verifier.tools.git.address import is_url, without_credentials

AUTO = "auto"
_OF_A_SHARD = ("--shard", "--output", "-o", "--run", "--engine", "--address", "--shard-timeout")
"""Options with a value that a merge gives itself or does not need."""
_FLAGS = frozenset({"--force", "--without-token"})
"""Options without a value that a merge does not need."""
_JOINED = (*(f"{name}=" for name in _OF_A_SHARD if name.startswith("--")), "-o")
"""The beginnings of the same options with their value in one word."""
_SHARD = re.compile(r"([0-9]{1,9})/([0-9]{1,9})", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_SCHEDULERS = (
    ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0),
    ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0),
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1),
)
"""The variables of each scheduler: the task's number, the number of tasks, and the first task's number.

Slurm, Kubernetes (its Jobs do not set the second one, so the Job's description must), GitLab.
"""


class ShardChoice(click.ParamType[Shard]):
    """The value of `--shard`: `I/N` with I from 0, or `auto`."""

    name = "shard"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Shard:
        """Read the value.

        Raises:
            BadParameter: it is not a shard. UsageError: no scheduler says which one this is.
        """
        if isinstance(value, Shard):
            return value
        if value == AUTO:
            return read_shard(scheduler_variables())
        found = _SHARD.fullmatch(value)
        if found is None or not int(found[1]) < int(found[2]):
            self.fail(f"{value!r} is neither I/N with 0 <= I < N nor {AUTO}", param, ctx)
        return Shard(index=int(found[1]), count=int(found[2]))


def shard_option(what: str) -> Decorator[Any]:
    """Add `--shard`; `what` names the unit by which the work is divided."""
    return option(
        "--shard",
        section=Section.RUN,
        everyday=False,
        type=ShardChoice(),
        metavar="I/N|auto",
        help=f"Do only part I (from 0) of N, by {what}; `refverify merge` puts the parts together. `auto`"
        " takes I and N from the job scheduler.",
    )


write_only_option = option(
    "--write-only",
    section=Section.RUN,
    everyday=False,
    is_flag=True,
    help="Analyse, build and ask nothing: write the files from the journal, which must be complete.",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class PartChoice:
    """The options of `part_options`."""

    shard: Shard | None
    write_only: bool

    def refuse_contradictions(self, *, force: bool) -> None:
        """Refuse --write-only together with options that ask for work.

        Raises:
            UsageError: both are given.
        """
        if self.write_only and (force or self.shard is not None):
            raise UsageError(
                "--write-only does no work, so it goes neither with --shard nor with --force",
                hint="Leave one of them out.",
            )

    def refuse_dry_run(self) -> None:
        """Refuse --dry-run together with these options, because it estimates the whole job.

        Raises:
            UsageError: one of them is given.
        """
        if self.write_only or self.shard is not None:
            raise UsageError(
                "--dry-run estimates the whole job, so it goes neither with --shard nor with --write-only",
                hint="Leave them out.",
            )


def part_options(what: str) -> Decorator[Any]:
    """Add `--shard` and `--write-only`; `what` names the unit by which the work is divided."""
    return together(shard_option(what), write_only_option)


def request_shard(shared: Globals, shard: Shard) -> ShardRequest:
    """Return the request for a shard, with the words of the ordinary command."""
    name = str(click.get_current_context().info_name)
    # Global options come before the command's name.
    words = shared.words[shared.words.index(name) :] if name in shared.words else ()
    return ShardRequest(shard=shard, command=tuple(drop_shard(words)))


def drop_shard(words: Sequence[str]) -> Iterator[str]:
    """Leave out the shard, the output and credentials, which differ from shard to shard, and --force."""
    for word in drop_own_options(words):
        yield without_credentials(word) if is_url(word) else word


def drop_own_options(words: Sequence[str]) -> Iterator[str]:
    """Leave out what a shard, a merge or a cluster gets from another place, and --force."""
    rest = iter(words)
    for word in rest:
        if word in _OF_A_SHARD:
            next(rest, None)
        elif word not in _FLAGS and not word.startswith(_JOINED):
            yield word


def describe_end(end: ShardEnd, units: str, written: Path) -> str:
    """Say what a shard did and how to put all shards together. `written` is its file or its folder."""
    lacking = f", {end.open:,} of them without a lasting result" if end.open else ""
    command = shlex.join(["refverify", "merge", "OUT", str(written)])
    others = f" and those of the other {end.shard.count - 1}" if end.shard.count > 1 else ""
    return (
        f"shard {end.shard} has {end.keys:,} of {end.all_keys:,} {units}{lacking}\n"
        f"when all shards are done, put them together: {command}{others}"
    )


def read_shard(variables: Mapping[str, str]) -> Shard:
    """Return the shard that a scheduler's variables name.

    Raises:
        UsageError: no scheduler set its variables, a number is wrong, or two schedulers disagree.
    """
    shards = {
        Shard(index=_number(variables, at) - first, count=_number(variables, all_)): at
        for at, all_, first in _SCHEDULERS
        if at in variables and all_ in variables
    }
    pairs = ", ".join(f"{at} and {all_}" for at, all_, _ in _SCHEDULERS)
    if not shards:
        raise UsageError(
            "--shard auto needs a job scheduler, and none says which task this is",
            hint=f"Write --shard I/N, or set one of these pairs: {pairs}.",
        )
    if len(shards) > 1:
        said = ", ".join(f"{shard} ({name})" for shard, name in shards.items())
        raise UsageError(
            f"--shard auto: the job schedulers disagree: {said}", hint="Write --shard I/N."
        )
    ((shard, name),) = shards.items()
    if not 0 <= shard.index < shard.count:
        raise UsageError(
            f"--shard auto: {name} is {variables[name]}, and there are {shard.count} tasks",
            hint="Number the tasks without gaps (Slurm: --array=0-6), or write --shard I/N.",
        )
    return shard


def _number(variables: Mapping[str, str], name: str) -> int:
    if not _NUMBER.fullmatch(variables[name]):
        raise UsageError(
            f"--shard auto: {name} is {variables[name]!r}, not a number",
            hint="Write --shard I/N.",
        )
    return int(variables[name])
