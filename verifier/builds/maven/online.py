"""Run Maven with network access, for a preparation before anything runs offline."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.sax.saxutils import escape

from verifier.builds.described.downloads import (
    KNOWN_SECONDS,
    Downloads,
    DownloadTrouble,
    run_patiently,
)
from verifier.builds.described.online import Online, OnlineCall, OnlineResult
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.maven.errors import (
    build_error,
    find_trouble,
    repositories_of,
    without_folders,
)
from verifier.builds.maven.listings import copy_listings
from verifier.builds.maven.user_files import user_files, user_words
from verifier.builds.maven.words import LeftOut, goal, place, selection
from verifier.builds.repository_proxy.known import KNOWN_GROUP, KNOWN_NAME, KNOWN_VERSION
from verifier.domain.paths import ROOT
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import SYSTEM_PATH, Mount
from verifier.tools import maven as maven_tool
from verifier.tools.build_jvm import JVM_OPTIONS
from verifier.tools.hostile_xml import read_xml
from verifier.tools.jdk import Jdk
from verifier.tools.maven_settings import list_mirrors, mirror_settings, network_settings

_TAIL = 3000
_KNOWN_STORE, _KNOWN_POM = "known-store", "known-pom.xml"
_KNOWN_PROJECT = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>refverify</groupId>
  <artifactId>known</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <repositories>{repositories}</repositories>
  <dependencyManagement><dependencies><dependency>
    <groupId>{group}</groupId>
    <artifactId>{name}</artifactId>
    <version>{version}</version>
    <type>pom</type>
    <scope>import</scope>
  </dependency></dependencies></dependencyManagement>
</project>
"""
_AT_HOME = ("bash", "-c", 'MAVEN_OPTS="$MAVEN_OPTS -Duser.home=$HOME" exec "$@"', "maven")
"""A JVM looks up the home in the list of users, and a container's list may not contain us."""


