"""The supported build tools: what each must implement, and the table that lists them.

A tool prepares a base once, with network access, and describes in a `PreparedBase` everything that
our own compiler and launcher need. It also runs the project's own build, offline, in the sandbox.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph, join_folder
from verifier.builds.described.online import Complete, Online
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.strategy import Strategy, TreeCompiler
from verifier.builds.gradle.tool import GradleTool
from verifier.builds.maven.tool import MavenTool
from verifier.builds.options import BuildOptions, StrategyName
from verifier.domain.paths import ROOT, is_test_path
from verifier.domain.source import DeclaredEncodings, JavaTree, Tree, leads_to
from verifier.domain.testrun import CanaryPlace
from verifier.errors import BaseInvalidError, MissingToolError
from verifier.sandbox.base import Sandbox
from verifier.tools.jdk import Jdk


class BuildTool(Protocol):
    """One build tool; it keeps no state between calls."""

    @property
    def name(self) -> StrategyName:
        """Its name, which is also the name of the strategy that runs the project's own build."""
        ...

    @property
    def build_files(self) -> tuple[str, ...]:
        """The names of its build files: a folder with one of them contains a build of this tool.

        Messages name the first one.
        """
        ...

    def graph_of(self, base: Tree, root: str) -> ModuleGraph:
        """Return the modules that the build files of a folder declare; runs nothing.

        Raises:
            BaseInvalidError: a build file cannot be read.
        """
        ...

    def encoding_of(self, base: Tree, path: str) -> str:
        """Return the encoding that the tree's build files declare for a source; empty if they
        declare none.

        Runs nothing, so an encoding that a build script computes is not found.
        """
        ...

    def version(self, options: BuildOptions) -> str:
        """Return the version of the default installation, which a project without a version of its
        own uses.

        Raises:
            MissingToolError: there is none.
        """
        ...

    def find_installation(self, base: Tree, options: BuildOptions) -> InstalledTool:
        """Return the installation that prepares a base, unless the project refuses it.

        Raises:
            MissingToolError: there is none.
        """
        ...

    def in_order(self, jdks: Sequence[Jdk], tool: InstalledTool) -> tuple[Jdk, ...]:
        """Return the JDKs in the same order, with those that the tool may not run on last."""
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
        """Return the project's own build, with canaries (test classes of ours) at some places among
        its tests.

        If `canaries` is None, every possible place gets one, and the run shows which of them work.
        `rewritten` are files that the base's own tests change, with the SHA-256 they end up with: a
        run that leaves them the same way is not blamed.
        """
        ...

    def own_compiler(
        self, prepared: PreparedBase, sandbox: Sandbox, complete: Complete
    ) -> TreeCompiler:
        """Return the project's own build up to its class files; it calls `complete` if something is missing."""
        ...

    def lacks_something(self, log: str) -> bool:
        """Whether an offline build failed because it lacked something that `complete` would fetch."""
        ...

    def complete(self, prepared: PreparedBase, online: Online) -> None:
        """Fetch, with network access, what the preparation missed."""
        ...


_TEST_SOURCES = (".java", ".groovy", ".kt")

BUILD_TOOLS: tuple[BuildTool, ...] = (MavenTool(), GradleTool())
"""If a tree matches several tools, the first one in this order is used."""


def tool_of(base: Tree, root: str = ROOT) -> BuildTool:
    """Return the tool of the build in a folder of a tree; `verifier.builds.preparing.build_root` finds the
    folder.

    Raises:
        BaseInvalidError: no tool matches.
    """
    found = _describing(base.paths(), root)
    if found is None:
        files = " or ".join(tool.build_files[0] for tool in BUILD_TOOLS)
        names = " and ".join(tool.name.capitalize() for tool in BUILD_TOOLS)
        raise BaseInvalidError(
            f"there is no {files} at the root of the base commit, nor above the changed files",
            hint=f"Only {names} projects can be built so far.",
        )
    return found


def tool_named(name: StrategyName) -> BuildTool:
    """Return the tool with this name."""
    return next(tool for tool in BUILD_TOOLS if tool.name is name)


def versions_of(options: BuildOptions) -> dict[str, str]:
    """Return the installed tools by name and version; tools that are not installed are left out.

    Raises:
        MissingToolError: none is installed; the error of the first tool says how to get it.
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
    """Return the encoding that a tree's build files declare for a source; empty if they declare none."""
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
    """Return the modules that the build files of a folder declare; empty if no tool matches.

    Raises:
        BaseInvalidError: a build file cannot be read.
    """
    tool = _describing(base.paths(), root)
    return tool.graph_of(base, root) if tool is not None else ModuleGraph()


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildModules:
    """The modules of one build, with their dependencies; `tested` are those with tests."""

    graph: ModuleGraph
    tested: frozenset[str]

    @classmethod
    def of(cls, base: Tree, root: str = ROOT) -> Self:
        """Read the build files of a folder.

        Raises:
            BaseInvalidError: a build file cannot be read.
        """
        graph = graph_of(base, root)
        sources = (path for path in base.paths() if path.endswith(_TEST_SOURCES))
        tested = frozenset(graph.module_of(path) for path in sources if is_test_path(path))
        return cls(graph=graph, tested=tested)

    def holding(self, files: Iterable[str]) -> tuple[str, ...]:
        """Return the folders of the modules that contain some files, sorted; a build adds the
        modules they need.

        A module without tests also brings in the nearest modules that depend on it and have tests,
        because no other test covers it. Returns nothing for a single-module project or without
        files: then everything is built.
        """
        if len(self.graph.needs) <= 1:
            return ()
        holding = self.graph.holding(files)
        for folder in sorted(holding - self.tested):
            holding |= self.graph.nearest_users(folder, self.tested)
        return tuple(sorted(holding))


def is_described(paths: Collection[str], root: str) -> bool:
    """Whether a tool of the table matches a folder of a tree with these paths."""
    return _describing(paths, root) is not None


def list_build_files(root: str) -> tuple[str, ...]:
    """Return the build files of all tools in a folder; one of them makes it the folder of a build."""
    return tuple(path for tool in BUILD_TOOLS for path in _list_files(tool, root))


def _list_files(tool: BuildTool, root: str) -> Iterator[str]:
    return (join_folder(root, name) for name in tool.build_files)


def _describing(paths: Collection[str], root: str) -> BuildTool | None:
    found = (tool for tool in BUILD_TOOLS if any(path in paths for path in _list_files(tool, root)))
    return next(found, None)
