"""How candidates are built and tested: strategy, JDK, Maven, Gradle, limits of one run."""

from dataclasses import dataclass, replace
from pathlib import Path

from verifier.builds.options import (
    BuildOptions,
    PrepareOn,
    StrategyChoice,
    modules_of_words,
)
from verifier.builds.speedups import Speedup
from verifier.cli.options.definition import default_of, together, tool_home_option
from verifier.cli.options.numbers import Seconds, Whole
from verifier.cli.options.sections import Section, option
from verifier.cli.options.values import OneOf
from verifier.config import cache_folder
from verifier.sandbox.base import JobLimits

_MIB = 1024**2

chosen_tools = together(
    option(
        "--strategy",
        section=Section.BUILD,
        everyday=False,
        type=OneOf(StrategyChoice),
        default=str(default_of(BuildOptions, "strategy")),
        show_default=True,
        help="How candidates are built.",
    ),
    option(
        "--modules",
        section=Section.BUILD,
        multiple=True,
        metavar="MODULES",
        default=(str(default_of(BuildOptions, "reach")),),
        show_default=True,
        help="Modules to test: changed, dependants (the changed ones and all that depend on them), all, or some"
        " folders.",
    ),
    tool_home_option(
        "--jdk", section=Section.BUILD, help="Home of the JDK that builds the subject."
    ),
    tool_home_option(
        "--maven",
        section=Section.BUILD,
        everyday=False,
        help="Home of the Maven that builds the subject.",
    ),
    tool_home_option(
        "--gradle",
        section=Section.BUILD,
        everyday=False,
        help="Home of the Gradle that builds the subject; its wrapper is ignored.",
    ),
)
"""The tools of a build. They are part of the cache key of a prepared base."""

tool_options = together(
    chosen_tools,
    option(
        "--prepare-on",
        section=Section.BUILD,
        everyday=False,
        type=OneOf(PrepareOn),
        default=str(default_of(BuildOptions, "prepare_on")),
        show_default=True,
        help="Where a base's own build runs to prepare it: in the sandbox with a network; there without one,"
        " with a proxy for repositories (`proxy`); or on the host with your rights and settings.",
    ),
    option(
        "--offline",
        section=Section.BUILD,
        everyday=False,
        is_flag=True,
        help="Prepare nothing; use only what is already prepared.",
    ),
    option(
        "--without",
        section=Section.BUILD,
        everyday=False,
        type=OneOf(Speedup),
        multiple=True,
        help="Turn a speedup off; repeat. The verdicts must stay the same.",
    ),
)
"""The tools of a build, and whether and where a base may be prepared."""

base_runs = option(
    "--base-runs",
    section=Section.BUILD,
    everyday=False,
    type=Whole(1, 20),
    default=default_of(BuildOptions, "base_runs"),
    show_default=True,
    help="How many runs of the suite measure a base.",
)
"""How often a base's suite runs."""

limit_options = together(
    base_runs,
    option(
        "--build-timeout",
        section=Section.BUILD,
        type=Seconds(1),
        default=default_of(JobLimits, "wall_seconds"),
        show_default=True,
        help="Limit of one build and test run.",
    ),
    option(
        "--memory",
        section=Section.BUILD,
        everyday=False,
        type=Whole(256),
        default=default_of(JobLimits, "memory_bytes") // _MIB,
        show_default=True,
        help="MiB for one build and test run.",
    ),
)
"""How often a base's suite runs, and the limits of one run."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolChoice:
    """The options of `chosen_tools`."""

    strategy: StrategyChoice
    modules: tuple[str, ...]
    jdk: Path | None
    maven: Path | None
    gradle: Path | None

    def options(self) -> BuildOptions:
        """Return the options of a build, for a command that builds nothing."""
        reach, modules = modules_of_words(self.modules)
        return BuildOptions(
            strategy=self.strategy,
            jdk=self.jdk,
            maven=self.maven,
            gradle=self.gradle,
            cache=cache_folder(),
            modules=modules,
            reach=reach,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildChoice:
    """The options of `tool_options`."""

    tools: ToolChoice
    prepare_on: PrepareOn
    offline: bool
    without: tuple[Speedup, ...]

    def options(self, *, base_runs: int, limits: JobLimits) -> BuildOptions:
        """Return the options of a build with these limits of each run."""
        return replace(
            self.tools.options(),
            base_runs=base_runs,
            limits=limits,
            offline=self.offline,
            without=frozenset(self.without),
            prepare_on=self.prepare_on,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitedBuild:
    """The options of `tool_options` and `limit_options`."""

    build: BuildChoice
    base_runs: int
    build_timeout: float
    memory: int

    def options(self) -> BuildOptions:
        """Return the options of a build."""
        limits = JobLimits(wall_seconds=self.build_timeout, memory_bytes=self.memory * _MIB)
        return self.build.options(base_runs=self.base_runs, limits=limits)
