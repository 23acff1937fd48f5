"""Defaults from files and the environment; the only module that reads either.

Precedence, highest first: the command line; `REFVERIFY_<COMMAND>_<OPTION>` in the environment;
`refverify.toml` in the current folder; `refverify.toml` in the user's configuration folder;
built-in defaults. A file has one table per command (`[verify]`), whose keys are option names.
Global options (`quiet`, `debug`) come before the tables.

The files in the current folder may belong to another person. So a file there never says where code
runs or which program runs it, and a file in a repository that is judged is ignored.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.domain.quantity import SIZE_UNITS, parse_quantity
from verifier.errors import ConfigError, InputError
from verifier.secret import Secret
from verifier.utf8 import without_mark

FILE_NAME = "refverify.toml"
ENVIRONMENT_PREFIX = "REFVERIFY"
CACHE_VARIABLE = "REFVERIFY_CACHE"
ARCHIVE_VARIABLE = "REFVERIFY_ANALYSIS_ARCHIVE"
DISTANCES_VARIABLE = "REFVERIFY_ANALYSIS_DISTANCES"
CACHE_SIZE_VARIABLE = "REFVERIFY_CACHE_SIZE"
CACHE_SIZE = "cache_size"
"""The key of the same setting in a file; no option has the same meaning."""
OWN_VARIABLES = frozenset(
    {CACHE_VARIABLE, CACHE_SIZE_VARIABLE, ARCHIVE_VARIABLE, DISTANCES_VARIABLE}
)
"""Settings that exist only as environment variables; no option has the same meaning."""
PROGRAM_SETTINGS = frozenset(
    {"gradle", "image", "jdk", "maven", "prepare_on", "runtime", "sandbox"}
)
"""Settings that say where code runs and by which program."""
USERS_ALONE = frozenset(
    PROGRAM_SETTINGS
    | {"agent", "api_key_env", "base_url", "key", "prompts"}
    | {"budget", "budget_each", "budget_tokens", "confirm_above", "prices", "yes"}
    | {"address", "engine", "without_token", CACHE_SIZE}
)
"""Settings that say where code runs and by which program, where a key is sent, what may be spent, and
what is removed.

A file in the current folder cannot set them.
"""
_PULL_REQUEST = (
    "GITHUB_EVENT_NAME", "GITHUB_EVENT_PATH", "GITHUB_REF", "GITHUB_SHA",
    "CI_MERGE_REQUEST_DIFF_BASE_SHA", "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA",
    "CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_COMMIT_BRANCH", "CI_COMMIT_BEFORE_SHA", "CI_DEFAULT_BRANCH",
    "CHANGE_TARGET", "SYSTEM_PULLREQUEST_TARGETBRANCH", "BITBUCKET_PR_DESTINATION_BRANCH",
    "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
    "PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF",
)  # fmt: skip
_SCHEDULER = (
    "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT",
    "JOB_COMPLETION_INDEX", "JOB_COMPLETIONS",
    "CI_NODE_INDEX", "CI_NODE_TOTAL",
)  # fmt: skip
_NETWORK = (
    "PATH", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY",
    "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip
_LARGEST, _LONGEST_LINE = 64 * 1024, 4 * 1024
"""Most characters of a settings file, and of one line in it."""
_DEEPEST = 10
"""Most levels of nested tables; a group's command needs two."""
COMPLETION_VARIABLE = "_REFVERIFY_COMPLETE"
SLOT_VARIABLE = "_REFVERIFY_SLOT"
"""The variable that marks what a slot of a cluster starts; children inherit it."""
_RAY = "RAY_"
KEY_VARIABLE = "OPENAI_API_KEY"
"""The variable of the key for models, unless the user names another one."""


def user_folder() -> Path:
    """Return the folder of the user's own settings."""
    base = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    # A relative path would depend on the current folder.
    return (base if base.is_absolute() else Path.home() / ".config") / "refverify"


