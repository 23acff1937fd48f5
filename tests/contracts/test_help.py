"""Every command's help is short, in sections, and has an example; every name in COMMANDS is real."""

from collections.abc import Iterator

import click
import pytest

from verifier.cli.main import COMMANDS, HELP, cli, main
from verifier.cli.options.sections import SectionedCommand, SectionedOption

MOST_VISIBLE, MOST_LINES = 22, 60


def walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            child = command.get_command(click.Context(command), name)
            assert child is not None
            yield from walk(child, (*path, name))


def command_at(path: tuple[str, ...]) -> click.Command:
    command: click.Command = cli
    for name in path:
        assert isinstance(command, click.Group)
        child = command.get_command(click.Context(command), name)
        assert child is not None
        command = child
    return command


ALL_PATHS = [path for name in COMMANDS for path in walk(command_at((name,)), (name,))]


COMMANDS_PROPER = [path for path in ALL_PATHS if not isinstance(command_at(path), click.Group)]


@pytest.mark.parametrize("path", COMMANDS_PROPER, ids=" ".join)
def test_every_option_has_a_section_and_at_most_22_are_everyday(path: tuple[str, ...]) -> None:
    command = command_at(path)
    options = [each for each in command.params if isinstance(each, click.Option)]

    assert isinstance(command, SectionedCommand)
    assert [each.name for each in options if not isinstance(each, SectionedOption)] == []
    assert [each.name for each in options if each.hidden] == []
    everyday = [o for o in options if isinstance(o, SectionedOption) and o.everyday]
    assert len(everyday) <= MOST_VISIBLE


@pytest.mark.parametrize("path", COMMANDS_PROPER, ids=" ".join)
def test_help_all_has_every_option(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*path, "--help-all"]) == 0
    shown = capsys.readouterr().out
    options = [each for each in command_at(path).params if isinstance(each, click.Option)]
    assert [o.name for o in options if not all(name in shown for name in o.opts)] == []


@pytest.mark.parametrize("path", ALL_PATHS, ids=" ".join)
def test_help_has_at_most_60_lines(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*path, "--help"]) == 0
    assert len(capsys.readouterr().out.splitlines()) <= MOST_LINES


def test_tuning_is_left_to_help_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "--fuzz-seed" not in shown
    assert "--help-all shows" in shown


@pytest.mark.parametrize("path", ALL_PATHS, ids=" ".join)
def test_help_has_an_example_that_calls_the_command(path: tuple[str, ...]) -> None:
    command = command_at(path)
    names = [*HELP]  # click keeps the first help option that it makes of a command
    text = command.get_help(click.Context(command, info_name=path[-1], help_option_names=names))
    assert f"refverify {' '.join(path)}" in text.partition("Example")[2]


@pytest.mark.parametrize("path", ALL_PATHS, ids=" ".join)
def test_every_option_is_explained(path: tuple[str, ...]) -> None:
    options = [p for p in command_at(path).params if isinstance(p, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("path", ALL_PATHS, ids=" ".join)
def test_a_command_is_thin(path: tuple[str, ...]) -> None:
    import inspect

    callback = command_at(path).callback
    if callback is None:
        return
    source = inspect.getsource(inspect.unwrap(callback))
    body = source.partition('"""')[2].partition('"""')[2].strip().splitlines()
    assert len(body) < 30
