"""Gradle as a build tool; `verifier.builds.build_tools` documents each method."""

from collections.abc import Mapping, Sequence

from verifier.builds.described.gradle_projects import BUILD_FILES, SETTINGS, projects_of
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Complete, Online
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.strategy import Strategy, TreeCompiler
from verifier.builds.gradle.choice import gradle_for
from verifier.builds.gradle.classes import GradleClasses
from verifier.builds.gradle.errors import MISSING_OFFLINE
from verifier.builds.gradle.online import complete_online
from verifier.builds.gradle.preparation import GradlePreparation, read_prepared_gradle
from verifier.builds.gradle.strategy import GradleStrategy
from verifier.builds.options import BuildOptions, StrategyName
from verifier.domain.source import Tree
from verifier.domain.testrun import CanaryPlace
from verifier.sandbox.base import Sandbox
from verifier.tools.gradle import find_gradle, in_order
from verifier.tools.jdk import Jdk


class GradleTool:
    """Builds folders with a settings.gradle or build.gradle, in Groovy or Kotlin."""

    name = StrategyName.GRADLE
    build_files = (*BUILD_FILES, *SETTINGS)

    def graph_of(self, base: Tree, root: str) -> ModuleGraph:
        """See BuildTool."""
        return projects_of(base, root)

    def encoding_of(self, base: Tree, path: str) -> str:
        """See BuildTool; a Gradle build is a program, so it declares nothing."""
        del base, path
        return ""

    def version(self, options: BuildOptions) -> str:
        """See BuildTool."""
        return find_gradle(options.gradle).version

    def find_installation(self, base: Tree, options: BuildOptions) -> InstalledTool:
        """See BuildTool; the wrapper's Gradle if available; the wrapper itself never runs."""
        return gradle_for(base, options)

    def in_order(self, jdks: Sequence[Jdk], tool: InstalledTool) -> tuple[Jdk, ...]:
        """See BuildTool."""
        return in_order(jdks, read_prepared_gradle(tool))

    def prepare(self, work: Groundwork) -> PreparedBase:
        """See BuildTool."""
        return GradlePreparation(work=work).run()

    def own_build(
        self,
        prepared: PreparedBase,
        sandbox: Sandbox,
        *,
        canaries: Sequence[CanaryPlace] | None,
        rewritten: Mapping[str, str],
    ) -> Strategy:
        """See BuildTool."""
        return GradleStrategy(prepared, sandbox, canaries=canaries, rewritten=rewritten)

    def own_compiler(
        self, prepared: PreparedBase, sandbox: Sandbox, complete: Complete
    ) -> TreeCompiler:
        """See BuildTool."""
        return GradleClasses(prepared, sandbox, complete)

    def lacks_something(self, log: str) -> bool:
        """See BuildTool."""
        return MISSING_OFFLINE.search(log) is not None

    def complete(self, prepared: PreparedBase, online: Online) -> None:
        """See BuildTool."""
        complete_online(prepared, online)
