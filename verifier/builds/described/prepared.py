"""A prepared base commit: everything that offline builds need to know, independent of the build tool."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.described.launching import Launching
from verifier.builds.described.module import Module, source_folders
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.options import StrategyName
from verifier.domain.declared import NEUTRAL
from verifier.domain.paths import ROOT, SourceFolders
from verifier.tools.jdk import Jdk

BASE = "base"
_PROCESSED = "processed"
_GENERATED = "generated"


@dataclass(frozen=True, kw_only=True, slots=True)
class InstalledTool:
    """The build tool that a base was prepared with; its location is neutral."""

    name: StrategyName
    home: Path = field(metadata=NEUTRAL)
    version: str

    def __str__(self) -> str:
        return f"{self.name.capitalize()} {self.version}"


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedBase:
    """A base commit, ready for offline builds.

    - `folder`: the tree, and what the project's own build made of it.
    - `libraries`: the build tool's store of dependencies, which class paths are relative to.
    - `jdk_reason`: why this JDK was chosen; empty if the project's own build runs on none.
    - `own_build_refusal`: why the project's own build does not run here; empty if it does.
    - `direct_refusal`: why our compiler and launcher cannot be used; empty if they can.
    - `root`: the folder of the build.
    - `selected`: the requested modules; empty for all.
    - `modules`: the modules that are built, including parents, each after those it needs.
    - `graph`: all modules of the project, built or not.
    - `left_out`: requested modules that are not built, each with the reason.
    - `goals_left_out`: the goals that the project's own build runs without, as
      `verifier.builds.maven.errors.goals_behind_tests` names them.
    - `alike`: the same for all bases whose preparations have the same inputs; empty if the
      preparation may not be shared.
    - `borrowed`: whether the preparation came from another base.
    - `launching`: how the tests of `module` are launched; `launchings` has one per module with
      code, by folder, if there are several.
    - `archives`: the folder of class data archives; None if they are off.
    - `warm_compiler`: whether one compiler may stay alive for several candidates.
    - `compile_in_part`: whether only what a change affects is compiled.
    - `suffix`: the end of the names of everything that belongs to a part.

    Our own compiler and launcher look at one module at a time: `parts` returns the base once per
    module. The options set `archives`, `warm_compiler` and `compile_in_part`; no record contains
    them.
    """

    commit: str
    folder: Path
    libraries: Path
    jdk: Jdk
    jdk_reason: str = ""
    tool: InstalledTool
    modules: tuple[Module, ...]
    launching: Launching
    own_build_refusal: str = ""
    direct_refusal: str = ""
    processed: bool = False
    notes: tuple[str, ...] = ()
    root: str = ROOT
    selected: tuple[str, ...] = ()
    graph: ModuleGraph = field(default_factory=ModuleGraph)
    left_out: Mapping[str, str] = field(default_factory=dict)
    alike: str = ""
    borrowed: bool = False
    archives: Path | None = None
    warm_compiler: bool = False
    compile_in_part: bool = True
    launchings: Mapping[str, Launching] = field(default_factory=dict)
    suffix: str = ""
    goals_left_out: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple["PreparedBase", ...]:
        """The base once per module with code, restricted to that module; each after those it needs."""
        return tuple(
            replace(
                self,
                modules=(module,),
                launching=self.launchings.get(module.folder, self.launching),
                suffix=f"-{number}" if number else "",
            )
            for number, module in enumerate(self.code)
        )

    @property
    def alone(self) -> "PreparedBase | None":
        """The part of the only module with code; None if there are several."""
        parts = self.parts
        return parts[0] if len(parts) == 1 else None

    def set_name(self, side: str) -> str:
        """Return the name of a part's source set, which its class files have too."""
        return f"{side}{self.suffix}"

    @property
    def base(self) -> Path:
        """The base tree."""
        return self.folder / BASE

    def resource_output(self, side: str = "") -> Path:
        """Return the folder of a part's resources as the project's own build makes them."""
        return self.folder / f"{_PROCESSED}{self.suffix}" / side

    def source_output(self, side: str = "") -> Path:
        """Return the folder of the sources that the build generates for a part's module."""
        return self.folder / f"{_GENERATED}{self.suffix}" / side

    @property
    def module(self) -> Module:
        """The module whose tests run last: the only one with code if there is just one."""
        return self.code[-1]

    @property
    def code(self) -> tuple[Module, ...]:
        """The modules with code; all modules if none has code."""
        return tuple(m for m in self.modules if m.has_code) or self.modules

    @property
    def tested(self) -> tuple[Module, ...]:
        """The modules with code whose tests run, without those that are only needed."""
        return tuple(module for module in self.code if module.tested)

    @property
    def level(self) -> int | None:
        """The newest source level of its main code; None if no module names one."""
        return max((m.main.level or 0 for m in self.code), default=0) or None

    @property
    def own_compiler(self) -> str:
        """The compiler of the project's own build, for the record."""
        return f"{self.tool}, {self.jdk}"

    def encoding_of(self, path: str) -> str:
        """Return the encoding of the nearest module above a file."""
        around = [m for m in self.modules if f"{path}/".startswith(f"{m.folder}/")]
        return max(around, key=lambda m: len(m.folder), default=self.modules[0]).encoding

    @property
    def place_notes(self) -> tuple[str, ...]:
        """The folder of its build, unless it is the root of the repository."""
        return () if self.root == ROOT else (f"its build is in {self.root}",)

    @property
    def module_notes(self) -> tuple[str, ...]:
        """What is unusual about the modules with code, each once."""
        return tuple(dict.fromkeys(note for module in self.code for note in module.notes))

    @property
    def outputs(self) -> tuple[str, ...]:
        """The folders that the builds of its modules fill."""
        return tuple(sorted({folder for m in self.modules for folder in m.outputs}))

    @property
    def source_folders(self) -> SourceFolders:
        """The folders that all its modules take files from; tests in them stay those of the base."""
        return source_folders(self.modules)
