"""Run Maven with network access, for a preparation before anything runs offline."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verifier.builds.described.online import Online, OnlineCall, OnlineResult
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.maven.errors import build_error, transient, without_folders
from verifier.builds.maven.user_files import user_files, user_words
from verifier.builds.maven.words import LeftOut, goal, place, selection
from verifier.domain.paths import ROOT
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Mount
from verifier.tools import maven as maven_tool
from verifier.tools.build_jvm import JVM_OPTIONS
from verifier.tools.jdk import Jdk
from verifier.tools.maven_settings import network_settings

_TAIL = 3000
_AT_HOME = ("bash", "-c", 'MAVEN_OPTS="$MAVEN_OPTS -Duser.home=$HOME" exec "$@"', "maven")
"""A JVM looks up the home in the list of users, and a container's list may not contain us."""


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
            DownloadError: a repository kept failing temporarily.
            SandboxError: the disk of the local repository is full, or the sandbox failed.
        """
        see = self.online.path_of
        maven = Mount(name="maven", source=self.tool.home)
        jdk = Mount(name="jdk", source=self.jdk.home)
        # On the host Maven finds the user's files itself.
        as_user = self.online.as_user
        files = {} if as_user else user_files(self.jdk, see(jdk), network_settings())
        call = OnlineCall(
            command=(
                *(() if as_user else _AT_HOME),
                f"{see(maven)}/bin/mvn",
                # -U: do not trust the cached failure of an earlier download for a day.
                *("-B", "-ntp", "-U", *_STALLED),
                *(() if as_user else user_words(self.tool.home)),
                f"-Dmaven.repo.local={self.online.store}",
                *maven_tool.skip_options(),
                *self.left_out.words(see),
                *(() if tree is None else place(self.root)),
                *words,
            ),
            tree=tree,
            mounts=(jdk, maven, *self.left_out.mounts),
            files=files,
            env={"JAVA_HOME": see(jdk), "MAVEN_OPTS": JVM_OPTIONS, "MAVEN_ARGS": ""},
            results=tuple(results),
            label="prepare maven",
        )
        return self.online.run_patiently(call, transient)

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


def jar_of(artefact: str) -> str:
    """Return the path of `group:name:version` in a local repository, whether or not it exists."""
    group, name, version = artefact.split(":")
    return f"{group.replace('.', '/')}/{name}/{version}/{name}-{version}.jar"


def complete_online(prepared: PreparedBase, online: Online) -> None:
    """Run the whole suite once with network access, to fetch what a single test class did not need."""
    words = (*selection(prepared.selected, prepared.root), "clean", goal(prepared))
    maven = OnlineMaven.of(prepared, online)
    maven.run(prepared.base, (*words, *maven_tool.TEST_OVERRIDES))
