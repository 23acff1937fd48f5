"""Check that defaults from files and the environment name existing options."""

from collections.abc import Iterable, Mapping, Sequence

import click

from verifier.config import CACHE_SIZE, ENVIRONMENT_PREFIX, OWN_VARIABLES, cache_size
from verifier.errors import ConfigError


def check_file_settings(group: click.Group, tables: Mapping[str, object]) -> None:
    """Refuse a top-level key that is neither a command, a global option nor the size of the cache.

    Raises:
        ConfigError: there is such a key.
    """
    options = {_long_name(o) for o in group.params if isinstance(o, click.Option)}
    commands = group.list_commands(click.Context(group))
    _refuse_unknown(tables, {*commands, *options, CACHE_SIZE}, "refverify.toml")


def check_settings(
    group: click.Group, tables: Mapping[str, object], variables: Iterable[str]
) -> None:
    """Refuse a setting that names no option of any command, whichever command is called.

    A command without settings is not loaded.

    Raises:
        ConfigError: there is such a key or variable, or the size of the cache is not one.
    """
    check_file_settings(group, tables)
    cache_size()
    ctx = click.Context(group)
    prefixes = {n: f"{ENVIRONMENT_PREFIX}_{n}_".upper() for n in group.list_commands(ctx)}
    left = set(variables) - OWN_VARIABLES
    for name, prefix in prefixes.items():
        own = {v for v in left if v.startswith(prefix)}
        left -= own
        command = group.get_command(ctx, name) if own or name in tables else None
        if command is not None:
            command_settings([name], command, tables.get(name, {}), own)
    options = {f"{ENVIRONMENT_PREFIX}_{_long_name(o)}".upper() for o in group.params}
    _refuse_unknown(left, {*options, *OWN_VARIABLES}, "environment")


def command_settings(
    path: Sequence[str], command: click.Command, table: object, variables: Iterable[str]
) -> dict[str, object]:
    """Return a command's settings from the files, keyed by click's parameter names.

    Settings from the environment are registered with the options themselves. `path` is the
    command's name, after the names of its groups. `table` is its table in the files; `variables`
    are the names of environment variables. Both name an option by its long name. A group's table
    holds one table per subcommand.

    Raises:
        ConfigError: a setting names no option.
    """
    options = _settings_of(command)
    inner = {_setting(name): name for name in _sub_commands(command)}
    place = f"refverify.toml, [{'.'.join(path)}]"
    if not isinstance(table, Mapping):
        raise ConfigError(f"{place} is not a table", hint="Write its settings below that line.")
    _refuse_unknown(table, {*options, *inner}, place)
    prefix = _setting("_".join([ENVIRONMENT_PREFIX, *path])).upper() + "_"
    # The size of the cache is no option of `cache`.
    ours = set(variables) - OWN_VARIABLES
    named = {v.removeprefix(prefix).lower() for v in ours if v.startswith(prefix)}
    own = {n for n in named if not any(n.startswith(f"{k}_") for k in inner)}
    _refuse_unknown(own, set(options), f"environment, {prefix}*")
    for option in options.values():
        option.envvar = [f"{prefix}{n.upper()}" for n, named in options.items() if named is option]
    settings = {
        str(options[key].name): _value(options[key], table[key]) for key in table if key in options
    }
    for key, name in inner.items():
        sub_command = _sub_commands(command)[name]
        settings[name] = command_settings([*path, name], sub_command, table.get(key, {}), variables)
    return settings


def _settings_of(command: click.Command) -> dict[str, click.Option]:
    """Map the names of settings to the command's options."""
    return {_long_name(o): o for o in command.params if isinstance(o, click.Option)}


def _value(option: click.Option, value: object) -> object:
    """Wrap a single value of a repeatable option in a list."""
    return [value] if option.multiple and isinstance(value, str) else value


def as_config_error(error: click.BadParameter) -> ConfigError | None:
    """Return the error as a ConfigError if the value came from a file or the environment."""
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
        f"{places[source]}: {_long_name(error.param)!r} of {command!r}: {error.message}",
        hint=f"`refverify {command} --help` says which values are allowed.",
    )


def _long_name(option: click.Parameter) -> str:
    """Return the setting's name of an option: `--base-runs` becomes `base_runs`."""
    return _setting(max(option.opts, key=len).lstrip("-"))


def _setting(name: str) -> str:
    return name.replace("-", "_")


def _sub_commands(command: click.Command) -> Mapping[str, click.Command]:
    return command.commands if isinstance(command, click.Group) else {}


def _refuse_unknown(names: Iterable[str], known: set[str], place: str) -> None:
    for name in sorted(names):
        if name not in known:
            raise ConfigError(
                f"{place}: {name!r} is not a setting",
                hint=f"Known are: {', '.join(sorted(known)) or 'none'}.",
            )
