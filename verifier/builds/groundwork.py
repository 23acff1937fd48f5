"""What a build tool is given to prepare a base commit with."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.base import BuildOptions
from verifier.builds.launching import Fetch, choose_launching
from verifier.builds.module import Module
from verifier.builds.module_graph import ModuleGraph
from verifier.builds.online import Online
from verifier.builds.prepared import BASE, InstalledTool, PreparedBase
from verifier.tools.jdk import Jdk


@dataclass(frozen=True, kw_only=True, slots=True)
class Groundwork:
    """One preparation. `folder` already holds the tree and gets the rest.

    `libraries` is the project's own store of dependencies; nobody else writes to it meanwhile.
    `online` runs commands with network that fill it; nothing else of the base is run on the way.
    `graph` are the modules as far as the tree's build files declare them. `left_out` are those that were
    asked for and are not built, each with the reason.
    """

    commit: str
    folder: Path
    libraries: Path
    jdks: Sequence[Jdk]
    tool: InstalledTool
    online: Online
    graph: ModuleGraph
    options: BuildOptions
    left_out: Mapping[str, str] = field(default_factory=dict)

    def without(self, modules: Iterable[str], why: str) -> "Groundwork | None":
        """The same without some of the modules that were asked for, and without those that need these.

        None where nobody may do without them: only what needs a change may be left out.
        """
        asked, given = self.options.modules, frozenset(modules)
        gone = (given | self.graph.dependants(given)) & frozenset(asked)
        if not gone or not self.options.dependants:
            return None
        left = tuple(folder for folder in asked if folder not in gone)
        if not left:
            return None
        return replace(
            self,
            options=replace(self.options, modules=left),
            left_out={**self.left_out, **dict.fromkeys(sorted(gone), why)},
        )

    @property
    def base(self) -> Path:
        """The tree."""
        return self.folder / BASE

    def described(
        self,
        modules: tuple[Module, ...],
        jdk: Jdk,
        tool: InstalledTool,
        fetch: Fetch,
        graph: ModuleGraph | None = None,
    ) -> PreparedBase:
        """The base, from what its build tool says of its modules, each after those that it needs.

        `graph` is given where the build tool knows better than the build files.
        """
        tested = next((m for m in reversed(modules) if m.has_code), modules[-1])
        launching = choose_launching(tested, tested.class_path, fetch)
        reasons = (*tested.unsupported, *launching.unsupported)
        return PreparedBase(
            commit=self.commit,
            folder=self.folder,
            libraries=self.libraries,
            jdk=jdk,
            tool=tool,
            modules=modules,
            launching=launching,
            direct_refusal="; ".join(dict.fromkeys(reasons)),
            selected=self.options.modules,
            graph=self.graph if graph is None else graph,
            left_out=self.left_out,
        )
