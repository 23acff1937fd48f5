"""Maven with network, on this machine: what a preparation calls before anything runs offline."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.builds.maven.errors import build_error, without_folders
from verifier.builds.maven.words import goal, selection
from verifier.builds.prepared import InstalledTool, PreparedBase
from verifier.errors import BaseInvalidError
from verifier.tools import maven as maven_tool
from verifier.tools.jdk import Jdk
from verifier.tools.locking import exclusive
from verifier.tools.maven import Maven
from verifier.tools.process import Finished, ProcessTimeout

_SECONDS = 1800.0
_TAIL = 3000


@dataclass(frozen=True, kw_only=True, slots=True)
class OnlineMaven:
    """One Maven on one JDK with a project's own local repository; quality plugins are off."""

    tool: InstalledTool
    jdk: Jdk
    libraries: Path

    @classmethod
    def of(cls, prepared: PreparedBase) -> "OnlineMaven":
        """The one that a base was prepared with."""
        return cls(tool=prepared.tool, jdk=prepared.jdk, libraries=prepared.libraries)

    def run(self, tree: Path, words: Sequence[str]) -> Finished:
        """Run it in a tree, whatever its status.

        Raises:
            BaseInvalidError: it did not end.
        """
        try:
            return maven_tool.run_online(
                Maven(home=self.tool.home, version=self.tool.version),
                self.jdk,
                tree=tree,
                repository=self.libraries,
                words=(*maven_tool.skip_options(), *words),
                timeout=_SECONDS,
            )
        except ProcessTimeout as error:
            raise BaseInvalidError(f"preparation: {error.message}") from error

    def fetch(self, artefact: str) -> bool:
        """Fetch `group:name:version` with what it needs; whether that went well."""
        group, name, version = artefact.split(":")
        folder = self.libraries / group.replace(".", "/") / name / version
        if (folder / f"{name}-{version}.jar").is_file():
            return True
        with tempfile.TemporaryDirectory(prefix="refverify-get-") as empty:
            words = (f"{maven_tool.DEPENDENCY_PLUGIN}:get", f"-Dartifact={artefact}")
            return self.run(Path(empty), words).status == 0

    def log(self, result: Finished, tree: Path) -> str:
        """What a run in a tree printed, without this machine's folders."""
        return without_folders(result.stdout.decode("utf-8", "replace"), tree, self.libraries)

    def invalid(self, what: str, result: Finished, tree: Path) -> BaseInvalidError:
        """The error for a run that did not do what it should."""
        text = self.log(result, tree)
        return BaseInvalidError(
            f"{what}: {build_error(text)}", hint=f"The end of Maven's log:\n{text[-_TAIL:]}"
        )


def complete_online(prepared: PreparedBase) -> None:
    """Run the whole suite once with network, for what a single test class did not bring along."""
    with (
        exclusive(prepared.libraries.with_suffix(".lock")),
        tempfile.TemporaryDirectory(prefix="refverify-complete-") as name,
    ):
        tree = Path(name) / "tree"
        shutil.copytree(prepared.base, tree, symlinks=True)
        words = (*selection(prepared.selected), "clean", goal(prepared))
        OnlineMaven.of(prepared).run(tree, (*words, *maven_tool.TEST_OVERRIDES))
