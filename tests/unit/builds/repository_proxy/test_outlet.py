"""What the proxy answers to a job."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from verifier.builds.repository_proxy import outlet
from verifier.builds.repository_proxy.fetching import Fetching, RefusedFile
from verifier.builds.repository_proxy.outlet import open_outlet
from verifier.builds.repository_proxy.store import ProxyStore
from verifier.errors import DownloadError, MissingToolError, StorageError


@dataclass(kw_only=True)
class Scripted(Fetching):
    """Finds the given files, or raises the given errors; other paths are absent."""

    given: Mapping[str, Path | Exception]

    def find(self, path: str) -> Path | None:
        found = self.given.get(path)
        if isinstance(found, Exception):
            raise found
        return found


def ask(place: Path, request: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(20)
        link.connect(str(place))
        link.sendall(request + b" HTTP/1.0\r\n\r\n")
        return b"".join(iter(lambda: link.recv(65536), b""))


def test_a_job_learns_what_was_found_and_why_not(tmp_path: Path) -> None:
    jar = tmp_path / "x.jar"
    jar.write_bytes(b"of the jar")
    given: dict[str, Path | Exception] = {
        "/there": jar,
        "/busy": DownloadError("https://r.example: status 429\nX: y"),
        "/full": StorageError("no space left"),
        "/broken": OSError(28, "No space left on device"),
        "/login": RefusedFile("r.example answers 401"),
    }
    fetching = Scripted(store=ProxyStore(folder=tmp_path), upstreams=(), given=given)
    with open_outlet(fetching) as opened:
        place = opened.folder.source / "socket"
        there, head = ask(place, b"GET /there"), ask(place, b"HEAD /there")
        assert there.endswith(b"\r\n\r\nof the jar")
        assert head.endswith(b"Content-Length: 10\r\n\r\n")
        assert ask(place, b"GET /absent").startswith(b"HTTP/1.1 404 no allowed repository has it")
        busy = ask(place, b"GET /busy")
        assert busy.startswith(b"HTTP/1.1 503 https://r.example: status 429?X: y\r\n")
        assert ask(place, b"GET /full").startswith(b"HTTP/1.1 503 no space left\r\n")
        assert b" 503 the proxy cannot store files: No space" in ask(place, b"GET /broken")
        assert ask(place, b"GET /login").startswith(b"HTTP/1.1 403 r.example answers 401")
    assert not place.exists()


def test_a_file_that_another_process_replaces_is_sent_as_it_was(tmp_path: Path) -> None:
    class Replaced(type(tmp_path)):  # type: ignore[misc]  # the class of the system's paths
        def open(self, *words: Any, **more: Any) -> Any:
            opened = super().open(*words, **more)
            (tmp_path / "new").write_bytes(b"a longer listing")
            (tmp_path / "new").replace(self)
            return opened

    (tmp_path / "maven-metadata.xml").write_bytes(b"short")
    listing = Replaced(tmp_path / "maven-metadata.xml")
    fetching = Scripted(store=ProxyStore(folder=tmp_path), upstreams=(), given={"/l": listing})
    with open_outlet(fetching) as opened:
        answer = ask(opened.folder.source / "socket", b"GET /l")
    assert b"Content-Length: 5\r\n" in answer
    assert answer.endswith(b"\r\n\r\nshort")


def test_a_file_that_a_prune_removed_meanwhile_is_fetched_again(tmp_path: Path) -> None:
    class Pruned(Fetching):
        def find(self, path: str) -> Path | None:
            found = tmp_path / "x.jar"
            if self._absent:
                found.write_bytes(b"again")
            self._absent.add(path)
            return found

    with open_outlet(Pruned(store=ProxyStore(folder=tmp_path), upstreams=())) as opened:
        answer = ask(opened.folder.source / "socket", b"GET /x.jar")
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"\r\n\r\nagain")


def test_without_a_jdk_for_the_forwarder_nothing_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outlet, "find_jdks", lambda: ())
    fetching = Fetching(store=ProxyStore(folder=tmp_path), upstreams=())
    with (
        pytest.raises(MissingToolError, match="needs a JDK 16 or newer"),
        open_outlet(fetching),
    ):
        pass
