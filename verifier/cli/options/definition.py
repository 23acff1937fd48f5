"""How a shared option is made: its default is a field's of the library, never written here."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])
Decorator = Callable[[Command], Command]


def default_of(record: type, name: str) -> Any:
    """The default of a dataclass's field.

    Raises:
        LookupError: there is no such field, or it has no default.
    """
    for field in fields(record):
        if field.name == name:
            if field.default is not MISSING:
                return field.default
            if field.default_factory is not MISSING:
                return field.default_factory()
    raise LookupError(f"{record.__name__}.{name} has no default")


def together(*options: Decorator[Any]) -> Decorator[Any]:
    """One decorator for a group; `--help` lists its options in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def path_option(*names: str, **words: Any) -> Decorator[Any]:
    """An option that names a file or a folder."""
    folders = {key: words.pop(key) for key in ("file_okay", "dir_okay") if key in words}
    return click.option(*names, type=click.Path(path_type=Path, **folders), **words)


def tool_home_option(*names: str, **words: Any) -> Decorator[Any]:
    """An option that names a program's home: whole, so that no folder in which we stand decides."""

    def absolute(_ctx: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
        if path is not None and not path.is_absolute():
            raise click.BadParameter(f"{str(path)!r} is relative; give the whole path")
        return path

    return click.option(*names, type=click.Path(path_type=Path), callback=absolute, **words)
