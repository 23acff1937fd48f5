"""From the words of the command line to the options of a build."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from verifier.builds.options import BuildOptions, ModuleReach, PrepareOn, StrategyChoice
from verifier.builds.speedups import Speedup
from verifier.cli.options.building import LimitedBuild, limit_options, tool_options
from verifier.cli.options.records import pass_as


def parse(*words: str) -> BuildOptions:
    found: list[BuildOptions] = []

    @click.command()
    @tool_options
    @limit_options
    @pass_as(LimitedBuild)
    def command(options: LimitedBuild) -> None:
        found.append(options.options())

    assert CliRunner().invoke(command, words).exit_code == 0
    return found[0]


def test_every_word_arrives() -> None:
    options = parse(
        *("--strategy", "maven", "--jdk", "/j", "--maven", "/m", "--gradle", "/g"),
        *("--offline", "--base-runs", "2"),
        *("--without", "neighbours", "--without", "ahead"),
        *("--build-timeout", "9", "--memory", "512", "--modules", "core,app"),
    )

    assert options.strategy is StrategyChoice.MAVEN
    assert (options.jdk, options.maven) == (Path("/j"), Path("/m"))
    assert options.gradle == Path("/g")
    assert (options.offline, options.base_runs) == (True, 2)
    assert options.without == {Speedup.NEIGHBOURS, Speedup.AHEAD}
    assert not options.uses(Speedup.AHEAD)
    assert options.uses(Speedup.TOGETHER)
    assert options.limits.wall_seconds == 9.0
    assert options.limits.memory_bytes == 512 * 1024 * 1024
    assert options.modules == ("app", "core")


def test_modules_may_be_a_reach() -> None:
    assert parse("--modules", "changed").reach is ModuleReach.CHANGED
    assert parse().reach is ModuleReach.DEPENDANTS


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
    assert parse().prepare_on is PrepareOn.SANDBOX
    assert parse("--prepare-on", "host").prepare_on is PrepareOn.HOST
    assert parse("--prepare-on", "proxy").prepare_on is PrepareOn.PROXY


def test_without_words_they_are_the_librarys_own() -> None:
    options = parse()

    assert options == BuildOptions(cache=options.cache)


def test_every_speedup_is_on_the_page_of_settings() -> None:
    page = Path(__file__).parents[4] / "docs" / "configuration.md"
    listed = re.findall(r"^\| `([\w-]+)` \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == [str(each) for each in Speedup]
