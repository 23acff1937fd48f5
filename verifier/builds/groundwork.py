"""What a build tool is given to prepare a base commit with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.base import BuildOptions
from verifier.builds.launching import Fetch, Launching, choose_launching
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

    def without(self, modules: Mapping[str, str]) -> "Groundwork | None":
        """The same without modules that were asked for, for the reasons given, and without what needs these.

        None where nobody may do without them: only what needs a change may be left out.
        """
        asked = self.options.modules
        gone = {
            **{
                f: f"it needs {folder}"
                for folder in modules
                for f in self.graph.dependants([folder])
            },
            **modules,
        }
        left = tuple(folder for folder in asked if folder not in gone)
        if not self.options.dependants or not left or left == asked:
            return None
        out = {folder: gone[folder] for folder in asked if folder in gone}
        return replace(
            self,
            options=replace(self.options, modules=left),
            left_out={**self.left_out, **out},
        )

    @property
    def base(self) -> Path:
        """The tree."""
        return self.folder / BASE

    def _untestable(self, module: Module, launching: Launching, *, alone: bool) -> tuple[str, ...]:
        """Why our launcher cannot run a module's tests; of several modules one may have none."""
        folders = (self.base / folder for folder in module.test_sources)
        tested = module.tested and (
            alone or any(next(f.rglob("*.java"), None) is not None for f in folders)
        )
        return launching.unsupported if tested else ()

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
        code = [m for m in modules if m.has_code] or list(modules)
        # Jars are fetched for this: not for a base that is refused anyway.
        launched = code[-1:] if any(m.unsupported for m in code) else code
        launchings = {m.folder: choose_launching(m, m.class_path, fetch) for m in launched}
        alone = len(code) == 1
        reasons = {m.folder: list(m.unsupported) for m in code}
        for m in launched:
            reasons[m.folder] += self._untestable(m, launchings[m.folder], alone=alone)
        return PreparedBase(
            commit=self.commit,
            folder=self.folder,
            libraries=self.libraries,
            jdk=jdk,
            tool=tool,
            modules=modules,
            launching=launchings[code[-1].folder],
            launchings={} if alone else launchings,
            direct_refusal=_said_of(reasons),
            root=self.options.root,
            selected=self.options.modules,
            graph=self.graph if graph is None else graph,
            left_out=self.left_out,
        )

    def described_anew(
        self, prepared: PreparedBase, modules: tuple[Module, ...], fetch: Fetch
    ) -> PreparedBase:
        """A base of which more is known: of its modules, and so of what keeps our own compiler and launcher from them."""
        found = self.described(modules, prepared.jdk, prepared.tool, fetch, prepared.graph)
        return replace(
            prepared,
            modules=found.modules,
            launching=found.launching,
            launchings=found.launchings,
            direct_refusal=found.direct_refusal,
        )


def _said_of(reasons: Mapping[str, Sequence[str]]) -> str:
    """Each reason once, with the modules that it is about unless it is about all."""
    about: dict[str, dict[str, None]] = {}
    for folder, each in reasons.items():
        for reason in each:
            about.setdefault(reason, {})[folder] = None
    return "; ".join(
        reason if len(folders) == len(reasons) else f"{', '.join(folders)}: {reason}"
        for reason, folders in about.items()
    )
