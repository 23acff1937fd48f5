"""Fetch pinned artefacts from Maven Central, with the user's own Maven and its settings."""

import contextlib
import logging
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from xml.sax.saxutils import escape

from verifier.errors import DownloadError, IntegrityError, MissingToolError
from verifier.tools.build_jvm import JVM_OPTIONS
from verifier.tools.process import Finished, ProcessTimeout, run
from verifier.tools.storage.files import sha256_of
from verifier.tools.storage.scratch import scratch_folder

log = logging.getLogger(__name__)

DEPENDENCY_PLUGIN = "3.8.1"
DEADLINE_SECONDS = 900.0

_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>refverify</groupId>
  <artifactId>artefacts</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId>
    <artifactId>maven-dependency-plugin</artifactId>
    <version>{plugin}</version>
    <configuration>
      <outputDirectory>${{project.basedir}}/out</outputDirectory>
      <artifactItems>{items}</artifactItems>
    </configuration>
  </plugin></plugins></build>
</project>
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Artefact:
    """One file of a Maven repository, pinned by its SHA-256 and its size in bytes.

    `classifier` is empty if the file has none, like a pom.
    """

    group: str
    name: str
    version: str
    classifier: str
    extension: str
    sha256: str
    size: int

    @property
    def file_name(self) -> str:
        """The name that Maven gives the file."""
        classifier = f"-{self.classifier}" if self.classifier else ""
        return f"{self.name}-{self.version}{classifier}.{self.extension}"

    def __str__(self) -> str:
        parts = (self.group, self.name, self.extension, self.classifier, self.version)
        return ":".join(part for part in parts if part)


class ArtefactSource(Protocol):
    """Fetches artefacts; its results are not trusted but compared with the pins."""

    def fetch(self, artefacts: Sequence[Artefact], into: Path, *, fresh: bool) -> None:
        """Put the files into `into`, named by `file_name`; `fresh` ignores local copies.

        Raises:
            DownloadError: an artefact cannot be fetched.
        """
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class MavenClient:
    """Fetches with `mvn dependency:copy`: mirrors, proxies and credentials are the user's own."""

    program: str = "mvn"

    def fetch(self, artefacts: Sequence[Artefact], into: Path, *, fresh: bool) -> None:
        """See ArtefactSource. One Maven run fetches all; `fresh` uses an empty local repository."""
        with scratch_folder("mvn") as folder:
            (folder / "pom.xml").write_text(_pom(artefacts), encoding="utf-8")
            # This leaves the user's MAVEN_OPTS alone, which may contain a proxy or a key store.
            (folder / ".mvn").mkdir()
            (folder / ".mvn" / "jvm.config").write_text(JVM_OPTIONS, encoding="ascii")
            self._copy(folder, ["-Dmaven.repo.local=" + str(folder / "repo")] if fresh else [])
            for artefact in artefacts:
                fetched = folder / "out" / artefact.file_name
                if not fetched.is_file():
                    raise DownloadError(f"Maven did not bring {artefact}")
                shutil.move(fetched, into / artefact.file_name)

    def _copy(self, folder: Path, options: Sequence[str]) -> None:
        goal = f"org.apache.maven.plugins:maven-dependency-plugin:{DEPENDENCY_PLUGIN}:copy"
        command = [self.program, "-B", "-q", "-C", "-f", str(folder / "pom.xml"), *options, goal]
        hint = "Maven needs the network (or a mirror in its settings.xml) for the first build."
        try:
            result = run(command, cwd=folder, timeout=DEADLINE_SECONDS)
        except MissingToolError as error:
            raise MissingToolError(
                "Maven (mvn) is not on this machine",
                hint="Install it (Debian: apt-get install maven; macOS: brew install maven).",
            ) from error
        except ProcessTimeout as error:
            raise DownloadError(error.message, hint=hint) from error
        if result.status != 0:
            raise DownloadError(f"Maven could not fetch artefacts: {_reason(result)}", hint=hint)


def _pom(artefacts: Sequence[Artefact]) -> str:
    items = "".join(
        "\n        <artifactItem>"
        f"<groupId>{escape(a.group)}</groupId><artifactId>{escape(a.name)}</artifactId>"
        f"<version>{escape(a.version)}</version><type>{escape(a.extension)}</type>"
        f"<classifier>{escape(a.classifier)}</classifier></artifactItem>"
        for a in artefacts
    )
    return _POM.format(plugin=DEPENDENCY_PLUGIN, items=items)


def _reason(result: Finished) -> str:
    lines = (result.stdout + result.stderr).decode("utf-8", "replace").splitlines()
    errors = [line for line in lines if "[ERROR]" in line]
    return (errors or lines or [f"status {result.status}"])[0].strip()


@dataclass(frozen=True, kw_only=True, slots=True)
class ArtefactCache:
    """A folder of artefacts that have been checked against their pins."""

    folder: Path
    source: ArtefactSource

    def get(self, artefacts: Sequence[Artefact]) -> dict[Artefact, Path]:
        """Return the files, from the cache if they are intact, otherwise fetched.

        A damaged file is fetched once more without any local copy.

        Raises:
            DownloadError: an artefact cannot be fetched.
            IntegrityError: an artefact is not the pinned one.
        """
        paths = {a: self.folder / a.group / a.version / a.file_name for a in artefacts}
        missing = [a for a in artefacts if not _intact(a, paths[a])]
        if missing:
            self._fetch(missing, paths)
        return paths

    def _fetch(self, missing: Sequence[Artefact], paths: dict[Artefact, Path]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with scratch_folder("fetch", self.folder) as into:
            log.info("fetching %d artefacts", len(missing))
            self.source.fetch(missing, into, fresh=False)
            if damaged := [a for a in missing if not _intact(a, into / a.file_name)]:
                log.info("fetching again: %s", ", ".join(map(str, damaged)))
                self.source.fetch(damaged, into, fresh=True)
            for artefact in missing:
                _refuse_other(artefact, into / artefact.file_name)
                paths[artefact].parent.mkdir(parents=True, exist_ok=True)
                (into / artefact.file_name).replace(paths[artefact])


def _intact(artefact: Artefact, path: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_size == artefact.size and sha256_of(path) == artefact.sha256
    return False


def _refuse_other(artefact: Artefact, path: Path) -> None:
    if _intact(artefact, path):
        return
    size = path.stat().st_size
    raise IntegrityError(
        f"{artefact} is not the pinned artefact: expected {artefact.size} bytes with SHA-256"
        f" {artefact.sha256}, got {size} bytes with {sha256_of(path)}",
        hint="The download is damaged or the artefact was changed; nothing was built from it.",
    )
