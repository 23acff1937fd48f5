"""Run Gradle with network access, for a preparation before anything runs offline."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path, PurePosixPath

from verifier.builds.described.downloads import (
    KNOWN_SECONDS,
    Downloads,
    DownloadTrouble,
    run_patiently,
)
from verifier.builds.described.online import Online, OnlineCall, OnlineResult
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.strategy import JOB_TREE
from verifier.builds.gradle.errors import find_trouble, repositories_of, why_failed, without_folders
from verifier.builds.gradle.store import note_seen_at
from verifier.builds.gradle.words import OUT, SCRIPT, WITH_JDK, build_words, init_script
from verifier.builds.repository_proxy.known import KNOWN_GROUP, KNOWN_NAME, KNOWN_VERSION
from verifier.config import gradle_home
from verifier.domain.paths import ROOT
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Mount
from verifier.tools.build_jvm import JVM_OPTIONS
from verifier.tools.gradle import plain_words
from verifier.tools.jdk import Jdk

_TAIL = 3000
_PROXY_SCRIPT = "proxy.gradle"
_WAITING = "-Dorg.gradle.internal.http.socketTimeout=900000"
"""The proxy itself waits for repositories that are busy."""
_KNOWN_HOME, _KNOWN_FILE = "../known-home", "known.pom"
_KNOWN_BUILD = """repositories {{
{repositories}    mavenCentral()
}}
configurations {{ known }}
dependencies {{ known '{artefact}@pom' }}
task refverifyKnown {{ doLast {{ new File(projectDir, '{file}').bytes = configurations.known.singleFile.bytes }} }}
"""
# Gradle prints what went wrong on standard error.
_TOGETHER = f'{WITH_JDK}; cd -- "$0" || exit 97; exec "$@" 2>&1'


@dataclass(frozen=True, kw_only=True, slots=True)
class OnlineGradle:
    """One Gradle on one JDK; its home is the project's own store. `root` is the build's folder in the base."""

    tool: InstalledTool
    jdk: Jdk
    online: Online
    base: Path
    libraries: Path
    root: str = ROOT

    @classmethod
    def of(cls, prepared: PreparedBase, online: Online) -> "OnlineGradle":
        """Return the Gradle that a base was prepared with."""
        return cls(
            tool=prepared.tool,
            jdk=prepared.jdk,
            online=online,
            base=prepared.base,
            libraries=prepared.libraries,
            root=prepared.root,
        )

    def run(
        self,
        tasks: Sequence[str],
        properties: Mapping[str, Sequence[str]],
        results: Sequence[str] = (OUT,),
        unresolved: Callable[[OnlineResult], str] | None = None,
    ) -> OnlineResult:
        """Run tasks in a copy of the base, whatever the exit status; copy results back.

        `unresolved` returns why a result lacks a class path, although the tasks succeeded.

        Raises:
            BaseInvalidError: it did not finish.
            DownloadError: a repository kept failing temporarily, or none can be reached.
            IntegrityError: a file kept arriving damaged.
            SandboxError: the sandbox failed.
        """
        users = self._scripts()
        call = replace(
            self._call(users),
            command=self._command(
                self.root,
                build_words(self.tool.version, tasks, properties, self.root, users),
            ),
            tree=self.base,
            files={**users, SCRIPT: init_script()},
            results=tuple(results),
        )

        def find(result: OnlineResult) -> DownloadTrouble | None:
            said = "" if unresolved is None else unresolved(result)
            return find_trouble(result.log, said) if result.status or said else None

        downloads = Downloads(find_trouble=find, fetch_known=self._fetch_known)
        result = run_patiently(self.online, call, downloads)
        note_seen_at(self.libraries, self.online.store)
        return result

    def _call(self, users: Mapping[str, bytes]) -> OnlineCall:
        """Return a call without a command and a tree. The user's init scripts say where to download from."""
        gradle, jdk = self._mounts
        return OnlineCall(
            command=(),
            mounts=(jdk, gradle),
            files=users,
            env={
                "JAVA_HOME": self.online.path_of(jdk),
                "GRADLE_USER_HOME": self.online.store,
                "GRADLE_OPTS": f"{JVM_OPTIONS} {_WAITING}"
                if self.online.repository
                else JVM_OPTIONS,
            },
            label="prepare gradle",
        )

    def _scripts(self) -> Mapping[str, bytes]:
        """Return the init scripts that say where to download from: the user's, or the proxy's."""
        if not self.online.repository:
            return user_scripts(gradle_home())
        script = (
            resources.files("verifier.builds.gradle").joinpath(_PROXY_SCRIPT).read_text("utf-8")
        )
        return {_PROXY_SCRIPT: script.replace("@address@", self.online.repository).encode()}

    @property
    def _mounts(self) -> tuple[Mount, Mount]:
        return Mount(name="gradle", source=self.tool.home), Mount(name="jdk", source=self.jdk.home)

    def _command(self, folder: str, words: Sequence[str]) -> tuple[str, ...]:
        gradle, _ = self._mounts
        return (
            "bash",
            "-c",
            _TOGETHER,
            folder,
            f"{self.online.path_of(gradle)}/bin/gradle",
            *words,
        )

    def _fetch_known(self, message: str) -> OnlineCall:
        """See Downloads: a small build of ours fetches the file into a Gradle home of its own."""
        users = self._scripts()
        call = self._call(users)
        scripts = (word for name in users for word in ("-I", f"../{name}"))
        words = (*scripts, *plain_words(self.tool.version), "refverifyKnown")
        return replace(
            call,
            command=self._command(ROOT, words),
            files={
                **users,
                f"{JOB_TREE}/settings.gradle": b"",
                f"{JOB_TREE}/build.gradle": write_known_build(repositories_of(message)).encode(),
            },
            env={**call.env, "GRADLE_USER_HOME": _KNOWN_HOME},
            results=(f"{JOB_TREE}/{_KNOWN_FILE}",),
            seconds=KNOWN_SECONDS,
        )

    def fetch(self, artefact: str) -> str | None:
        """Fetch `group:name:version` and return its path in the store; None if it cannot be fetched."""
        result = self.run(["refverifyFetch"], {"fetch": [artefact]})
        store = PurePosixPath(self.online.store)
        for path in sorted(result.files):
            if path.startswith(f"{OUT}/fetched/"):
                found = [PurePosixPath(p) for p in json.loads(result.files[path])]
                inside = [str(p.relative_to(store)) for p in found if p.is_relative_to(store)]
                if inside:
                    return inside[0]
        return None

    def log(self, result: OnlineResult) -> str:
        """Return what a run printed, without this machine's folders."""
        return without_folders(result.log, result.tree, self.online.store)

    def failure(self, result: OnlineResult) -> str:
        """Return why a run failed; empty if it did not."""
        return "" if result.status == 0 else why_failed(self.log(result))

    def invalid(self, what: str, result: OnlineResult) -> BaseInvalidError:
        """Return the error for a run that did not do what it should."""
        return BaseInvalidError(
            f"{what}: {self.failure(result) or 'it wrote nothing'}",
            hint=f"The end of Gradle's log:\n{self.log(result)[-_TAIL:]}",
        )


