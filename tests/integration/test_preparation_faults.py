"""A real build tool on a machine whose network is broken: no base is to blame for it."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.support.gradle_subject import THREE_PROJECTS
from tests.support.http_server import serve_http
from tests.support.maven_subject import commit
from verifier.builds.described import downloads
from verifier.builds.described.online import Online
from verifier.builds.maven.online import OnlineMaven
from verifier.builds.maven.preparation import describe_installation
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.preparation import prepare
from verifier.errors import DownloadError, IntegrityError, VerifierError
from verifier.sandbox.base import Job, JobLimits, JobResult
from verifier.sandbox.docker import DockerSandbox
from verifier.sandbox.local import LocalSandbox
from verifier.tools.jdk import find_jdks
from verifier.tools.maven import find_maven

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>g</groupId><artifactId>above</artifactId><version>1</version><relativePath/></parent>
  <artifactId>subject</artifactId>
</project>
"""
ABOVE = b"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>g</groupId><artifactId>above</artifactId><version>1</version><packaging>pom</packaging>
</project>
"""
KNOWN = b"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.junit</groupId><artifactId>junit-bom</artifactId><version>5.9.1</version>
  <packaging>pom</packaging>
</project>
"""
PLACE, KNOWN_PLACE = "/g/above/1/above-1.pom", "/org/junit/junit-bom/5.9.1/junit-bom-5.9.1.pom"
GOOD = (200, KNOWN)
PAGE = b"<html>please log in</html>"


@contextmanager
def serve(answers: Mapping[str, tuple[int, bytes]], otherwise: tuple[int, bytes]) -> Iterator[str]:
    """Serve answers by path on this machine; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, content = answers.get(self.path, otherwise)
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with serve_http(Handler) as address:
        yield address


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "PAUSES", ())


def run_maven(mirror: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what Maven prints about the pom, with everything mirrored there."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(downloads, "KNOWN_SHA256", hashlib.sha256(KNOWN).hexdigest())
    settings = tmp_path / ".m2" / "settings.xml"
    settings.parent.mkdir()
    settings.write_text(
        "<settings><mirrors><mirror><id>ours</id><mirrorOf>*</mirrorOf>"
        f"<url>{mirror}</url></mirror></mirrors></settings>"
    )
    for folder in ("base", "store"):
        (tmp_path / folder).mkdir()
    (tmp_path / "base" / "pom.xml").write_text(POM)
    tool = describe_installation(find_maven())
    with LocalSandbox() as sandbox:
        online = Online(sandbox, tmp_path / "store", JobLimits(wall_seconds=300))
        maven = OnlineMaven(
            tool=tool, jdk=find_jdks()[0], online=online, libraries=tmp_path / "store"
        )
        return maven.log(maven.run(tmp_path / "base", ["validate"]))


GONE = (404, b"gone")


@pytest.mark.parametrize(
    ("answers", "otherwise", "error"),
    [
        ({}, (200, PAGE), IntegrityError),
        ({PLACE: (200, ABOVE[:90]), f"{PLACE}.sha1": (200, b"0" * 40)}, GOOD, IntegrityError),
        ({KNOWN_PLACE: (200, PAGE)}, GONE, DownloadError),
        ({KNOWN_PLACE: GOOD}, GONE, None),
    ],
    ids=["a page", "half", "another known file", "absent"],
)
def test_only_a_mirror_that_has_the_known_file_can_lack_another(
    answers: Mapping[str, tuple[int, bytes]],
    otherwise: tuple[int, bytes],
    error: type[VerifierError] | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serve(answers, otherwise) as mirror:
        if error is not None:
            with pytest.raises(error):
                run_maven(mirror, tmp_path, monkeypatch)
            return
        log = run_maven(mirror, tmp_path, monkeypatch)
    assert "Could not find artifact g:above:pom:1 in ours" in log


class CutOff(DockerSandbox):
    """A container of a machine that has neither DNS nor a route."""

    def run(self, job: Job) -> JobResult:
        return super().run(replace(job, network=False))


@pytest.mark.engine
@pytest.mark.parametrize("files", [THREE_PROJECTS, {"pom.xml": POM}], ids=["Gradle", "Maven"])
def test_a_machine_without_dns_makes_no_base_invalid(files: dict[str, str], tmp_path: Path) -> None:
    with commit(tmp_path, files) as repository, CutOff() as sandbox:
        options = BuildOptions(cache=tmp_path / "cache", limits=JobLimits(wall_seconds=300))
        with pytest.raises(DownloadError, match=r"org\.junit:junit-bom:5\.9\.1 cannot be fetched"):
            prepare(repository, repository.resolve("HEAD"), options, sandbox)
