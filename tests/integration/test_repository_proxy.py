"""A preparation without a network: what a real build tool gets through the proxy, and what it does not."""

import hashlib
import io
import socket
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.support.http_server import serve_http
from verifier.builds.described import downloads
from verifier.builds.described.online import Online, OnlineCall, online
from verifier.builds.gradle.choice import describe_installation as describe_gradle
from verifier.builds.gradle.online import OnlineGradle
from verifier.builds.maven.online import OnlineMaven
from verifier.builds.maven.preparation import describe_installation as describe_maven
from verifier.builds.options import BuildOptions, PrepareOn
from verifier.sandbox.base import Job, JobLimits
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.gradle import find_gradle, in_order
from verifier.tools.jdk import find_jdks
from verifier.tools.maven import find_maven

pytestmark = pytest.mark.engine

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>g</groupId><artifactId>above</artifactId><version>1</version><relativePath/></parent>
  <artifactId>subject</artifactId>
  <repositories><repository><id>evil</id><url>{listener}</url></repository></repositories>
</project>
"""
ABOVE = b"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>g</groupId><artifactId>above</artifactId><version>1</version><packaging>pom</packaging>
</project>
"""
BUILD = """apply plugin: 'java'
repositories { maven { url '%s' } }
dependencies { compile 'g:b:1' }
"""


def make_jar() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("b.txt", "b")
    return made.getvalue()


FILES = {
    "/m2/g/above/1/above-1.pom": ABOVE,
    "/m2/g/b/1/b-1.pom": ABOVE.replace(b"above", b"b").replace(b"<packaging>pom</packaging>", b""),
    "/m2/g/b/1/b-1.jar": make_jar(),
}


@dataclass
class Upstream:
    """A repository on this machine; it is busy for the first `busy` requests."""

    address: str
    busy: int = 0
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append(self.path)
            content = FILES.get(self.path)
            status = 404 if content is None else 200
            if found.busy:
                found.busy, status, content = found.busy - 1, 429, None
            self.send_response(status)
            self.send_header("Retry-After", "1")
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *_: object) -> None:
            pass

    with serve_http(Handler) as address:
        found = Upstream(f"{address}/m2")
        yield found


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """The address of a listener on all interfaces, as a job with a network would reach it; its guests."""
    with socket.create_server(("0.0.0.0", 0)) as server:
        guests: list[str] = []

        def listen() -> None:
            while True:
                try:
                    link, guest = server.accept()
                except OSError:
                    return
                guests.append(guest[0])
                link.close()

        threading.Thread(target=listen, daemon=True).start()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            out.connect(("192.0.2.1", 9))
            own = out.getsockname()[0]
        yield f"http://{own}:{server.getsockname()[1]}/m2", guests


@pytest.fixture(scope="module")
def container() -> Iterator[DockerSandbox]:
    with DockerSandbox() as opened:
        yield opened


@contextmanager
def prepare_on_proxy(container: DockerSandbox, tmp_path: Path, store: str) -> Iterator[Online]:
    (tmp_path / store).mkdir()
    options = BuildOptions(
        cache=tmp_path / "cache",
        prepare_on=PrepareOn.PROXY,
        limits=JobLimits(wall_seconds=300),
    )
    with online(container, tmp_path / store, options) as place:
        yield place


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, upstream: Upstream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "PAUSES", ())
    monkeypatch.setattr(downloads, "KNOWN_SHA256", hashlib.sha256(b"").hexdigest())
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / ".m2" / "settings.xml"
    file.parent.mkdir()
    file.write_text(
        "<settings><mirrors><mirror><id>ours</id><mirrorOf>*</mirrorOf>"
        f"<url>{upstream.address}</url></mirror></mirrors></settings>"
    )


def run_maven(place: Online, base: Path) -> str:
    tool = describe_maven(find_maven())
    maven = OnlineMaven(tool=tool, jdk=find_jdks()[0], online=place, libraries=place.folder)
    return maven.log(maven.run(base, ["validate"]))


def test_a_hostile_pom_reaches_the_user_s_mirror_and_nothing_else_and_once(
    container: DockerSandbox,
    tmp_path: Path,
    upstream: Upstream,
    listener: tuple[str, list[str]],
) -> None:
    address, guests = listener
    upstream.busy = 2
    base = tmp_path / "base"
    base.mkdir()
    (base / "pom.xml").write_text(POM.format(listener=address))
    with prepare_on_proxy(container, tmp_path, "store") as place:
        assert "BUILD SUCCESS" in run_maven(place, base)
    assert (tmp_path / "store/g/above/1/above-1.pom").read_bytes() == ABOVE
    assert upstream.busy == 0
    asked = len(upstream.asked)
    host, port = address.removeprefix("http://").removesuffix("/m2").split(":")
    reach = (
        f"exec 3<>/dev/tcp/{host}/{port} && echo REACHED;"
        " touch /mnt/outlet/x && echo WRITTEN;"
        f" exec 3<>/dev/tcp/127.0.0.1/27181; printf 'GET http://{host}:{port}/x HTTP/1.0\\r\\n\\r\\n' >&3;"
        " head -1 <&3"
    )
    with prepare_on_proxy(container, tmp_path, "other-store") as place:
        assert "BUILD SUCCESS" in run_maven(place, base)
        said = place.run(OnlineCall(command=("bash", "-c", reach))).log

    # What a repository lacks is asked for again: it may have it by now.
    assert {path.rpartition(".")[2] for path in upstream.asked[asked:]} <= {"sha1", "md5"}
    assert guests == []
    assert f"403 {host}:{port} is not an allowed repository" in said
    assert "REACHED" not in said
    assert "WRITTEN" not in said
    # With a network, the same words reach the listener.
    with_network = Job(command=("bash", "-c", reach), network=True)
    assert b"REACHED" in container.run(with_network).output
    assert guests


def test_gradle_gets_its_dependencies_from_the_proxy_too(
    container: DockerSandbox,
    tmp_path: Path,
    upstream: Upstream,
    listener: tuple[str, list[str]],
) -> None:
    address, guests = listener
    base = tmp_path / "base"
    base.mkdir()
    (base / "build.gradle").write_text(BUILD % address)
    (base / "settings.gradle").touch()
    gradle = find_gradle()
    with prepare_on_proxy(container, tmp_path, "store") as place:
        tool = OnlineGradle(
            tool=describe_gradle(gradle),
            jdk=in_order(find_jdks(), gradle)[0],
            online=place,
            base=base,
            libraries=place.folder,
        )
        result = tool.run(["refverifyModel"], {})

    assert result.status == 0, result.log
    assert any(b"b-1.jar" in content for content in result.files.values())
    assert "/m2/g/b/1/b-1.jar" in upstream.asked
    assert guests == []
