"""An HTTP server on a Unix socket for hostile clients: it accepts only plain GET and HEAD requests."""

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, ClassVar

from verifier.errors import StorageError
from verifier.printable import shorten

MOST_CONNECTIONS = 64
"""Connections that are served at the same time; further ones wait."""
IDLE_SECONDS = 60.0
_LONGEST_PHRASE = 200
_PATH = re.compile(r"/[\w.\-+$~@%/:()\[\]]{1,1000}", re.ASCII)
_ESCAPED = re.compile(r"%(?:2e|2f|5c|00)", re.IGNORECASE)
_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.\-]*://([^/?#]*)", re.IGNORECASE)


class StrictHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD of plain paths without a body or a query; subclasses define `answer`."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "refverify", ""
    timeout = IDLE_SECONDS
    methods: ClassVar[frozenset[str]] = frozenset({"GET", "HEAD"})

    def answer(self, path: str) -> None:
        """Answer a request for a path, which begins with a slash and has no `..`."""
        raise NotImplementedError

    def parse_request(self) -> bool:
        """Read a request; answer it with an error, and return False, if it is not allowed."""
        if not super().parse_request():
            return False
        refusal = self._find_refusal()
        if refusal is not None:
            self.refuse(*refusal)
            self.close_connection = True
        return refusal is None

    def _find_refusal(self) -> tuple[HTTPStatus, str] | None:
        if self.command not in self.methods:
            return HTTPStatus.METHOD_NOT_ALLOWED, f"only {' and '.join(sorted(self.methods))}"
        if "Transfer-Encoding" in self.headers or self.headers.get("Content-Length", "0") != "0":
            return HTTPStatus.BAD_REQUEST, "a request may not have a body"
        absolute = _ABSOLUTE.match(self.path)
        if absolute:
            return HTTPStatus.FORBIDDEN, f"{absolute[1][:200]} is not an allowed repository"
        parts = self.path.split("/")
        if not _PATH.fullmatch(self.path) or _ESCAPED.search(self.path) or ".." in parts:
            return HTTPStatus.BAD_REQUEST, "the path is not plain"
        return None

    def do_GET(self) -> None:
        """Answer a GET request."""
        self.answer(self.path)

    def do_HEAD(self) -> None:
        """Answer a HEAD request."""
        self.answer(self.path)

    def refuse(self, status: HTTPStatus, reason: str) -> None:
        """Send an error with its reason."""
        content = f"{reason}\n".encode("ascii", "replace")
        # Build tools print the reason phrase, not the content. Only ASCII is safe in it.
        phrase = shorten(re.sub(r"[^ -~]", "?", reason), _LONGEST_PHRASE)
        self.send_response(status, phrase.replace("…", "..."))
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Log nothing, because a log must not contain what a client sends."""

    def address_string(self) -> str:
        """Return a fixed name, because a client of a Unix socket has no address."""
        return "job"


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = MOST_CONNECTIONS

    def __init__(self, socket: str, handler: type[StrictHandler]) -> None:
        self._places = threading.BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__(socket, handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._places.acquire()
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore the error: a client may disconnect at any time."""


@contextmanager
def serve_on_socket(socket: Path, handler: type[StrictHandler]) -> Iterator[None]:
    """Serve requests on a new Unix socket. Every user who can reach its folder may connect.

    Raises:
        StorageError: the socket cannot be created.
    """
    try:
        server = _Server(str(socket), handler)
    except OSError as error:
        raise StorageError(
            f"cannot make the socket {socket}: {error}",
            hint="Point TMPDIR at a folder with a short path that can be written.",
        ) from error
    with server:
        socket.chmod(0o666)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1})
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
