"""Keep Gradle's own daemon for many builds outside of containers, because Gradle's start takes
longer than they do.

A copy of this machine's Gradle has our start script, which uses the daemon although the product
passes `--no-daemon`. If the daemon is not reachable (for example in a container), for another JDK,
and for a build with its own JVM options, the original script runs. The tests of a build still have
a separate JVM. A daemon on a JDK newer than 8 keeps the environment of its start, which here is
that of every job.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from verifier.builds.described.strategy import ENVIRONMENT
from verifier.sandbox.base import SYSTEM_PATH
from verifier.tools import process
from verifier.tools.build_jvm import JVM_OPTIONS
from verifier.tools.gradle import find_gradle, in_order
from verifier.tools.jdk import Jdk, find_jdks

PLAIN = "gradle.plain"
SCRIPT = """#!/bin/bash
plain=${{BASH_SOURCE[0]%/*}}/{plain}
if [[ -d {registry} && $JAVA_HOME -ef {java} ]] &&
    ! grep -Eqs '^ *org\\.gradle\\.(jvmargs|java\\.home)' gradle.properties "$GRADLE_USER_HOME/gradle.properties"
then
    for word; do
        shift
        [[ $word == --no-daemon ]] || set -- "$@" "$word"
    done
    set -- --daemon -Dorg.gradle.daemon.registry.base={registry} -Dorg.gradle.daemon.idletimeout={idle} "$@"
fi
exec "$plain" "$@"
"""
IDLE = 900_000
"""Milliseconds after which the daemon ends on its own, in case its owner was killed."""

OPTIONS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
"""The second compiler would cost more than it saves in a dozen builds."""


@contextmanager
def warm_gradle(folder: Path) -> Iterator[Path]:
    """The home of such a Gradle in a new folder. Its daemon runs until the end of the block."""
    home, registry = folder / "gradle", folder / "daemons"
    gradle = find_gradle()
    jdk = in_order(find_jdks(), gradle)[0]
    _copy(gradle.home, home)
    script = home / "bin" / "gradle"
    script.rename(script.with_name(PLAIN))
    text = SCRIPT.format(plain=PLAIN, registry=registry, java=jdk.home, idle=IDLE)
    script.write_text(text, encoding="utf-8")
    script.chmod(0o755)
    registry.mkdir()
    try:
        _begin(script, jdk, folder)
        yield home
    finally:
        for pid in daemons(registry):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def daemons(registry: Path) -> list[int]:
    """Process ids of the daemons that still run."""
    logs = registry.glob("*/daemon-*.out.log")
    pids = (int(log.name.split("-")[1].split(".")[0]) for log in logs)
    return sorted(pid for pid in pids if _is_daemon(pid))


def _is_daemon(pid: int) -> bool:
    with suppress(OSError):
        return b"GradleDaemon" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def environment(jdk: Jdk, folder: Path) -> dict[str, str]:
    """The environment of a job: a daemon serves jobs with the same language and encoding."""
    return {
        **ENVIRONMENT,
        "PATH": SYSTEM_PATH,
        "JAVA_HOME": str(jdk.home),
        "GRADLE_OPTS": JVM_OPTIONS,
        "GRADLE_USER_HOME": str(folder / "gradle-home"),
    }


def _begin(script: Path, jdk: Jdk, folder: Path) -> None:
    project = folder / "first"
    project.mkdir()
    (project / "settings.gradle").touch()
    # The daemon keeps the streams of the process that starts it.
    subprocess.run(
        [script, "--no-daemon", "--offline", "--quiet", "help"],
        cwd=project,
        # Set this way, the options do not keep it from serving builds with the usual options.
        env={**environment(jdk, folder), "JDK_JAVA_OPTIONS": OPTIONS},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )


def _copy(original: Path, home: Path) -> None:
    """Copy Gradle. Links stay links, by which Debian's own is recognised, and keep their targets."""
    shutil.copytree(original, home, symlinks=True)
    for path in original.rglob("*"):
        if path.is_symlink():
            link = home / path.relative_to(original)
            link.unlink()
            link.symlink_to(path.resolve())


def gradle_is_there() -> bool:
    """Whether this machine has a Gradle."""
    return process.which("gradle") is not None
