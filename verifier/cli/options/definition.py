"""Build shared options. The default of an option is always the default of a library field."""

from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import click

from verifier.cli.options.sections import Command, Decorator, Section, option


def default_of(record: type, name: str) -> Any:
    """Return the default of a dataclass field.

    Raises:
        LookupError: the field does not exist or has no default.
    """
    for field in fields(record):
        if field.name == name:
            if field.default is not MISSING:
                return field.default
            if field.default_factory is not MISSING:
                return field.default_factory()
    raise LookupError(f"{record.__name__}.{name} has no default")


def together(*options: Decorator[Any]) -> Decorator[Any]:
    """Combine options into one decorator; `--help` lists them in this order."""

    def decorate(command: Command) -> Command:
        for each in reversed(options):
            command = each(command)
        return command

    return decorate


def path_option(
    *names: str, section: Section, everyday: bool = True, **words: Any
) -> Decorator[Any]:
    """Make an option that names a file or a folder."""
    folders = {key: words.pop(key) for key in ("file_okay", "dir_okay") if key in words}
    kind = click.Path(path_type=Path, **folders)
    return option(*names, section=section, everyday=everyday, type=kind, **words)


def tool_home_option(
    *names: str, section: Section, everyday: bool = True, **words: Any
) -> Decorator[Any]:
    """Make an option for a program's home.

    It must be absolute, so that the current folder decides nothing.
    """

    def absolute(_ctx: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
        if path is not None and not path.is_absolute():
            raise click.BadParameter(f"{str(path)!r} is relative; give the whole path")
        return path

    kind = click.Path(path_type=Path)
    return option(*names, section=section, everyday=everyday, type=kind, callback=absolute, **words)
