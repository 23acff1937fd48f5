"""`--engine`: whether this process or a cluster does the work."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from verifier.cli.options.definition import together
from verifier.cli.options.numbers import Seconds
from verifier.cli.options.sections import Decorator, Section, option
from verifier.cli.options.values import OneOf


class Engine(StrEnum):
    """Who does the work of a command."""

    LOCAL = "local"
    RAY = "ray"


def engine_options() -> Decorator[Any]:
    """Add `--engine`, and the options that only matter for a cluster."""
    return together(
        option(
            "--engine",
            section=Section.RUN,
            everyday=False,
            type=OneOf(Engine),
            default=str(Engine.LOCAL),
            show_default=True,
            help="ray: do the shards of the job on a Ray cluster, and merge them; see docs/scale.md.",
        ),
        option(
            "--address",
            section=Section.RUN,
            everyday=False,
            metavar="HOST:PORT",
            help="Address of the cluster's head. This machine must be a node of the cluster.",
        ),
        option(
            "--shard-timeout",
            section=Section.RUN,
            everyday=False,
            type=Seconds(1),
            default=86_400,
            show_default=True,
            help="Longest time for a shard on the cluster. A late shard is killed, and started again once.",
        ),
        option(
            "--without-token",
            section=Section.RUN,
            everyday=False,
            is_flag=True,
            help="Use a cluster without a token, although anyone who reaches its ports can run code there.",
        ),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class EngineChoice:
    """The options of `engine_options`."""

    engine: Engine
    address: str | None
    shard_timeout: float
    without_token: bool

    @property
    def is_ray(self) -> bool:
        """Whether a cluster does the work."""
        return self.engine is Engine.RAY
