"""The page of the command line has every command and every option."""

import click

from tests.contracts.test_help import ALL_PATHS, COMMANDS_PROPER, command_at
from website.commands import write_commands

PAGE = write_commands()


def test_every_command_has_a_heading_and_no_group_has_one() -> None:
    headings = [line for line in PAGE.splitlines() if line.startswith("## refverify ")]

    assert sorted(headings) == sorted(f"## refverify {' '.join(path)}" for path in COMMANDS_PROPER)
    assert len(COMMANDS_PROPER) < len(ALL_PATHS)


def test_the_help_of_a_command_has_its_options() -> None:
    missing = [
        (path, option.name)
        for path in COMMANDS_PROPER
        for option in command_at(path).params
        if isinstance(option, click.Option) and option.opts[-1] not in help_of(path)
    ]
    assert missing == []


def help_of(path: tuple[str, ...]) -> str:
    return PAGE.partition(f"## refverify {' '.join(path)}\n")[2].partition("\n## ")[0]
