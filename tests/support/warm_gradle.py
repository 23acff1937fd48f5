"""Gradle's own daemon, kept for many builds outside of containers: a start of Gradle costs more than they do.

A copy of this machine's Gradle has a start script of ours, which asks the daemon although the product
says `--no-daemon`. Where it is not there (in a container, say), for another JDK and for a build that wants
a JVM of its own it is the script that was there. The tests of a build have a JVM of their own, as ever.
A daemon on a JDK newer than 8 keeps the environment that it was started in: here what every job has.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from verifier.builds.strategy import ENVIRONMENT
from verifier.sandbox.local import PATH
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
"""Milliseconds after which it ends by itself, for whoever was killed before it was stopped."""

OPTIONS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
"""Its second compiler would cost more than it saves in a dozen builds."""


@contextmanager
def warm_gradle(folder: Path) -> Iterator[Path]:
    """The home of such a Gradle in a new folder; its daemon runs, and ends with the block."""
    home, registry = folder / "gradle", folder / "daemons"
    gradle = find_gradle()
    jdk = in_order(find_jdks(), gradle)[0]
    _copied(gradle.home, home)
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
    """Those that were started and still run."""
    logs = registry.glob("*/daemon-*.out.log")
    pids = (int(log.name.split("-")[1].split(".")[0]) for log in logs)
    return sorted(pid for pid in pids if _is_daemon(pid))


def _is_daemon(pid: int) -> bool:
    with suppress(OSError):
        return b"GradleDaemon" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def environment(jdk: Jdk, folder: Path) -> dict[str, str]:
    """What a job has: a daemon serves whoever has the same language and encoding."""
    return {
        **ENVIRONMENT,
        "PATH": PATH,
        "JAVA_HOME": str(jdk.home),
        "GRADLE_OPTS": JVM_OPTIONS,
        "GRADLE_USER_HOME": str(folder / "gradle-home"),
    }


def _begin(script: Path, jdk: Jdk, folder: Path) -> None:
    project = folder / "first"
    project.mkdir()
    (project / "settings.gradle").touch()
    # It keeps the streams of whoever starts it.
    subprocess.run(
        [script, "--no-daemon", "--offline", "--quiet", "help"],
        cwd=project,
        # In this way it still serves who wants the usual options.
        env={**environment(jdk, folder), "JDK_JAVA_OPTIONS": OPTIONS},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )


def _copied(original: Path, home: Path) -> None:
    """Links stay links, by which Debian's own is known, and lead where they led."""
    shutil.copytree(original, home, symlinks=True)
    for path in original.rglob("*"):
        if path.is_symlink():
            link = home / path.relative_to(original)
            link.unlink()
            link.symlink_to(path.resolve())


def gradle_is_there() -> bool:
    """Whether this machine has a Gradle at all."""
    return process.which("gradle") is not None
