"""An archive of the analysis JVM's loaded and linked classes, which halves the start of a worker.

HotSpot makes and checks the archive (JEP 483 and 514; Java 25 or newer). A process makes it once by
asking one question of each kind. The archive is next to the jars, and it is ignored if the runtime
or the jars change. Answers do not depend on it. A JVM trusts the archive's content, so its hash is
compared first. `REFVERIFY_ANALYSIS_ARCHIVE=off` disables it.
"""

import hashlib
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from verifier.analysis import boot, classpath
from verifier.analysis.runtime import OPTIONS, find_bundled
from verifier.config import analysis_archives, program_folders
from verifier.tools import process
from verifier.tools.storage.files import sha256_of
from verifier.tools.storage.scratch import create_leased_folder, remove_tree

OLDEST_JAVA = 25
"""The first version that makes an archive in one step."""
ATTEMPTS = 3
"""The number of attempts, failed or interrupted, after which no more are made. The file `attempts`
has a byte for each.
"""
PRIORITY = 19
"""The nice value of the process that makes an archive: the answer comes first."""
PATIENCE = 20.0
"""Seconds to wait at the end for an archive in progress. On an idle machine it takes three."""
_UNSAID = 1.0
"""Seconds to wait before a log line reports the wait, which delays the printed answer."""

_log = logging.getLogger(__name__)


def place(java_home: Path | None, jars: Sequence[Path]) -> Path | None:
    """The path of the archive for this runtime and these jars. None if archives are not possible."""
    home = java_home or find_bundled()
    if not analysis_archives() or _feature(home) < OLDEST_JAVA:
        return None
    facts = [*OPTIONS]
    try:
        facts.append((home / "release").read_text(encoding="utf-8", errors="replace"))
        for jar in (*jars, _jpype()):
            status = jar.stat()
            facts.append(f"{jar} {status.st_size} {status.st_mtime_ns}")
    except OSError:
        # The start of the JVM reports what is missing.
        return None
    key = hashlib.sha256("\n".join(facts).encode(errors="surrogateescape")).hexdigest()[:16]
    return jars[0].parent / f"analysis-{key}.aot"


def find_archive(java_home: Path | None, jars: Sequence[Path]) -> Path | None:
    """Return the archive if it exists and its hash is right. A damaged archive is removed."""
    archive = place(java_home, jars)
    if archive is None or not archive.is_file():
        return None
    with suppress(OSError):
        if sha256_of(archive).encode() == _read_seal(archive):
            return archive
        _log.info("%s is damaged; it is recreated", archive)
        for path in (archive, attempts_of(archive)):
            path.unlink(missing_ok=True)
    return None


class Making:
    """A background process that makes an archive."""

    def __init__(self, archive: Path, java_home: Path | None, jars: Sequence[Path]) -> None:
        self._folder = create_leased_folder("archive")
        paths = (archive, java_home or find_bundled(), *jars)
        words = boot.command(
            "verifier.analysis.archive_making",
            str(PRIORITY),
            *(str(path.absolute()) for path in paths),
        )
        # The process asks git for a small history.
        env = {**boot.environment(self._folder), "PATH": os.pathsep.join(program_folders())}
        self._process = process.popen(words, cwd=self._folder, env=env)

    def end(self, seconds: float = PATIENCE) -> None:
        """Wait at most `seconds`. A later call makes what is not ready by then.

        An interrupt only ends the wait, because the answer must still be printed.
        """
        with suppress(KeyboardInterrupt):
            self._wait(seconds)
        process.kill_group(self._process)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        remove_tree(self._folder)

    def _wait(self, seconds: float) -> None:
        if seconds > _UNSAID and not self._ended(_UNSAID):
            _log.info(
                "making an archive of the analysis JVM's classes (once), which halves its start; "
                "Ctrl-C leaves it to a later call"
            )
            seconds -= _UNSAID
        self._ended(seconds)

    def _ended(self, seconds: float) -> bool:
        with suppress(process.TimeoutExpired):
            self._process.wait(seconds)
            return True
        return False


def begin(java_home: Path | None, jars: Sequence[Path]) -> Making | None:
    """Start to make a missing archive. None if it exists or its folder is not writable."""
    archive = place(java_home, jars)
    if archive is None or archive.is_file() or not os.access(archive.parent, os.W_OK):
        return None
    attempts = attempts_of(archive)
    if attempts.is_file() and attempts.stat().st_size >= ATTEMPTS:
        return None
    return Making(archive, java_home, jars)


def attempts_of(archive: Path) -> Path:
    """The file that the maker of an archive locks; it grows with each attempt."""
    return archive.with_suffix(".attempts")


def seal_of(archive: Path) -> Path:
    """The file with the archive's hash, which is written before the archive."""
    return archive.with_suffix(".sha256")


def _read_seal(archive: Path) -> bytes:
    with suppress(OSError):
        return seal_of(archive).read_bytes()
    return b""


def _feature(home: Path) -> int:
    """The feature version of the runtime; 0 if it is unknown."""
    with suppress(OSError, ValueError, StopIteration):
        lines = (home / "release").read_text(encoding="utf-8").splitlines()
        version = next(line for line in lines if line.startswith("JAVA_VERSION="))
        return int(version.split('"')[1].split(".")[0])
    return 0


def _jpype() -> Path:
    """JPype's own jar, which is also on the class path. The module is not imported for this."""
    found = find_spec("jpype")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("jpype")
    return Path(found.origin).parent.parent / "org.jpype.jar"


def main() -> None:
    """Make a missing archive for the bundled runtime; `make build` calls this."""
    if (making := begin(None, classpath.jars())) is not None:
        making.end(120)


if __name__ == "__main__":
    main()
