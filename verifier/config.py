"""Defaults from files and the environment; the only module that reads either.

Precedence, highest first: the command line; `REFVERIFY_<COMMAND>_<OPTION>` in the environment;
`refverify.toml` in the current folder; `refverify.toml` in the user's configuration folder;
built-in defaults. A file has one table a command (`[verify]`), keys are option names.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from verifier.errors import ConfigError

FILE_NAME = "refverify.toml"
ENVIRONMENT_PREFIX = "REFVERIFY"


def user_folder() -> Path:
    """Where the user's own settings live."""
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "refverify"


def cache_folder() -> Path:
    """Where prepared bases, downloads and images' inputs are kept between runs."""
    chosen = os.environ.get("REFVERIFY_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "refverify"


def load_defaults(folder: Path | None = None) -> dict[str, dict[str, object]]:
    """Read both files, the current folder's winning key by key; as click's `default_map`.

    Raises:
        ConfigError: a file is not TOML, or holds something else than one table a command.
    """
    merged: dict[str, dict[str, object]] = {}
    for path in (user_folder() / FILE_NAME, (folder or Path.cwd()) / FILE_NAME):
        for command, options in _read(path).items():
            merged.setdefault(command, {}).update(options)
    return merged


def _read(path: Path) -> Mapping[str, Mapping[str, object]]:
    if not path.is_file():
        return {}
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}", hint="The file must be TOML.") from error
    tables: dict[str, dict[str, object]] = {}
    for command, options in data.items():
        if not isinstance(options, dict):
            raise ConfigError(
                f"{path}: {command!r} is not a table",
                hint="Options stand in a table named after their command, such as [verify].",
            )
        tables[command] = {key.replace("-", "_"): value for key, value in options.items()}
    return tables
