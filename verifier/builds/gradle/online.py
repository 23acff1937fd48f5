"""Run Gradle with network access, for a preparation before anything runs offline."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from verifier.builds.described.online import Online, OnlineCall, OnlineResult
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.gradle.errors import transient, why_failed, without_folders
from verifier.builds.gradle.store import note_seen_at
from verifier.builds.gradle.words import OUT, SCRIPT, WITH_JDK, build_words, init_script
from verifier.config import gradle_home
from verifier.domain.paths import ROOT
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Mount
from verifier.tools.build_jvm import JVM_OPTIONS
from verifier.tools.jdk import Jdk

_TAIL = 3000
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
    ) -> OnlineResult:
        """Run tasks in a copy of the base, whatever the exit status; copy results back.

        The user's own init scripts come before ours, because they say where to download from.

        Raises:
            BaseInvalidError: it did not finish.
            DownloadError: a repository kept failing temporarily.
            SandboxError: the sandbox failed.
        """
        see = self.online.path_of
        gradle, jdk = (
            Mount(name="gradle", source=self.tool.home),
            Mount(name="jdk", source=self.jdk.home),
        )
        users = user_scripts(gradle_home())
        call = OnlineCall(
            command=(
                *("bash", "-c", _TOGETHER, self.root, f"{see(gradle)}/bin/gradle"),
                *build_words(self.tool.version, tasks, properties, self.root, users),
            ),
            tree=self.base,
            mounts=(jdk, gradle),
            files={**users, SCRIPT: init_script()},
            env={
                "JAVA_HOME": see(jdk),
                "GRADLE_USER_HOME": self.online.store,
                "GRADLE_OPTS": JVM_OPTIONS,
            },
            results=tuple(results),
            label="prepare gradle",
        )
        result = self.online.run_patiently(call, transient)
        note_seen_at(self.libraries, self.online.store)
        return result

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
