"""How candidates are built and tested: strategy, JDK, Maven, Gradle, limits of one run."""

from collections.abc import Mapping
from typing import Any

import click

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
from verifier.config import cache_folder
from verifier.sandbox.base import Limits

_MIB = 1024**2

chosen_tools = together(
    option(
        "--strategy",
        section=Section.BUILD,
        everyday=False,
        type=click.Choice([str(choice) for choice in StrategyChoice]),
        default=str(default_of(BuildOptions, "strategy")),
        show_default=True,
        help="How candidates are built.",
    ),
    option(
        "--modules",
        section=Section.BUILD,
        multiple=True,
        metavar="REACH|FOLDER,...",
        default=(str(default_of(BuildOptions, "reach")),),
        show_default=True,
        help="Maven modules or Gradle projects to test: changed (those that contain the change; their dependants are"
        " compiled), dependants (both), all, or some folders.",
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
        type=click.Choice([str(place) for place in PrepareOn]),
        default=str(default_of(BuildOptions, "prepare_on")),
        show_default=True,
        help="Where a base's own build runs to prepare it: in the sandbox with a network, or on the host"
        " with your rights, environment and settings.",
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
        type=click.Choice([str(each) for each in Speedup]),
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
        default=default_of(Limits, "wall_seconds"),
        show_default=True,
        help="Seconds for one build and test run.",
    ),
    option(
        "--memory",
        section=Section.BUILD,
        everyday=False,
        type=Whole(256),
        default=default_of(Limits, "memory_bytes") // _MIB,
        show_default=True,
        help="MiB for one build and test run.",
    ),
)
"""How often a base's suite runs, and the limits of one run."""


def tools_of(words: Mapping[str, Any]) -> BuildOptions:
    """Read `chosen_tools`, for a command that builds nothing."""
    reach, modules = modules_of_words(words["modules"])
    return BuildOptions(
        strategy=StrategyChoice(words["strategy"]),
        jdk=words["jdk"],
        maven=words["maven"],
        gradle=words["gradle"],
        cache=cache_folder(),
        modules=modules,
        reach=reach,
    )


def build_options(words: Mapping[str, Any], limits: Limits | None = None) -> BuildOptions:
    """Read both groups. `limits` serves a command that has no options for them."""
    reach, modules = modules_of_words(words["modules"])
    if limits is None:
        limits = Limits(wall_seconds=words["build_timeout"], memory_bytes=words["memory"] * _MIB)
    return BuildOptions(
        strategy=StrategyChoice(words["strategy"]),
        jdk=words["jdk"],
        maven=words["maven"],
        gradle=words["gradle"],
        cache=cache_folder(),
        base_runs=words["base_runs"],
        limits=limits,
        offline=words["offline"],
        without=frozenset(map(Speedup, words["without"])),
        modules=modules,
        reach=reach,
        prepare_on=PrepareOn(words["prepare_on"]),
    )
