"""From the words of the command line to the options of a build."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from verifier.builds.base import BaseRunsWhen, BuildOptions, ModuleReach, PrepareOn, StrategyChoice
from verifier.cli.options.building import build_options, limit_options, tool_options


def parsed(*words: str) -> BuildOptions:
    found: list[BuildOptions] = []

    @click.command()
    @tool_options
    @limit_options
    def command(**given: object) -> None:
        found.append(build_options(given))

    assert CliRunner().invoke(command, words).exit_code == 0
    return found[0]


def test_every_word_arrives() -> None:
    options = parsed(
        *("--strategy", "maven", "--jdk", "/j", "--maven", "/m", "--gradle", "/g"),
        *("--offline", "--base-runs", "2", "--base-runs-when", "always"),
        *("--no-neighbours", "--no-class-archives", "--no-warm-compiler", "--no-ahead"),
        *("--no-compile-in-part", "--no-together"),
        *("--timeout", "9", "--memory", "512", "--modules", "core,app"),
    )

    assert options.strategy is StrategyChoice.MAVEN
    assert (options.jdk, options.maven) == (Path("/j"), Path("/m"))
    assert options.gradle == Path("/g")
    assert (options.offline, options.base_runs) == (True, 2)
    assert (options.base_runs_when, options.neighbours) == (BaseRunsWhen.ALWAYS, False)
    assert options.archives is False
    assert (options.warm_compiler, options.ahead, options.compile_in_part) == (False, False, False)
    assert options.together is False
    assert options.limits.wall_seconds == 9.0
    assert options.limits.memory_bytes == 512 * 1024 * 1024
    assert options.modules == ("app", "core")


def test_modules_may_be_a_reach() -> None:
    assert parsed("--modules", "changed").reach is ModuleReach.CHANGED
    assert parsed().reach is ModuleReach.DEPENDANTS


@pytest.mark.parametrize("option", ["--jdk", "--maven", "--gradle"])
def test_a_relative_home_of_a_tool_is_refused(option: str) -> None:
    @click.command()
    @tool_options
    def command(**given: object) -> None:
        del given

    done = CliRunner().invoke(command, [option, "evil"])

    assert done.exit_code == 2
    assert "'evil' is relative; give the whole path" in done.output


def test_the_host_prepares_only_where_it_is_named() -> None:
    assert parsed().prepare_on is PrepareOn.SANDBOX
    assert parsed("--prepare-on", "host").prepare_on is PrepareOn.HOST


def test_without_words_they_are_the_librarys_own() -> None:
    options = parsed()

    assert options == BuildOptions(cache=options.cache)
