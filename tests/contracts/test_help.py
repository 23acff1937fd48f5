"""Every command's help says what it does and gives an example; every name in COMMANDS is real."""

from collections.abc import Iterator

import click
import pytest

from verifier.cli.main import COMMANDS, HELP, cli


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
