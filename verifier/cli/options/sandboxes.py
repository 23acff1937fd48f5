"""Options that choose where hostile code runs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from verifier.cli.options.definition import together
from verifier.cli.options.sections import Decorator, Section, option
from verifier.sandbox.choice import SandboxKind

if TYPE_CHECKING:
    from verifier.builds.options import BuildOptions
    from verifier.judging.options import ToolsetOptions

_CHOICES = [str(kind) for kind in SandboxKind if kind is not SandboxKind.AUTO]


def sandbox_option(
    help_: str = "local isolates nothing: for code that you trust.",
) -> Decorator[Any]:
    """`--sandbox`."""
    return option(
        "--sandbox",
        section=Section.RUN,
        type=click.Choice(_CHOICES),
        default=str(SandboxKind.DOCKER),
        show_default=True,
        help=help_,
    )


runtime_option = option(
    "--runtime",
    section=Section.RUN,
    everyday=False,
    metavar="NAME",
    help="Runtime of the containers, one that the engine knows: runsc for gVisor.  [default: the"
    " engine's]",
)
"""`--runtime`."""

sandbox_options = together(
    sandbox_option(),
    runtime_option,
    option(
        "--image",
        section=Section.RUN,
        everyday=False,
        help="Container image to use instead of our own minimal one.",
    ),
)
"""The sandbox, and its runtime and image if it is a container."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SandboxChoice:
    """The options of `sandbox_options`."""

    sandbox: str
    image: str | None
    runtime: str | None

    def options(self, build: "BuildOptions") -> "ToolsetOptions":
        """Return the options of tools that build in this sandbox."""
        from verifier.judging.options import ToolsetOptions

        return ToolsetOptions(
            build=build, sandbox=self.sandbox, image=self.image, runtime=self.runtime
        )
