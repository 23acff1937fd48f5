"""How candidates are built and tested: strategy, JDK, Maven, Gradle, limits of one run."""

from collections.abc import Mapping
from typing import Any

import click

from verifier.builds.base import (
    BaseRunsWhen,
    BuildOptions,
    ModuleReach,
    PrepareOn,
    StrategyChoice,
    modules_of_words,
)
from verifier.cli.options.definition import default_of, together, tool_home_option
from verifier.cli.options.numbers import Whole
from verifier.config import cache_folder
from verifier.sandbox.base import Limits

_MIB = 1024**2

chosen_tools = together(
    click.option(
        "--strategy",
        type=click.Choice([str(choice) for choice in StrategyChoice]),
        default=str(default_of(BuildOptions, "strategy")),
        show_default=True,
        help="How candidates are built.",
    ),
    click.option(
        "--modules",
        multiple=True,
        metavar=f"[{'|'.join(ModuleReach)}|FOLDER,...]",
        default=(str(default_of(BuildOptions, "reach")),),
        show_default=True,
        help="Modules to build and test (of Maven, projects of Gradle): those that hold the change, with the others that"
        " need them compiled, or compiled and tested; all; or some folders, with what they need compiled.",
    ),
    tool_home_option("--jdk", help="Home of the JDK that builds the subject."),
    tool_home_option("--maven", help="Home of the Maven that builds the subject."),
    tool_home_option(
        "--gradle", help="Home of the Gradle that builds the subject, whatever its wrapper says."
    ),
)
"""By what; it says under which key of the cache a prepared base is."""

tool_options = together(
    chosen_tools,
    click.option(
        "--prepare-on",
        type=click.Choice([str(place) for place in PrepareOn]),
        default=str(default_of(BuildOptions, "prepare_on")),
        show_default=True,
        help="Where a base's own build runs when it is prepared: in the sandbox with a network, or"
        " on the host with your rights, environment and settings.",
    ),
    click.option(
        "--neighbours/--no-neighbours",
        default=default_of(BuildOptions, "neighbours"),
        show_default=True,
        help="Take over what was prepared and compared on a commit that differs in Java sources alone.",
    ),
    click.option(
        "--class-archives/--no-class-archives",
        "archives",
        default=default_of(BuildOptions, "archives"),
        show_default=True,
        help="Start javac and the tests' launcher from archives of their classes, made once for a JDK and,"
        " for the launcher, a project's store of dependencies.",
    ),
    click.option(
        "--warm-compiler/--no-warm-compiler",
        default=default_of(BuildOptions, "warm_compiler"),
        show_default=True,
        help="Compile the candidates of a base with one javac that stays, in a container in which none of their code runs;"
        " else each in a container of its own.",
    ),
    click.option(
        "--compile-in-part/--no-compile-in-part",
        default=default_of(BuildOptions, "compile_in_part"),
        show_default=True,
        help="Compile what a candidate changed and what depends on it, with our own compiler; else all sources, in a container"
        " of its own.",
    ),
    click.option(
        "--ahead/--no-ahead",
        default=default_of(BuildOptions, "ahead"),
        show_default=True,
        help="Begin beside what comes before it what a verdict needs later: the base beside the checks that need none, our own"
        " compiler beside the project's own build, checks of class files beside the tests.",
    ),
    click.option(
        "--together/--no-together",
        default=default_of(BuildOptions, "together"),
        show_default=True,
        help="Build the modules that hold the change and those that need them in one run, where the project's own build is what"
        " takes both.",
    ),
    click.option("--offline", is_flag=True, help="Prepare nothing: use what is prepared already."),
)
"""By what, and whether a base may still be prepared."""

base_runs = click.option(
    "--base-runs",
    type=Whole(1, 20),
    default=default_of(BuildOptions, "base_runs"),
    show_default=True,
    help="Runs of the suite that measure a base.",
)
"""How often a base's suite runs."""

limit_options = together(
    base_runs,
    click.option(
        "--base-runs-when",
        type=click.Choice([str(when) for when in BaseRunsWhen]),
        default=str(default_of(BuildOptions, "base_runs_when")),
        show_default=True,
        help="When the base's suite runs more than once: where a candidate did not pass all that"
        " passed in the first run, or always.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(1),
        default=default_of(Limits, "wall_seconds"),
        show_default=True,
        help="Seconds for one build and test run.",
    ),
    click.option(
        "--memory",
        type=Whole(256),
        default=default_of(Limits, "memory_bytes") // _MIB,
        show_default=True,
        help="MiB for one build and test run.",
    ),
)
"""How often and how long."""


def tools_of(words: Mapping[str, Any]) -> BuildOptions:
    """What `chosen_tools` were given, for whoever builds nothing."""
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
    """What both groups were given; `limits` for a command that has only some of them."""
    reach, modules = modules_of_words(words["modules"])
    if limits is None:
        limits = Limits(wall_seconds=words["timeout"], memory_bytes=words["memory"] * _MIB)
    return BuildOptions(
        strategy=StrategyChoice(words["strategy"]),
        jdk=words["jdk"],
        maven=words["maven"],
        gradle=words["gradle"],
        cache=cache_folder(),
        base_runs=words["base_runs"],
        base_runs_when=BaseRunsWhen(words.get("base_runs_when", BaseRunsWhen.DOUBT)),
        limits=limits,
        offline=words["offline"],
        neighbours=words["neighbours"],
        archives=words["archives"],
        warm_compiler=words["warm_compiler"],
        compile_in_part=words["compile_in_part"],
        ahead=words["ahead"],
        together=words["together"],
        modules=modules,
        reach=reach,
        prepare_on=PrepareOn(words["prepare_on"]),
    )
