"""What a prepared base commit is: all that offline builds need to know, whoever described it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.base import StrategyName
from verifier.builds.launching import Launching
from verifier.builds.module import Module, source_folders
from verifier.builds.module_graph import ROOT, ModuleGraph
from verifier.domain.declared import NEUTRAL
from verifier.domain.paths import SourceFolders
from verifier.tools.jdk import Jdk

BASE = "base"
_PROCESSED = "processed"
_GENERATED = "generated"


@dataclass(frozen=True, kw_only=True, slots=True)
class InstalledTool:
    """The build tool that a base was prepared with; where it is installed is neutral."""

    name: StrategyName
    home: Path = field(metadata=NEUTRAL)
    version: str

    def __str__(self) -> str:
        return f"{self.name.capitalize()} {self.version}"


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedBase:
    """A base commit, ready for offline builds.

    `folder` holds the tree and what the project's own build makes of it; `libraries` is the build
    tool's store of dependencies, to which class paths are relative. `own_build_refusal` says why
    the project's own build does not run here, `direct_refusal` why our compiler and launcher cannot
    be used; empty where nothing stands in the way. `selected` are the modules that were asked for,
    empty for all; `modules` are the ones that are built then, parents among them, each after those
    that it needs. `graph` has all modules of the project, built or not; `left_out` those that were asked
    for and are not built, each with the reason. `alike` is one for all bases whose preparation has the
    same inputs, empty where it serves its own base alone; `borrowed` says that it was another one's.
    `archives` is where archives of classes are kept, absent where none are wanted; with `warm_compiler` one compiler may
    stay for several candidates, and with `compile_in_part` it leaves alone what no change concerns; no record says any of
    it.
    `jdk_reason` says why that JDK; empty where the project's own build runs on none.
    `launching` is that of `module`, `launchings` are those of all modules with code, by folder, where there are several.
    Our own compiler and launcher look at one module at a time: a base of one module, of which `parts` says
    which; `suffix` is what the names of all that belongs to it end with. `root` is the folder in which the build stands.
    `goals_left_out` are the goals that the project's own build runs without, as
    `verifier.builds.maven.errors.goals_behind_tests` names them.
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
        """The same base once for each module with code, each after those that it needs: with this module alone."""
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
        """The part of the only module with code; None where several have."""
        parts = self.parts
        return parts[0] if len(parts) == 1 else None

    def set_name(self, side: str) -> str:
        """What the sources of a part that are compiled together, and their classes, are called."""
        return f"{side}{self.suffix}"

    @property
    def base(self) -> Path:
        """The base tree."""
        return self.folder / BASE

    def processed_resources(self, side: str = "") -> Path:
        """The resources of a part's module as the project's own build makes them."""
        return self.folder / f"{_PROCESSED}{self.suffix}" / side

    def generated_sources(self, side: str = "") -> Path:
        """The Java sources that the project's own build generates for a part's module."""
        return self.folder / f"{_GENERATED}{self.suffix}" / side

    @property
    def module(self) -> Module:
        """The module whose tests run last: the only one with code where there is one."""
        return self.code[-1]

    @property
    def code(self) -> tuple[Module, ...]:
        """The modules that are more than parents of others; all where there is no such."""
        return tuple(m for m in self.modules if m.has_code) or self.modules

    @property
    def tested(self) -> tuple[Module, ...]:
        """The modules with code whose tests run: not those that are only needed."""
        return tuple(module for module in self.code if module.tested)

    @property
    def level(self) -> int | None:
        """The newest source level of its main code; absent where no module names one."""
        return max((m.main.level or 0 for m in self.code), default=0) or None

    @property
    def own_compiler(self) -> str:
        """What the project's own build compiles with, for the record."""
        return f"{self.tool}, {self.jdk}"

    def encoding_of(self, path: str) -> str:
        """How the compiler of the nearest module around a file reads it."""
        around = [m for m in self.modules if f"{path}/".startswith(f"{m.folder}/")]
        return max(around, key=lambda m: len(m.folder), default=self.modules[0]).encoding

    @property
    def place_notes(self) -> tuple[str, ...]:
        """Where its build stands, unless at the root of the repository."""
        return () if self.root == ROOT else (f"its build stands in {self.root}",)

    @property
    def module_notes(self) -> tuple[str, ...]:
        """What was found odd about the modules with code, each once."""
        return tuple(dict.fromkeys(note for module in self.code for note in module.notes))

    @property
    def outputs(self) -> tuple[str, ...]:
        """The folders that its modules' builds fill."""
        return tuple(sorted({folder for m in self.modules for folder in m.outputs}))

    @property
    def source_folders(self) -> SourceFolders:
        """Where all its modules take their files from; the tests there stay the base's."""
        return source_folders(self.modules)
