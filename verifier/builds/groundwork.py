"""What a build tool is given to prepare a base commit with."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.builds.base import BuildOptions
from verifier.builds.prepared import BASE, InstalledTool
from verifier.tools.jdk import Jdk


@dataclass(frozen=True, kw_only=True, slots=True)
class Groundwork:
    """One preparation. `folder` already holds the tree and gets the rest.

    `libraries` is the project's own store of dependencies; nobody else writes to it meanwhile.
    """

    commit: str
    folder: Path
    libraries: Path
    jdks: Sequence[Jdk]
    tool: InstalledTool
    options: BuildOptions

    @property
    def base(self) -> Path:
        """The tree."""
        return self.folder / BASE
