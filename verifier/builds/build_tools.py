"""The tools that projects describe their builds for: what each must do, and the one table of them.

A tool prepares a base once, with network, and says in a `PreparedBase` all that our own compiler
and launcher must know; and it runs the project's own build, offline, in the sandbox.
"""

from collections.abc import Collection, Iterable
from typing import Protocol

from verifier.builds.base import BuildOptions, StrategyName
from verifier.builds.compilation import TreeCompiler
from verifier.builds.groundwork import Groundwork
from verifier.builds.maven.tool import MavenTool
from verifier.builds.prepared import InstalledTool, PreparedBase
from verifier.builds.strategy import Strategy
from verifier.domain.source import Tree
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Sandbox


class BuildTool(Protocol):
    """One such tool; it keeps nothing between calls."""

    @property
    def name(self) -> StrategyName:
        """Its name, which is also that of the strategy which runs the project's own build."""
        ...

    @property
    def build_file(self) -> str:
        """What lies at the root of a project of this tool, for people."""
        ...

    def describes(self, paths: Collection[str]) -> bool:
        """Whether a tree with these paths is a project of this tool."""
        ...

    def modules_of(self, base: Tree, files: Iterable[str]) -> tuple[str, ...]:
        """The folders of the modules to build for some files; empty for all of them.

        Raises:
            BaseInvalidError: a build file cannot be read.
        """
        ...

    def module_of(self, base: Tree, path: str) -> str:
        """The folder of the module that holds a file."""
        ...

    def installed(self, options: BuildOptions) -> InstalledTool:
        """The installation that is used, unless the project asks for another one.

        Raises:
            MissingToolError: there is none.
        """
        ...

    def prepare(self, work: Groundwork) -> PreparedBase:
        """Fetch what an offline build needs, and describe the project.

        Raises:
            BaseInvalidError: it cannot be described, or nothing can build it.
        """
        ...

    def own_build(self, prepared: PreparedBase, sandbox: Sandbox, *, canaries: bool) -> Strategy:
        """The project's own build, with test classes of ours among its tests or without."""
        ...

    def own_compiler(self, prepared: PreparedBase, sandbox: Sandbox) -> TreeCompiler:
        """The project's own build up to its class files."""
        ...

    def lacks_something(self, log: str) -> bool:
        """Whether an offline build failed for want of what `complete` would fetch."""
        ...

    def complete(self, prepared: PreparedBase) -> None:
        """Fetch, with network, what the preparation did not bring along."""
        ...


BUILD_TOOLS: tuple[BuildTool, ...] = (MavenTool(),)
"""In the order in which they are asked for a tree that several describe."""


def tool_of(base: Tree) -> BuildTool:
    """The tool that a project is built with.

    Raises:
        BaseInvalidError: none of the table describes it.
    """
    paths = base.paths()
    found = next((tool for tool in BUILD_TOOLS if tool.describes(paths)), None)
    if found is None:
        files = " or ".join(tool.build_file for tool in BUILD_TOOLS)
        names = " and ".join(tool.name.capitalize() for tool in BUILD_TOOLS)
        raise BaseInvalidError(
            f"there is no {files} at the root of the base commit",
            hint=f"Only {names} projects can be built so far.",
        )
    return found


def tool_named(name: StrategyName) -> BuildTool:
    """The tool of a prepared base."""
    return next(tool for tool in BUILD_TOOLS if tool.name is name)


def modules_of(base: Tree, files: Iterable[str]) -> tuple[str, ...]:
    """The modules to build for some files; empty for all, and where no tool describes the tree.

    Raises:
        BaseInvalidError: a build file cannot be read.
    """
    paths = base.paths()
    tool = next((each for each in BUILD_TOOLS if each.describes(paths)), None)
    return tool.modules_of(base, files) if tool is not None else ()
