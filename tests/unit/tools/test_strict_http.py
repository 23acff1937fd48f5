"""Requests of a hostile client on a Unix socket."""

import socket
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from verifier.errors import StorageError
from verifier.tools.strict_http import StrictHandler, serve_on_socket


class Echo(StrictHandler):
    def answer(self, path: str) -> None:
        content = path.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    with serve_on_socket(tmp_path / "socket", Echo):
        yield tmp_path / "socket"


def ask(place: Path, request: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(10)
        link.connect(str(place))
        link.sendall(request)
        link.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: link.recv(65536), b""))


def test_get_and_head_of_a_plain_path_are_answered(place: Path) -> None:
    assert ask(place, b"GET /g/x-1.jar HTTP/1.0\r\n\r\n").endswith(b"\r\n\r\n/g/x-1.jar")
    assert ask(place, b"HEAD /g/x-1.jar HTTP/1.0\r\n\r\n").endswith(b"Content-Length: 10\r\n\r\n")
    two = b"GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n"
    assert ask(place, two).count(b"HTTP/1.1 200") == 2


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"POST /a HTTP/1.1", b"405"),
        (b"PUT /a HTTP/1.1", b"405"),
        (b"CONNECT evil.example:443 HTTP/1.1", b"405"),
        (b"GET http://evil.example/a HTTP/1.1", b"403 evil.example is not an allowed repository"),
        (b"GET /a/../b HTTP/1.1", b"400"),
        (b"GET /a/%2e%2E/b HTTP/1.1", b"400"),
        (b"GET /a?b=c HTTP/1.1", b"400"),
        (b"GET /a\x00b HTTP/1.1", b"400"),
        (b"GET /" + b"a" * 2000 + b" HTTP/1.1", b"400"),
        (b"GET /a HTTP/1.1\r\nContent-Length: 5", b"400"),
        (b"GET /a HTTP/1.1\r\nTransfer-Encoding: chunked", b"400"),
        (b"GET /a HTTP/9.9", b"505"),
        (b"nonsense", b"400"),
    ],
)
def test_anything_else_is_refused_and_ends_the_connection(
    place: Path, request_line: bytes, status: bytes
) -> None:
    answer = ask(place, request_line + b"\r\n\r\nhello GET /b HTTP/1.1\r\n\r\n")
    assert status in answer
    assert b"200 OK" not in answer


def test_a_long_reason_ends_after_a_word_and_says_so(tmp_path: Path) -> None:
    class Refuse(StrictHandler):
        def answer(self, path: str) -> None:
            self.refuse(HTTPStatus.FORBIDDEN, f"no answer from {path} {'b' * 200}")

    with serve_on_socket(tmp_path / "socket", Refuse):
        answer = ask(tmp_path / "socket", b"GET /a HTTP/1.0\r\n\r\n")

    assert answer.startswith(b"HTTP/1.1 403 no answer from /a ...\r\n")
    assert answer.endswith(b"no answer from /a " + b"b" * 200 + b"\n")


def test_a_path_that_is_too_long_for_a_socket_is_an_error_with_advice(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 120)
    folder.mkdir()
    with (
        pytest.raises(StorageError, match="cannot make the socket") as error,
        serve_on_socket(folder / "s", Echo),
    ):
        pass
    assert "TMPDIR" in error.value.hint


def test_the_server_ends_with_its_block(tmp_path: Path) -> None:
    with serve_on_socket(tmp_path / "s", Echo):
        pass
    with pytest.raises(OSError, match="refused"):
        ask(tmp_path / "s", b"GET /a HTTP/1.0\r\n\r\n")
