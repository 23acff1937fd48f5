"""The tools of a command that builds and tests the bases of instances."""

from dataclasses import dataclass, replace
from typing import Any

from verifier.cli.options.building import LimitedBuild, limit_options, tool_options
from verifier.cli.options.definition import default_of, together
from verifier.cli.options.numbers import Seconds
from verifier.cli.options.sandboxes import SandboxChoice, sandbox_options
from verifier.cli.options.sections import Decorator, Section, option
from verifier.cli.options.workers import jobs_option
from verifier.judging.options import ToolsetOptions


def toolset_options(jobs_help: str) -> Decorator[Any]:
    """The sandbox, the build, its limits, and `--jobs`."""
    jobs = jobs_option(ToolsetOptions, jobs_help, most=64)
    return together(sandbox_options, tool_options, limit_options, jobs)


analysis_timeout = option(
    "--analysis-timeout",
    section=Section.RUN,
    everyday=False,
    type=Seconds(1),
    default=default_of(ToolsetOptions, "analysis_timeout"),
    show_default=True,
    help="Seconds for one detection.",
)
"""`--analysis-timeout`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolsetChoice:
    """The options of `toolset_options`."""

    sandbox: SandboxChoice
    build: LimitedBuild
    jobs: int

    def options(self) -> ToolsetOptions:
        """Return the options of the tools."""
        return replace(self.sandbox.options(self.build.options()), jobs=self.jobs)
