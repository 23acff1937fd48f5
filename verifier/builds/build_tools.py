"""The tools that projects describe their builds for: what each must do, and the one table of them.

A tool prepares a base once, with network, and says in a `PreparedBase` all that our own compiler
and launcher must know; and it runs the project's own build, offline, in the sandbox.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from verifier.builds.base import BuildOptions, StrategyName
from verifier.builds.compilation import TreeCompiler
from verifier.builds.gradle.tool import GradleTool
from verifier.builds.groundwork import Groundwork
from verifier.builds.maven.tool import MavenTool
from verifier.builds.module_graph import ROOT, ModuleGraph
from verifier.builds.online import Complete, Online
from verifier.builds.prepared import InstalledTool, PreparedBase
from verifier.builds.strategy import Strategy
from verifier.domain.paths import is_test_path
from verifier.domain.source import DeclaredEncodings, JavaTree, Tree, leads_to
from verifier.domain.testrun import CanaryPlace
from verifier.errors import BaseInvalidError, MissingToolError
from verifier.sandbox.base import Sandbox
from verifier.tools.jdk import Jdk


class BuildTool(Protocol):
    """One such tool; it keeps nothing between calls."""

    @property
    def name(self) -> StrategyName:
        """Its name, which is also that of the strategy which runs the project's own build."""
        ...

    @property
    def build_file(self) -> str:
        """What lies where a build of this tool stands, for people."""
        ...

    def describes(self, paths: Collection[str], root: str) -> bool:
        """Whether a build of this tool stands in a folder of a tree with these paths."""
        ...

    def graph_of(self, base: Tree, root: str) -> ModuleGraph:
        """The modules of the build in a folder as its files declare them; nothing is run.

        Raises:
            BaseInvalidError: a build file cannot be read.
        """
        ...

    def encoding_of(self, base: Tree, path: str) -> str:
        """The encoding that the tree's own build files declare for a source; empty: none.

        Nothing is run, so what they leave to a program stays open.
        """
        ...

    def version(self, options: BuildOptions) -> str:
        """The version of the installation that is used where a project asks for no other one.

        Raises:
            MissingToolError: there is none.
        """
        ...

    def installed(self, base: Tree, options: BuildOptions) -> InstalledTool:
        """The installation that a base is prepared with, unless the project refuses it.

        Raises:
            MissingToolError: there is none.
        """
        ...

    def in_order(self, jdks: Sequence[Jdk], tool: InstalledTool) -> tuple[Jdk, ...]:
        """The JDKs in the same order, but those last that the tool is not known to run on."""
        ...

    def prepare(self, work: Groundwork) -> PreparedBase:
        """Fetch what an offline build needs, and describe the project.

        Raises:
            BaseInvalidError: it cannot be described, or nothing can build it.
        """
        ...

    def own_build(
        self,
        prepared: PreparedBase,
        sandbox: Sandbox,
        *,
        canaries: Sequence[CanaryPlace] | None,
        rewritten: Mapping[str, str],
    ) -> Strategy:
        """The project's own build, with test classes of ours at some places among its tests, or without.

        With None they stand wherever they may run, and the run tells where they do.
        `rewritten` are the files of its tests that a run of the base leaves as others, each with its SHA-256 then:
        no run is blamed for leaving them the same way.
        """
        ...

    def own_compiler(
        self, prepared: PreparedBase, sandbox: Sandbox, complete: Complete
    ) -> TreeCompiler:
        """The project's own build up to its class files; where it lacks something, it completes."""
        ...

    def lacks_something(self, log: str) -> bool:
        """Whether an offline build failed for want of what `complete` would fetch."""
        ...

    def complete(self, prepared: PreparedBase, online: Online) -> None:
        """Fetch, with network, what the preparation did not bring along."""
        ...


_TEST_SOURCES = (".java", ".groovy", ".kt")

BUILD_TOOLS: tuple[BuildTool, ...] = (MavenTool(), GradleTool())
"""In the order in which they are asked for a tree that several describe."""


def tool_of(base: Tree, root: str = ROOT) -> BuildTool:
    """The tool that the build in a folder of a tree is one of; see `verifier.builds.build_root` for which folder.

    Raises:
        BaseInvalidError: none of the table describes it.
    """
    found = _describing(base.paths(), root)
    if found is None:
        files = " or ".join(tool.build_file for tool in BUILD_TOOLS)
        names = " and ".join(tool.name.capitalize() for tool in BUILD_TOOLS)
        raise BaseInvalidError(
            f"there is no {files} at the root of the base commit, nor above the changed files",
            hint=f"Only {names} projects can be built so far.",
        )
    return found


def tool_named(name: StrategyName) -> BuildTool:
    """The tool of a prepared base."""
    return next(tool for tool in BUILD_TOOLS if tool.name is name)


def versions_of(options: BuildOptions) -> dict[str, str]:
    """The installed tools by name and version; those of the table that are not here are left out.

    Raises:
        MissingToolError: none of them is here; the first one's error says how to get it.
    """
    found: dict[str, str] = {}
    missing: list[MissingToolError] = []
    for tool in BUILD_TOOLS:
        try:
            found[str(tool.name)] = tool.version(options)
        except MissingToolError as error:
            missing.append(error)
    if not found:
        raise missing[0]
    return found


def encoding_of(tree: Tree, path: str) -> str:
    """The encoding that a tree's build files declare for a source; empty where they do not."""
    return next(filter(None, (tool.encoding_of(tree, path) for tool in BUILD_TOOLS)), "")


def java_tree(tree: Tree) -> JavaTree:
    """A tree with the encodings that its build files declare."""
    return _Declared(tree)


class _Declared:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._encodings = DeclaredEncodings(tree, encoding_of)

    @property
    def id(self) -> str:
        return self._tree.id

    def paths(self) -> frozenset[str]:
        return self._tree.paths()

    def read(self, path: str) -> bytes | None:
        return self._tree.read(path)

    def leads_to(self) -> Mapping[str, str]:
        return leads_to(self._tree)

    def encoding(self, path: str) -> str:
        return self._encodings.of(path)


def graph_of(base: Tree, root: str = ROOT) -> ModuleGraph:
    """The modules of the build in a folder as its files declare them; empty where no tool describes it.

    Raises:
        BaseInvalidError: a build file cannot be read.
    """
    tool = _describing(base.paths(), root)
    return tool.graph_of(base, root) if tool is not None else ModuleGraph()


def modules_of(base: Tree, files: Iterable[str], root: str = ROOT) -> tuple[str, ...]:
    """The folders of the modules that hold some files, sorted; a build adds what they need.

    A module without tests brings along the nearest that need it and have tests, since nothing else would
    speak for it. Empty for a project that is one module, and without files: all of it is built.

    Raises:
        BaseInvalidError: a build file cannot be read.
    """
    graph = graph_of(base, root)
    if len(graph.needs) <= 1:
        return ()
    holding = graph.holding(files)
    tested = {
        graph.module_of(path)
        for path in base.paths()
        if path.endswith(_TEST_SOURCES) and is_test_path(path)
    }
    for folder in sorted(holding - tested):
        holding |= graph.nearest_users(folder, tested)
    return tuple(sorted(holding))


def is_described(paths: Collection[str], root: str) -> bool:
    """Whether a tool of the table describes a build in a folder of a tree with these paths."""
    return _describing(paths, root) is not None


def _describing(paths: Collection[str], root: str) -> BuildTool | None:
    return next((tool for tool in BUILD_TOOLS if tool.describes(paths, root)), None)
