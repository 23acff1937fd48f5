"""Defaults from files and the environment; the only module that reads either.

Precedence, highest first: the command line; `REFVERIFY_<COMMAND>_<OPTION>` in the environment;
`refverify.toml` in the current folder; `refverify.toml` in the user's configuration folder;
built-in defaults. A file has one table a command (`[verify]`), keys are option names; global
options (`quiet`, `debug`) stand above the tables.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verifier.errors import ConfigError

FILE_NAME = "refverify.toml"
ENVIRONMENT_PREFIX = "REFVERIFY"
CACHE_VARIABLE = "REFVERIFY_CACHE"
COMPLETION_VARIABLE = "_REFVERIFY_COMPLETE"


def user_folder() -> Path:
    """Where the user's own settings live."""
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "refverify"


def cache_folder() -> Path:
    """Where prepared bases, downloads and images' inputs are kept between runs."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "refverify"


def java_homes() -> tuple[Path, ...]:
    """The folders that JAVA_HOME and JAVA_HOME_<n>_<machine> name, JAVA_HOME first."""
    names = sorted(n for n in os.environ if n == "JAVA_HOME" or n.startswith("JAVA_HOME_"))
    return tuple(Path(os.environ[name]) for name in names if os.environ[name])


def setting_variables() -> frozenset[str]:
    """Names in the environment that look like ours."""
    return frozenset(name for name in os.environ if name.startswith(f"{ENVIRONMENT_PREFIX}_"))


def in_ci() -> bool:
    """Whether a CI service runs us: progress is then plain lines, whatever the terminal."""
    return bool(os.environ.get("CI"))


def completion_request() -> str | None:
    """What the shell's completion script asks for; None in an ordinary call."""
    return os.environ.get(COMPLETION_VARIABLE)


def load_defaults(folder: Path | None = None) -> dict[str, Any]:
    """Read both files, the current folder's winning key by key; as click's `default_map`.

    Raises:
        ConfigError: a file cannot be read or is not TOML.
    """
    merged: dict[str, Any] = {}
    for path in (user_folder() / FILE_NAME, (folder or Path.cwd()) / FILE_NAME):
        _merge(merged, _read(path))
    return merged


def _merge(into: dict[str, Any], settings: Mapping[str, Any]) -> None:
    for key, value in settings.items():
        name = key.replace("-", "_")
        if isinstance(value, dict):
            inner = into.setdefault(name, {})
            if isinstance(inner, dict):
                _merge(inner, value)
                continue
        into[name] = value


def _read(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}", hint="The file must be TOML.") from error
