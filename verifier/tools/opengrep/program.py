"""Find a rule engine on this machine, and make it start fast."""

import hashlib
import importlib.util
import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from verifier.config import cache_folder
from verifier.errors import MissingToolError
from verifier.tools import process
from verifier.tools.storage.files import storage_errors
from verifier.tools.storage.locking import exclusive
from verifier.tools.storage.scratch import scratch_folder

PACKAGE = "tackbox_opengrep"
DISTRIBUTION = "tackbox-opengrep"
START_SECONDS = 120
_CORE = "semgrep/bin/opengrep-core"
_log = logging.getLogger(__name__)


class Family(StrEnum):
    """Which command line syntax a program uses."""

    OPENGREP = "opengrep"
    SEMGREP = "semgrep"


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """A rule engine's executable; `core` says that it starts without unpacking or Python."""

    family: Family
    path: Path
    core: bool = False


def find_program() -> Program:
    """Return the first of: `opengrep` on the PATH, the package `tackbox-opengrep`, `semgrep` on the
    PATH.

    Raises:
        MissingToolError: none of them is installed.
    """
    for family, path in _list_installed():
        return Program(family=family, path=path)
    raise MissingToolError(
        "no rule engine: neither opengrep nor semgrep is on the PATH",
        hint=f"{sys.executable} -m pip install {DISTRIBUTION}",
    )


def _list_installed() -> Iterator[tuple[Family, Path]]:
    if found := process.which("opengrep"):
        yield Family.OPENGREP, Path(found)
    if bundled := _find_bundled():
        yield Family.OPENGREP, bundled
    if found := process.which("semgrep"):
        yield Family.SEMGREP, Path(found)


def _find_bundled() -> Path | None:
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        return None
    program = Path(package.origin).parent / "bin" / "opengrep"
    return program if os.access(program, os.X_OK) else None


def unpack(program: Program) -> Program:
    """Return the engine as a core binary that starts at once, if the program contains one.

    opengrep's release is an archive. On its first start it unpacks 246 MB into the user's cache,
    and every start runs a Python front end. This unpacks it once, under a lock, into a scratch
    folder, and keeps only the core binary in our own cache. A program without such a core (a
    distribution's package, semgrep) is returned unchanged.

    Raises:
        StorageError: the cache cannot be written.
    """
    if program.family is not Family.OPENGREP:
        return program
    home = cache_folder() / "engines" / _key(program.path)
    core = home / "opengrep"  # with this name the binary acts as the complete command line tool
    with storage_errors(home):
        home.mkdir(parents=True, exist_ok=True)
        with exclusive(home / "lock"):
            if not core.exists() and not (home / "none").exists():
                _unpack(program.path, home)
    return Program(family=program.family, path=core, core=True) if core.exists() else program


def _key(program: Path) -> str:
    """Identify the file by path, size and time, so that its bytes are not read on every start."""
    real = program.resolve()
    facts = real.stat()
    return hashlib.sha256(f"{real}\0{facts.st_size}\0{facts.st_mtime_ns}".encode()).hexdigest()[:16]


def _unpack(program: Path, home: Path) -> None:
    _log.info("unpacking the rule engine (once)")
    with scratch_folder("unpacking", home) as scratch:
        env = {**environment(program, scratch), "XDG_CACHE_HOME": str(scratch)}
        process.check([program, "--version"], env=env, timeout=START_SECONDS)
        found = next(scratch.glob(f"opengrep/*/{_CORE}"), None)
        if found is None:
            (home / "none").touch()
            return
        found.chmod(0o755)
        found.replace(home / "opengrep")


def environment(program: Path, home: Path) -> dict[str, str]:
    """Return the environment of an engine, without settings, tokens or rules of the user."""
    return {
        "HOME": str(home),
        "PATH": f"{program.parent}{os.pathsep}{os.defpath}",
        "LANG": "C.UTF-8",
        "SEMGREP_SEND_METRICS": "off",
        "SEMGREP_ENABLE_VERSION_CHECK": "0",
        "OPENGREP_LOG_SRCS": "commons.pcre",
        "SEMGREP_LOG_SRCS": "commons.pcre",
    }