def cache_folder() -> Path:
    """Return the folder that keeps prepared bases, downloads and the inputs of images between runs."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "refverify"


def cache_size() -> int | None:
    """Return the ceiling of the cache's size in bytes; None if there is none.

    Raises:
        ConfigError: the setting is not a size, or the user's file cannot be read.
    """
    text, place = os.environ.get(CACHE_SIZE_VARIABLE), CACHE_SIZE_VARIABLE
    if not text:
        place = str(user_folder() / FILE_NAME)
        merged: dict[str, Any] = {}
        _merge(merged, _read(user_folder() / FILE_NAME))
        text = merged.get(CACHE_SIZE)
    if text is None:
        return None
    size = parse_quantity(str(text), SIZE_UNITS)
    if not size:
        raise ConfigError(f"{place}: {text!r} is not a size", hint="Write it like this: 200G.")
    return int(size)


def analysis_archives() -> bool:
    """Tell whether analysis workers may start from an archive of their classes.

    Raises:
        ConfigError: the variable is set to something other than `on` or `off`.
    """
    return _is_on(ARCHIVE_VARIABLE)


def own_distances() -> bool:
    """Tell whether the analysis computes edit distances with our class instead of commons-text's.

    Raises:
        ConfigError: the variable is set to something other than `on` or `off`.
    """
    return _is_on(DISTANCES_VARIABLE)


def _is_on(variable: str) -> bool:
    match os.environ.get(variable):
        case "off":
            return False
        case None | "" | "on":
            return True
        case other:
            raise ConfigError(f"{variable} is {other!r}", hint="Set it to on or off.")


_withheld: set[str] = set()
"""The variables whose values were read as secrets."""


def has_variable(name: str) -> bool:
    """Tell whether an environment variable has a value."""
    return bool(os.environ.get(name, "").strip())


def read_secret(variable: str) -> Secret:
    """Read the key in an environment variable. From now on no other program gets the variable.

    Raises:
        ConfigError: the variable is not set, or its value cannot be a key.
    """
    text = os.environ.get(variable, "").strip()
    if not text:
        raise ConfigError(
            f"the variable {variable} of the key is not set",
            hint=f"Export {variable}, or name another variable with --api-key-env.",
        )
    # An HTTP header with other characters would be refused, with the key in the message.
    if not all("!" <= sign <= "~" for sign in text):
        raise ConfigError(
            f"the variable {variable} has a character that no key has",
            hint="It must hold the key alone: printable ASCII without blanks.",
        )
    _withheld.add(variable)
    return Secret(text)


def environment() -> dict[str, str]:
    """Return the user's environment without secrets that were read, for other programs."""
    return {name: value for name, value in os.environ.items() if name not in _withheld}


def network_environment() -> dict[str, str]:
    """Return the variables that say how a program reaches the network, and the PATH; nothing else."""
    return {name: os.environ[name] for name in _NETWORK if name in os.environ}


def own_settings() -> dict[str, str]:
    """Return the variables that set options: those that are the same on each machine of a job."""
    return {name: os.environ[name] for name in setting_variables() - OWN_VARIABLES}


def environment_of_shard(settings: Mapping[str, str], mark: str) -> dict[str, str]:
    """Return the environment for a command that a worker of Ray starts.

    Its settings are those given, and not those of this machine. It sees no variable of Ray, since one
    may hold the cluster's token. `mark` is the value of SLOT_VARIABLE.
    """
    dropped = setting_variables() - OWN_VARIABLES
    kept = {
        name: value
        for name, value in environment().items()
        if name not in dropped and not name.startswith(_RAY)
    }
    return {**kept, **settings, SLOT_VARIABLE: mark}


def uses_ray_token() -> bool:
    """Tell whether the environment makes Ray send a token, and demand one from others."""
    return os.environ.get("RAY_AUTH_MODE", "").lower() == "token"


def stop_usage_reports() -> None:
    """Tell Ray, before it is imported, to send no statistics of its usage."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


def gradle_home() -> Path:
    """Return the user's Gradle home: init scripts, and the distributions that wrappers fetched."""
    chosen = Path(os.environ.get("GRADLE_USER_HOME", ""))
    return chosen if chosen.is_absolute() else Path.home() / ".gradle"


def java_homes() -> tuple[Path, ...]:
    """Return the folders in JAVA_HOME and JAVA_HOME_<n>_<machine>, JAVA_HOME first."""
    names = sorted(n for n in os.environ if n == "JAVA_HOME" or n.startswith("JAVA_HOME_"))
    homes = (Path(os.environ[name]) for name in names)
    return tuple(home for home in homes if home.is_absolute())


def program_folders() -> tuple[str, ...]:
    """Return the folders of the PATH.

    Relative ones are left out, as they depend on the current folder.
    """
    words = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return tuple(word for word in words if Path(word).is_absolute())


