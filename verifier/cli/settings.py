"""Defaults from files and the environment must name options that exist; a typing error is told."""

from collections.abc import Iterable, Mapping

import click

from verifier.config import ENVIRONMENT_PREFIX
from verifier.errors import ConfigError


def check_file_settings(group: click.Group, tables: Mapping[str, object]) -> None:
    """Refuse a top-level key that is neither a command nor a global option.

    Raises:
        ConfigError: such a key is there.
    """
    commands = group.list_commands(click.Context(group))
    _refuse_unknown(tables, {*commands, *_option_names(group)}, "refverify.toml")


def check_command_settings(
    name: str, command: click.Command, table: object, variables: Iterable[str]
) -> None:
    """Refuse settings for `command` that name no option of it.

    `table` is the command's table of the files, `variables` the environment's names. A group's
    table holds one table per sub-command; those are checked when they are called.

    Raises:
        ConfigError: a setting names no option.
    """
    known = _option_names(command)
    if isinstance(command, click.Group):
        known |= set(command.list_commands(click.Context(command)))
    if isinstance(table, Mapping):
        _refuse_unknown(table, known, f"refverify.toml, [{name}]")
    prefix = f"{ENVIRONMENT_PREFIX}_{name.upper()}_"
    named = {v.removeprefix(prefix).lower() for v in variables if v.startswith(prefix)}
    if isinstance(command, click.Group):
        named = {n for n in named if not any(n.startswith(f"{k}_") for k in known)}
    _refuse_unknown(named, known, f"environment, {prefix}*")


def as_config_error(error: click.BadParameter) -> ConfigError | None:
    """The same error as a ConfigError where the value came from a file or the environment."""
    if error.ctx is None or error.param is None or error.param.name is None:
        return None
    source = error.ctx.get_parameter_source(error.param.name)
    places = {
        click.core.ParameterSource.DEFAULT_MAP: "refverify.toml",
        click.core.ParameterSource.ENVIRONMENT: "the environment",
    }
    if source not in places:
        return None
    command = error.ctx.info_name
    return ConfigError(
        f"{places[source]}: {error.param.name!r} of {command!r}: {error.message}",
        hint=f"`refverify {command} --help` says which values are allowed.",
    )


def _option_names(command: click.Command) -> set[str]:
    return {p.name for p in command.params if isinstance(p, click.Option) and p.name}


def _refuse_unknown(names: Iterable[str], known: set[str], place: str) -> None:
    for name in sorted(names):
        if name not in known:
            raise ConfigError(
                f"{place}: {name!r} is not a setting",
                hint=f"Known are: {', '.join(sorted(known)) or 'none'}.",
            )
