"""The input of a build tool that prepares a base commit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.described.launching import Fetch, Launching, choose_launching
from verifier.builds.described.module import Module
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Online
from verifier.builds.described.prepared import BASE, InstalledTool, PreparedBase
from verifier.builds.options import BuildOptions
from verifier.tools.jdk import Jdk


@dataclass(frozen=True, kw_only=True, slots=True)
class Groundwork:
    """One preparation; `folder` already contains the tree, and the tool adds the rest.

    `libraries` is the project's own store of dependencies; no other process writes to it meanwhile.
    `online` runs commands with network access that fill the store; no other code of the base runs.
    `graph` are the modules that the tree's build files declare. `left_out` are requested modules
    that are not built, each with the reason.
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
        """Return this preparation without some requested modules, and without the modules that need
        them.

        `modules` maps each folder to its reason. Returns None if they may
        not be left out (only dependants of a change may), if none would remain, or if none of them
        was requested.
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
        """Return why our launcher cannot run a module's tests; with several modules, one without tests is fine."""
        folders = (self.base / folder for folder in module.test_sources)
        tested = module.tested and (
            alone or any(next(f.rglob("*.java"), None) is not None for f in folders)
        )
        return launching.unsupported if tested else ()

    def describe(
        self,
        modules: tuple[Module, ...],
        jdk: Jdk,
        tool: InstalledTool,
        fetch: Fetch,
        graph: ModuleGraph | None = None,
    ) -> PreparedBase:
        """Describe the base from the modules of its build tool; each module comes after those it
        needs.

        `graph` is given if the build tool knows more than the build files say.
        """
        code = [m for m in modules if m.has_code] or list(modules)
        # Jars are fetched for this, so not for a base that will be refused.
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
            direct_refusal=_join_reasons(reasons),
            root=self.options.root,
            selected=self.options.modules,
            graph=self.graph if graph is None else graph,
            left_out=self.left_out,
        )

    def describe_again(
        self, prepared: PreparedBase, modules: tuple[Module, ...], fetch: Fetch
    ) -> PreparedBase:
        """Describe a base again after more became known about its modules."""
        found = self.describe(modules, prepared.jdk, prepared.tool, fetch, prepared.graph)
        return replace(
            prepared,
            modules=found.modules,
            launching=found.launching,
            launchings=found.launchings,
            direct_refusal=found.direct_refusal,
        )


def _join_reasons(reasons: Mapping[str, Sequence[str]]) -> str:
    """Join the reasons, each once, with its modules unless it applies to all."""
    about: dict[str, dict[str, None]] = {}
    for folder, each in reasons.items():
        for reason in each:
            about.setdefault(reason, {})[folder] = None
    return "; ".join(
        reason if len(folders) == len(reasons) else f"{', '.join(folders)}: {reason}"
        for reason, folders in about.items()
    )
