"""Run Maven in JVMs that stay: its start script takes two seconds, mostly for the start of Java.

A copy of this machine's Maven has our start script, which passes its arguments to this module. If
this module is not reachable (for example in a container), and if Maven is asked for anything but a
build of the current folder or has an agent, the original script runs. The tests of a build still
fork a separate JVM.
"""

import json
import os
import re
import select
import shlex
import shutil
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from pwd import getpwuid
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory, mkdtemp
from threading import Thread
from types import TracebackType
from typing import IO, Any, Self

from tests.support import short_lived
from verifier.tools.jdk import find_jdks
from verifier.tools.maven import find_maven

SOURCES = Path(__file__).parents[1] / "fixtures" / "warm-maven"
CLIENT = SOURCES / "client.py"
PROGRAM = SOURCES / "Runs.java"
PLAIN = "mvn.plain"
OF_A_JOB = re.compile(
    r"HOME|TMPDIR|PWD|OLDPWD|SHLVL|_|REFVERIFY_JOB|MAVEN_OPTS|MAVEN_ARGS|XDG_CONFIG_HOME|PYTEST_.*"
)
"""Variables that differ between jobs or tests. The mark serves to find and kill the processes."""
SCRIPT = """#!/bin/bash
plain=${{BASH_SOURCE[0]%/*}}/{plain}
place=$PWD
while [[ $place && ! -e $place/.mvn ]]; do place=${{place%/*}}; done
case " $* " in
    *' -v '* | *' --version '* | *' -f '* | *' --file '*) place=/ ;;
esac
# An agent looks at one JVM, and tells what it saw when that ends.
[[ "$JAVA_TOOL_OPTIONS$JDK_JAVA_OPTIONS$MAVEN_OPTS" != *-javaagent* ]] || place=/
if [[ -z $place && -d {sockets} && -x {python} ]]; then
    {python} -I -S {client} {sockets} "$@" </dev/null
    status=$?
    ((status == {nobody})) || exit "$status"
fi
exec "$plain" "$@"
"""


def make_home(home: Path, sockets: Path) -> None:
    """Copy this machine's Maven with a start script that connects to these sockets."""
    shutil.copytree(find_maven().home, home)
    script = home / "bin" / "mvn"
    script.rename(script.with_name(PLAIN))
    script.write_text(
        SCRIPT.format(
            plain=PLAIN, sockets=sockets, python=sys.executable, client=CLIENT, nobody=199
        ),
        encoding="utf-8",
    )
    script.chmod(0o755)


class WarmMaven:
    """Answers the start script of such a home, on a socket."""

    def __init__(self, home: Path, sockets: Path, name: str, scratch: Path) -> None:
        self._home, self._scratch = home, scratch
        self._place = sockets / name
        self._listening = socket.socket(socket.AF_UNIX)
        self._idle: dict[_Kind, SimpleQueue[_Running]] = defaultdict(SimpleQueue)
        self._threads = ThreadPoolExecutor()

    def __enter__(self) -> Self:
        # A socket's path may have about a hundred characters, and a temporary folder has more.
        folder = os.open(self._place.parent, os.O_RDONLY)
        self._listening.bind(f"/proc/self/fd/{folder}/{self._place.name}")
        os.close(folder)
        self._listening.listen()
        Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Finish all answers in progress: one may be another worker's job."""
        self._place.unlink()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._threads.shutdown()
        for idle in self._idle.values():
            while not idle.empty():
                idle.get().end()

    def _listen(self) -> None:
        with suppress(OSError, RuntimeError):
            while True:
                link, _ = self._listening.accept()
                self._threads.submit(self._answer, link)

    def _answer(self, link: socket.socket) -> None:
        with link, suppress(ConnectionError):
            request = json.loads(link.makefile("rb").readline())
            kind = _Kind.of(request["env"])
            try:
                running = self._idle[kind].get_nowait()
            except Empty:
                running = _Running.start(kind, self._home, self._scratch)
            status = running.ask(request, link)
            if running.process.poll() is None:
                self._idle[kind].put(running)
            link.sendall(b"%d" % status)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Kind:
    """The start options of a JVM. Runs with equal options may share one."""

    java: Path
    options: tuple[str, ...]
    env: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, env: Mapping[str, str]) -> Self:
        words = shlex.split(env.get("MAVEN_OPTS", ""))
        return cls(
            java=Path(env["JAVA_HOME"]) / "bin" / "java",
            options=tuple(word for word in words if not word.startswith("-D")),
            env=tuple(sorted((k, v) for k, v in env.items() if not OF_A_JOB.fullmatch(k))),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Running:
    """A JVM that runs Maven repeatedly. It ends with its input."""

    process: subprocess.Popen[bytes]
    user: Path
    """A link to the home of the current run, because Maven looks for it only once."""

    @classmethod
    def start(cls, kind: _Kind, home: Path, scratch: Path) -> Self:
        place = Path(mkdtemp(dir=scratch))
        user = place / "home"
        boot = next((home / "boot").glob("plexus-classworlds*.jar"))
        words = [
            *kind.options, "-XX:+UseSerialGC", "-cp", f"{_compile_program(boot).name}:{boot}",
            f"-Duser.home={user}", f"-Dmaven.home={home}",
            f"-Dclassworlds.conf={home}/bin/m2.conf",
            f"-Dlibrary.jansi.path={home}/lib/jansi-native", PROGRAM.stem,
        ]  # fmt: skip
        process = subprocess.Popen(
            [kind.java, *words],
            cwd=place,
            env={**dict(kind.env), "HOME": str(user), "TMPDIR": str(place)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        return cls(process=process, user=user)

    def ask(self, request: Mapping[str, Any], link: socket.socket) -> int:
        """The exit status of a run. If no caller waits for it any more, the JVM is killed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        given = shlex.split(request["env"].get("MAVEN_OPTS", ""))
        properties = dict(word[2:].partition("=")[::2] for word in given if word.startswith("-D"))
        properties.setdefault("user.home", getpwuid(os.getuid()).pw_dir)
        self.user.unlink(missing_ok=True)
        self.user.symlink_to(properties["user.home"])
        out, err = (f"/proc/{request['pid']}/fd/{number}" for number in (1, 2))
        folder, pairs = request["folder"], [f"{k}={v}" for k, v in properties.items()]
        line = [out, err, folder, folder, str(len(pairs)), *pairs, *request["words"]]
        assert not any(parting in word for word in line for parting in "\t\n")
        self.process.stdin.write("\t".join(line).encode() + b"\n")
        self.process.stdin.flush()
        waiting: list[IO[bytes] | socket.socket] = [self.process.stdout, link]
        ready, _, _ = select.select(waiting, [], [])
        if self.process.stdout not in ready:
            self.process.kill()
        answer = self.process.stdout.readline()
        return int(answer) if answer else self.process.wait()

    def end(self) -> None:
        """End the JVM. It is idle, and everything that it started has ended."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@cache
def _compile_program(boot: Path) -> TemporaryDirectory[str]:
    """The program's classes, until this process ends."""
    folder = TemporaryDirectory()
    jdk = next(jdk for jdk in reversed(find_jdks()) if jdk.feature >= 17)
    short_lived.javac(jdk, "--release", "8", "-nowarn", "-cp", boot, "-d", folder.name, PROGRAM)
    return folder