_WAITING = ("-Dmaven.wagon.rto=900000", "-Daether.connector.requestTimeout=900000")
"""The proxy itself waits for repositories that are busy."""
_STALLED = ("-Dmaven.wagon.rto=60000", "-Daether.connector.requestTimeout=60000")
"""A download that sends nothing for a minute fails and is tried again; Maven's default is half an
hour.

The first option is for Maven before 3.9.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OnlineMaven:
    """One Maven on one JDK with a project's own local repository; quality plugins are off.

    `root` is the build's folder in the tree.
    """

    tool: InstalledTool
    jdk: Jdk
    online: Online
    libraries: Path
    root: str = ROOT
    left_out: LeftOut = field(default_factory=LeftOut)

    @classmethod
    def of(cls, prepared: PreparedBase, online: Online) -> "OnlineMaven":
        """Return the Maven that a base was prepared with."""
        return cls(
            tool=prepared.tool,
            jdk=prepared.jdk,
            online=online,
            libraries=prepared.libraries,
            root=prepared.root,
            left_out=LeftOut.of(prepared),
        )

    def run(
        self, tree: Path | None, words: Sequence[str], results: Sequence[str] = ()
    ) -> OnlineResult:
        """Run Maven in a copy of a tree, whatever the exit status; copy results back.

        Raises:
            BaseInvalidError: it did not finish.
            DownloadError: a repository kept failing temporarily, or none can be reached.
            IntegrityError: a file kept arriving damaged.
            SandboxError: the disk of the local repository is full, or the sandbox failed.
        """
        call = replace(
            self._call(
                (
                    f"-Dmaven.repo.local={self.online.store}",
                    *maven_tool.skip_options(),
                    *self.left_out.words(self.online.path_of),
                    *(() if tree is None else place(self.root)),
                    *words,
                )
            ),
            tree=tree,
            results=tuple(results),
        )
        downloads = Downloads(find_trouble=_find_trouble, fetch_known=self._fetch_known)
        return run_patiently(self.online, call, downloads)

    def _call(self, words: Sequence[str]) -> OnlineCall:
        """Return the call of this Maven with some arguments, without a tree."""
        see = self.online.path_of
        maven = Mount(name="maven", source=self.tool.home)
        jdk = Mount(name="jdk", source=self.jdk.home)
        # On the host Maven finds the user's files itself.
        as_user = self.online.as_user
        return OnlineCall(
            command=(
                *(() if as_user else _AT_HOME),
                f"{see(maven)}/bin/mvn",
                # -U: do not trust the cached failure of an earlier download for a day.
                *("-B", "-ntp", "-U", *(_WAITING if self.online.repository else _STALLED)),
                *(() if as_user else user_words(self.tool.home)),
                *words,
            ),
            mounts=(jdk, maven, *self.left_out.mounts),
            files={} if as_user else user_files(self.jdk, see(jdk), _settings_of(self.online)),
            env={
                "JAVA_HOME": see(jdk),
                "MAVEN_OPTS": JVM_OPTIONS,
                "MAVEN_ARGS": "",
                **({} if as_user else {"PATH": f"{see(jdk)}/bin:{SYSTEM_PATH}"}),
            },
            label="prepare maven",
        )

    def _fetch_known(self, message: str) -> OnlineCall:
        """See Downloads: a pom of ours imports the file into a local repository of its own."""
        words = (f"-Dmaven.repo.local=../{_KNOWN_STORE}", "-f", f"../{_KNOWN_POM}", "validate")
        call = self._call(words)
        group = KNOWN_GROUP.replace(".", "/")
        name = f"{KNOWN_NAME}-{KNOWN_VERSION}.pom"
        return replace(
            call,
            files={**call.files, _KNOWN_POM: write_known_pom(repositories_of(message)).encode()},
            results=(f"{_KNOWN_STORE}/{group}/{KNOWN_NAME}/{KNOWN_VERSION}/{name}",),
            seconds=KNOWN_SECONDS,
        )

    def fetch(self, artefact: str) -> str | None:
        """Fetch `group:name:version` with its dependencies; see Fetch."""
        jar = jar_of(artefact)
        if (self.libraries / jar).is_file():
            return jar
        words = (f"{maven_tool.DEPENDENCY_PLUGIN}:get", f"-Dartifact={artefact}")
        return jar if self.run(None, words).status == 0 else None

    def log(self, result: OnlineResult) -> str:
        """Return what a run printed, without this machine's folders."""
        return without_folders(result.log, result.tree, self.online.store)

    def invalid(self, what: str, result: OnlineResult) -> BaseInvalidError:
        """Return the error for a run that did not do what it should."""
        text = self.log(result)
        return BaseInvalidError(
            f"{what}: {build_error(text)}", hint=f"The end of Maven's log:\n{text[-_TAIL:]}"
        )


def write_known_pom(addresses: Sequence[str]) -> str:
    """Return a pom that imports the known file from some repositories, or from Maven Central."""
    repositories = "".join(
        f"<repository><id>asked-{number}</id><url>{escape(address)}</url></repository>"
        for number, address in enumerate(addresses)
    )
    return _KNOWN_PROJECT.format(
        repositories=repositories, group=KNOWN_GROUP, name=KNOWN_NAME, version=KNOWN_VERSION
    )


def _settings_of(online: Online) -> bytes:
    proxy = online.repository
    return mirror_settings(proxy) if proxy else network_settings()


def end_filling(online: Online) -> None:
    """Make the store ready for offline builds, after the last run that fills it.

    Raises:
        StorageError: the store cannot be written.
    """
    mirrors = list_mirrors(read_xml(_settings_of(online)))
    copy_listings(online.folder, [each.id for each in mirrors if each.is_of_central])


def _find_trouble(result: OnlineResult) -> DownloadTrouble | None:
    return None if result.status == 0 else find_trouble(result.log)


def jar_of(artefact: str) -> str:
    """Return the path of `group:name:version` in a local repository, whether or not it exists."""
    group, name, version = artefact.split(":")
    return f"{group.replace('.', '/')}/{name}/{version}/{name}-{version}.jar"


def complete_online(prepared: PreparedBase, online: Online) -> None:
    """Run the whole suite once with network access, to fetch what a single test class did not need."""
    words = (*selection(prepared.selected, prepared.root), "clean", goal(prepared))
    maven = OnlineMaven.of(prepared, online)
    maven.run(prepared.base, (*words, *maven_tool.TEST_OVERRIDES))
    end_filling(online)
