"""How the proxy fetches, waits and keeps files, from repositories of the test's own."""

import hashlib
import io
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.support.http_server import serve_http
from verifier.builds.repository_proxy import fetching as fetching_module
from verifier.builds.repository_proxy import store as store_module
from verifier.builds.repository_proxy.connections import Connections
from verifier.builds.repository_proxy.fetching import Fetching, RefusedFile
from verifier.builds.repository_proxy.store import ProxyStore
from verifier.errors import DownloadError


def make_jar() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("A.class", b"x" * 100)
    return made.getvalue()


JAR = make_jar()
SHA1 = hashlib.sha1(JAR, usedforsecurity=False).hexdigest().encode()


@dataclass
class Server:
    """Answers a path with the next of its answers, the last one from then on; others with 404."""

    address: str
    answers: dict[str, list[tuple[int, bytes, dict[str, str]]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def give(self, path: str, *answers: tuple[int, bytes], **headers: str) -> None:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers[path] = [(status, content, fields) for status, content in answers]


@pytest.fixture
def server() -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append(self.path)
            mine = found.answers.get(self.path, [(404, b"", {})])
            status, content, headers = mine.pop(0) if len(mine) > 1 else mine[0]
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with serve_http(Handler) as address:
        found = Server(address)
        yield found


@pytest.fixture
def fetching(server: Server, tmp_path: Path) -> Fetching:
    """Asks the folders `a` and then `b` of the server."""
    return Fetching(
        store=ProxyStore(folder=tmp_path),
        upstreams=(f"{server.address}/a", f"{server.address}/b"),
        busy_seconds=2.5,
        silent_seconds=0.5,
    )


def test_upstreams_are_asked_in_order_and_a_released_file_once(
    server: Server, fetching: Fetching
) -> None:
    server.give("/b/g/x/1/x-1.jar", (200, JAR))
    for _ in range(2):
        found = fetching.find("/g/x/1/x-1.jar")
        assert found is not None
        assert found.read_bytes() == JAR
    assert server.asked == ["/a/g/x/1/x-1.jar", "/b/g/x/1/x-1.jar", "/b/g/x/1/x-1.jar.sha1"]


def test_a_file_of_no_upstream_is_absent_and_asked_for_once(
    server: Server, fetching: Fetching
) -> None:
    assert fetching.find("/g/x/1/x-1.pom") is None
    assert fetching.find("/g/x/1/x-1.pom") is None
    assert len(server.asked) == 2


def test_the_known_file_shows_what_repositories_answer_now(
    server: Server, fetching: Fetching
) -> None:
    path = "/org/junit/junit-bom/5.9.1/junit-bom-5.9.1.pom"
    server.give(f"/a{path}", (200, b"<project/>"), (404, b""))
    assert fetching.find(path) is not None
    assert fetching.find(path) is None


def test_an_absence_is_not_believed_in_another_run(server: Server, fetching: Fetching) -> None:
    path = "/g/x/1/x-1.pom"
    assert fetching.find(path) is None
    server.give(f"/b{path}", (200, b"<project/>"))
    assert fetching.find(path) is None
    later = Fetching(store=fetching.store, upstreams=fetching.upstreams)
    assert later.find(path) is not None


def test_an_absence_that_another_process_saw_meanwhile_is_not_believed(
    server: Server, fetching: Fetching
) -> None:
    path = "/g/x/1/x-1.pom"
    assert Fetching(store=fetching.store, upstreams=fetching.upstreams).find(path) is None
    server.give(f"/b{path}", (200, b"<project/>"))
    assert fetching.find(path) is not None


def test_an_absence_is_not_believed_after_the_known_file(
    server: Server, fetching: Fetching
) -> None:
    path = "/g/x/1/x-1.pom"
    assert fetching.find(path) is None
    server.give(f"/b{path}", (200, b"<project/>"))
    assert fetching.find("/org/junit/junit-bom/5.9.1/junit-bom-5.9.1.pom") is None
    assert fetching.find(path) is not None


@pytest.mark.parametrize("path", ["/", "/g/x/", "/g/x/."])
def test_a_folder_is_refused_at_once(server: Server, fetching: Fetching, path: str) -> None:
    server.give(f"/a{path}", (200, b"<html>"))
    with pytest.raises(RefusedFile, match="a folder is no file"):
        fetching.find(path)
    assert not server.asked


def test_a_damaged_record_is_fetched_again(server: Server, fetching: Fetching) -> None:
    server.give("/a/g/x/1/x-1.pom", (200, b"<project/>"))
    found = fetching.find("/g/x/1/x-1.pom")
    assert found is not None
    found.with_suffix(".json").write_bytes(b"\0" * 100)
    assert fetching.find("/g/x/1/x-1.pom") == found


@pytest.mark.parametrize("path", ["/g/x/maven-metadata.xml", "/g/x/1-SNAPSHOT/x-1.pom"])
def test_listings_and_snapshots_are_fetched_again_after_an_hour(
    server: Server, fetching: Fetching, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    server.give(f"/a{path}", (200, b"<one/>"), (200, b"<two/>"))

    def read() -> bytes:
        found = fetching.find(path)
        assert found is not None
        return found.read_bytes()

    assert [read(), read()] == [b"<one/>"] * 2
    monkeypatch.setattr(store_module, "SHORT_SECONDS", -1.0)
    assert read() == b"<two/>"


@pytest.mark.parametrize(
    "first",
    [(429, b""), (503, b""), (200, JAR[:50]), (200, b"<html>log in</html>")],
    ids=["429", "503", "half", "a page"],
)
def test_a_busy_repository_or_a_damaged_file_is_asked_again(
    server: Server, fetching: Fetching, first: tuple[int, bytes]
) -> None:
    fetching.silent_seconds = 2.5
    server.give("/a/g/x/1/x-1.jar", first, (200, JAR), Retry_After="1")
    found = fetching.find("/g/x/1/x-1.jar")
    assert found is not None
    assert found.read_bytes() == JAR


def test_a_repository_that_stays_busy_is_no_lasting_answer(
    server: Server, fetching: Fetching
) -> None:
    server.give("/a/g/x/1/x-1.jar", (429, b""), Retry_After="600")
    server.give("/b/g/x/1/x-1.jar", (200, JAR))
    with pytest.raises(DownloadError, match="status 429"):
        fetching.find("/g/x/1/x-1.jar")
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("headers", "reason"),
    [({"Content_Length": str(len(JAR) + 9)}, "bytes arrived|IncompleteRead"), ({}, "checksum")],
)
def test_half_a_file_or_another_checksum_is_never_kept(
    server: Server, fetching: Fetching, headers: dict[str, str], reason: str
) -> None:
    server.give("/a/g/x/1/x-1.jar", (200, JAR), **headers)
    server.give("/a/g/x/1/x-1.jar.sha1", (200, b"0" * 40))
    with pytest.raises(DownloadError, match=reason):
        fetching.find("/g/x/1/x-1.jar")
    assert not list(fetching.store.folder.rglob("*.content"))


def test_a_repository_that_is_gone_is_silent_and_then_not_waited_for(tmp_path: Path) -> None:
    fetching = Fetching(
        store=ProxyStore(folder=tmp_path), upstreams=("http://127.0.0.1:9",), silent_seconds=0.1
    )
    for _ in range(2):
        with pytest.raises(DownloadError, match="refused"):
            fetching.find("/g/x/1/x-1.jar")


def test_a_login_or_a_file_that_is_too_large_is_refused(
    server: Server, fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.give("/a/g/x/1/x-1.jar", (401, b""))
    with pytest.raises(RefusedFile, match="answers 401"):
        fetching.find("/g/x/1/x-1.jar")
    monkeypatch.setattr(fetching_module, "LARGEST", 10)
    server.give("/a/g/x/1/x-2.jar", (200, JAR))
    with pytest.raises(RefusedFile, match="larger than 10"):
        fetching.find("/g/x/1/x-2.jar")


def test_a_redirection_to_another_host_is_not_followed(server: Server, fetching: Fetching) -> None:
    server.give("/a/g/x/1/x-1.jar", (302, b""), Location="http://localhost:9/x-1.jar")
    with pytest.raises(RefusedFile, match="answers 302"):
        fetching.find("/g/x/1/x-1.jar")


def test_a_redirection_by_https_to_the_host_of_another_upstream_is_followed() -> None:
    connections = Connections(("https://a.example/m2", "https://b.example"))

    def follow(address: str) -> bool:
        return connections.may_follow("https://a.example/m2/x", address)

    assert follow("https://b.example/y")
    assert follow("https://a.example/y")
    assert not follow("http://b.example/y")
    assert not follow("https://c.example/y")


def test_a_redirection_to_the_same_place_is_followed_but_not_for_ever(
    server: Server, fetching: Fetching
) -> None:
    server.give("/a/g/x/1/x-1.pom", (302, b""), Location="/a/moved.pom")
    server.give("/a/moved.pom", (200, b"<project/>"))
    assert fetching.find("/g/x/1/x-1.pom") is not None

    server.give("/a/g/x/2/x-2.pom", (302, b""), Location="/a/g/x/2/x-2.pom")
    with pytest.raises(RefusedFile, match="answers 302"):
        fetching.find("/g/x/2/x-2.pom")


def test_a_connection_stays_open_for_the_next_file_also_after_an_absent_one(tmp_path: Path) -> None:
    guests = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            guests.append(self.client_address)

        def do_GET(self) -> None:
            content = b"<project/>" if self.path.endswith(".pom") else b""
            self.send_response(200 if content else 404)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with serve_http(Handler) as address:
        fetching = Fetching(store=ProxyStore(folder=tmp_path), upstreams=(address,))
        for number in range(3):
            assert fetching.find(f"/g/x/{number}/x-{number}.pom") is not None
        fetching.stop()
    assert len(guests) == 1


def test_the_proxy_of_the_environment_is_asked(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", server.address)
    monkeypatch.setenv("no_proxy", "")
    server.give("http://repository.example/g/x/1/x-1.pom", (200, b"<project/>"))
    fetching = Fetching(store=ProxyStore(folder=tmp_path), upstreams=("http://repository.example",))
    assert fetching.find("/g/x/1/x-1.pom") is not None


def test_threads_that_want_one_file_fetch_it_once(server: Server, fetching: Fetching) -> None:
    server.give("/a/g/x/1/x-1.pom", (200, b"<project/>"))
    threads = [threading.Thread(target=fetching.find, args=("/g/x/1/x-1.pom",)) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert server.asked == ["/a/g/x/1/x-1.pom", "/a/g/x/1/x-1.pom.sha1"]


def test_a_damaged_store_is_fetched_again(server: Server, fetching: Fetching) -> None:
    server.give("/a/g/x/1/x-1.jar", (200, JAR))
    server.give("/a/g/x/1/x-1.jar.sha1", (200, SHA1))
    found = fetching.find("/g/x/1/x-1.jar")
    assert found is not None
    found.write_bytes(b"changed")
    again = fetching.find("/g/x/1/x-1.jar")
    assert again is not None
    assert again.read_bytes() == JAR
