"""Start the proxy, and let a job reach it and nothing else.

The job has no network. The proxy's Unix socket is mounted into it. Build tools only speak TCP, so a
forwarder in the job listens on a loopback port and passes connections to the socket.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from importlib import resources
from typing import BinaryIO

from verifier.builds.repository_proxy.fetching import Fetching, RefusedFile
from verifier.errors import MissingToolError, SandboxError, VerifierError
from verifier.sandbox.base import Mount
from verifier.tools.jdk import find_jdks
from verifier.tools.storage.scratch import scratch_folder
from verifier.tools.strict_http import StrictHandler, serve_on_socket

PORT = 27181
ADDRESS = f"http://127.0.0.1:{PORT}"
"""The one address at which a job finds all repositories."""
NOT_STARTED = "refverify: the way to the repositories does not open:"
_FORWARDER = "Forwarder.java"
_OLDEST = 16
"""The first Java with Unix sockets."""
SCRIPT = f"""exec 4< <("$1" -XX:TieredStopAtLevel=1 -Xmx64m "$2" "$3" {PORT} 2>&1)
read -r said <&4
[[ $said == listening ]] || {{ echo "{NOT_STARTED} $said"; exit 98; }}
shift 3
exec "$@"
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outlet:
    """The mounts that a job needs to reach the proxy: the socket's folder, the forwarder and its JDK."""

    folder: Mount
    program: Mount
    jdk: Mount

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """All of them; the job only reads them."""
        return self.folder, self.program, self.jdk

    def wrap(self, command: tuple[str, ...], paths: dict[str, str]) -> tuple[str, ...]:
        """Return a command that starts the forwarder first; `paths` are those of the mounts, by name."""
        return (
            *("bash", "-c", SCRIPT, "outlet", f"{paths[self.jdk.name]}/bin/java"),
            f"{paths[self.program.name]}/{_FORWARDER}",
            f"{paths[self.folder.name]}/socket",
            *command,
        )


@contextmanager
def open_outlet(fetching: Fetching) -> Iterator[Outlet]:
    """Serve the repositories on a socket until the end of the block; yield how a job reaches it.

    Raises:
        MissingToolError: no JDK is new enough for the forwarder.
    """
    jdks = [jdk for jdk in find_jdks() if jdk.feature >= _OLDEST]
    if not jdks:
        raise MissingToolError(
            f"--prepare-on proxy needs a JDK {_OLDEST} or newer on this machine",
            hint="Install one, or use --prepare-on sandbox.",
        )
    with scratch_folder("outlet") as folder:
        socket, program = folder / "outlet", folder / "program"
        for made in (socket, program):
            made.mkdir()
            made.chmod(0o755)
        with resources.as_file(resources.files(__package__).joinpath(_FORWARDER)) as source:
            shutil.copyfile(source, program / _FORWARDER)
        with serve_on_socket(socket / "socket", _make_handler(fetching)):
            try:
                yield Outlet(
                    folder=Mount(name="outlet", source=socket),
                    program=Mount(name="outlet-program", source=program),
                    jdk=Mount(name="outlet-jdk", source=max(jdks, key=lambda j: j.feature).home),
                )
            finally:
                fetching.stop()


def refuse_closed(log: str) -> None:
    """Check from a job's log that its forwarder started.

    Raises:
        SandboxError: it did not start.
    """
    if NOT_STARTED in log:
        raise SandboxError(
            log[log.index(NOT_STARTED) :].splitlines()[0].removeprefix("refverify: ")
        )


def _make_handler(fetching: Fetching) -> type[StrictHandler]:
    class Handler(StrictHandler):
        def answer(self, path: str) -> None:
            try:
                found = _open_found(fetching, path)
            except VerifierError as error:
                self.refuse(HTTPStatus.SERVICE_UNAVAILABLE, error.message)
                return
            except OSError as error:
                message = f"the proxy cannot store files: {error.strerror}"
                self.refuse(HTTPStatus.SERVICE_UNAVAILABLE, message)
                return
            except RefusedFile as error:
                self.refuse(HTTPStatus.FORBIDDEN, str(error))
                return
            if found is None:
                self.refuse(HTTPStatus.NOT_FOUND, "no allowed repository has it")
                return
            self._send(found)

        def _send(self, found: BinaryIO) -> None:
            with found as file:
                self.send_response(HTTPStatus.OK)
                self.send_header("Content-Type", "application/octet-stream")
                self.send_header("Content-Length", str(os.fstat(file.fileno()).st_size))
                self.end_headers()
                if self.command != "HEAD":
                    shutil.copyfileobj(file, self.wfile)

    return Handler


def _open_found(fetching: Fetching, path: str) -> BinaryIO | None:
    """Open the file of a path; None if no upstream has it.

    `cache prune` may remove a file after it was found; then it is fetched again, once.

    Raises:
        VerifierError, RefusedFile: see `Fetching.find`. OSError: the file cannot be stored or read.
    """
    try:
        return _find_and_open(fetching, path)
    except FileNotFoundError:
        return _find_and_open(fetching, path)


def _find_and_open(fetching: Fetching, path: str) -> BinaryIO | None:
    found = fetching.find(path)
    return None if found is None else found.open("rb")