def user_scripts(home: Path) -> dict[str, bytes]:
    """Return the init scripts of a user's Gradle home, under our own names, in Gradle's order."""
    usual = [home / "init.gradle", home / "init.gradle.kts"]
    folder = sorted((*home.glob("init.d/*.gradle"), *home.glob("init.d/*.gradle.kts")))
    found = [path for path in (*usual, *folder) if path.is_file()]
    return {
        f"user-{number}{'.gradle.kts' if path.suffix == '.kts' else '.gradle'}": path.read_bytes()
        for number, path in enumerate(found)
    }


def complete_online(prepared: PreparedBase, online: Online) -> None:
    """Run the whole suite once with network access, to fetch what a single test class did not need."""
    OnlineGradle.of(prepared, online).run(["refverifyTest"], {"modules": prepared.selected})


def write_known_build(addresses: Sequence[str]) -> str:
    """Return a build that fetches the known file from some repositories, or from Maven Central."""
    lines = (
        f"    maven {{ url '{address}'\n"
        "        if (delegate.hasProperty('allowInsecureProtocol')) { allowInsecureProtocol = true } }\n"
        for address in addresses
    )
    return _KNOWN_BUILD.format(
        repositories="".join(lines),
        artefact=f"{KNOWN_GROUP}:{KNOWN_NAME}:{KNOWN_VERSION}",
        file=_KNOWN_FILE,
    )