def setting_variables() -> frozenset[str]:
    """Return the names of environment variables that look like ours."""
    return frozenset(name for name in os.environ if name.startswith(f"{ENVIRONMENT_PREFIX}_"))


def git_index_file() -> Path | None:
    """Return the index that a git hook works with, if that is not the repository's own."""
    chosen = os.environ.get("GIT_INDEX_FILE")
    return Path(chosen).absolute() if chosen else None


def pull_request_variables() -> dict[str, str]:
    """Return the variables of a CI service for its pull request, and of pre-commit for a push, if
    set.
    """
    return {name: os.environ[name] for name in _PULL_REQUEST if os.environ.get(name)}


def scheduler_variables() -> dict[str, str]:
    """Return the variables by which a scheduler names this task of an array; empty outside of one."""
    return {name: os.environ[name] for name in _SCHEDULER if os.environ.get(name)}


def in_ci() -> bool:
    """Tell whether a CI service runs us: progress is then plain lines on any terminal."""
    return bool(os.environ.get("CI"))


def completion_request() -> str | None:
    """Return what the shell's completion script asks for; None in an ordinary call."""
    return os.environ.get(COMPLETION_VARIABLE)


@dataclass(frozen=True, kw_only=True, slots=True)
class FileSettings:
    """Both files merged, as click's `default_map`, and notices about ignored settings."""

    tables: dict[str, Any]
    notices: tuple[str, ...] = ()


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise ConfigError(
            f"the current folder: {error.strerror}", hint="Change to a folder that is there."
        ) from error


def load_settings(
    folder: Path | None = None, *, judged: Callable[[Path], bool] | None = None
) -> FileSettings:
    """Read both files; the current folder's file wins key by key, as far as it is trusted.

    `judged` says whether a folder belongs to a repository that is judged; without it no folder
    does.

    Raises:
        ConfigError: a file cannot be read or is not TOML, or the current folder does not exist.
    """
    here, users = folder or _current_folder(), user_folder()
    merged: dict[str, Any] = {}
    _merge(merged, _read(users / FILE_NAME))
    near = here / FILE_NAME
    # If both files are the same, it is the user's own.
    if not near.is_file() or near.resolve() == (users / FILE_NAME).resolve():
        return FileSettings(tables=merged)
    if judged is not None and judged(here):
        notice = f"{FILE_NAME} is passed over: it belongs to the repository that is judged"
        return FileSettings(tables=merged, notices=(notice,))
    believed, left_out = _drop_private(_read(near))
    _merge(merged, believed)
    return FileSettings(
        tables=merged,
        notices=tuple(
            f"{FILE_NAME} of the current folder may not set {name!r}: pass it, or set it in the"
            f" environment or in your own {FILE_NAME}"
            for name in left_out
        ),
    )


def _drop_private(settings: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the settings without those that only the user may set, and the names of these."""
    kept: dict[str, Any] = {}
    left_out: list[str] = []
    for key, value in settings.items():
        if isinstance(value, dict):
            kept[key], inner = _drop_private(value)
            left_out += inner
        elif key.replace("-", "_") in USERS_ALONE:
            left_out.append(key)
        else:
            kept[key] = value
    return kept, left_out


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
        text = without_mark(path.read_bytes(), path).decode("utf-8")
        _refuse_monsters(text, path)
        # The parser raises its own error (a ValueError) and also those of numbers and of nesting.
        found = tomllib.loads(text)
    except InputError as error:
        raise ConfigError(error.message, hint=error.hint) from error
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: {error}", hint="The file must be TOML.") from error
    if _nests_deeper(found, _DEEPEST):
        raise ConfigError(f"{path}: tables within tables, more than {_DEEPEST} deep")
    return found


def _refuse_monsters(text: str, path: Path) -> None:
    """Refuse huge files and lines, because the parser's time is quadratic in the dots of a key."""
    if len(text) > _LARGEST:
        raise ConfigError(f"{path}: larger than {_LARGEST:,} characters")
    if any(len(line) > _LONGEST_LINE for line in text.split("\n")):
        raise ConfigError(f"{path}: a line is longer than {_LONGEST_LINE:,} characters")


def _nests_deeper(settings: Mapping[str, Any], most: int) -> bool:
    level: list[Mapping[str, Any]] = [settings]
    for _ in range(most):
        level = [inner for each in level for inner in each.values() if isinstance(inner, dict)]
    return bool(level)
