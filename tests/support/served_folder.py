"""A folder served by the test's own web server, on this machine only."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from tests.support.http_server import serve_http


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """The address of a folder while it is served."""
    with serve_http(partial(_Quiet, directory=str(folder))) as address:
        yield address
