"""Maven as a build tool; `verifier.builds.build_tools` documents each method."""

from collections.abc import Mapping, Sequence

from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Complete, Online
from verifier.builds.described.pom import POM
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.strategy import Strategy, TreeCompiler
from verifier.builds.maven.classes import MavenClasses
from verifier.builds.maven.errors import MISSING_OFFLINE
from verifier.builds.maven.online import complete_online, end_filling
from verifier.builds.maven.preparation import MavenPreparation, describe_installation
from verifier.builds.maven.reactor import reactor_of
from verifier.builds.maven.source_encoding import encoding_of
from verifier.builds.maven.strategy import MavenStrategy
from verifier.builds.options import BuildOptions, StrategyName
from verifier.domain.source import Tree
from verifier.domain.testrun import CanaryPlace
from verifier.sandbox.base import Sandbox
from verifier.tools.jdk import Jdk
from verifier.tools.maven import find_maven


class MavenTool:
    """Builds folders with a pom.xml."""

    name = StrategyName.MAVEN
    build_files = (POM,)

    def graph_of(self, base: Tree, root: str) -> ModuleGraph:
        """See BuildTool."""
        return reactor_of(base, root)

    def encoding_of(self, base: Tree, path: str) -> str:
        """See BuildTool."""
        return encoding_of(base, path)

    def version(self, options: BuildOptions) -> str:
        """See BuildTool."""
        return find_maven(options.maven).version

    def find_installation(self, base: Tree, options: BuildOptions) -> InstalledTool:
        """See BuildTool; wrappers never run."""
        del base
        return describe_installation(find_maven(options.maven))

    def in_order(self, jdks: Sequence[Jdk], tool: InstalledTool) -> tuple[Jdk, ...]:
        """See BuildTool; a JDK that compiles the sources also runs Maven."""
        del tool
        return tuple(jdks)

    def prepare(self, work: Groundwork) -> PreparedBase:
        """See BuildTool."""
        prepared = MavenPreparation(work=work).run()
        end_filling(work.online)
        return prepared

    def own_build(
        self,
        prepared: PreparedBase,
        sandbox: Sandbox,
        *,
        canaries: Sequence[CanaryPlace] | None,
        rewritten: Mapping[str, str],
    ) -> Strategy:
        """See BuildTool."""
        return MavenStrategy(prepared, sandbox, canaries=canaries, rewritten=rewritten)

    def own_compiler(
        self, prepared: PreparedBase, sandbox: Sandbox, complete: Complete
    ) -> TreeCompiler:
        """See BuildTool."""
        return MavenClasses(prepared, sandbox, complete)

    def lacks_something(self, log: str) -> bool:
        """See BuildTool."""
        return MISSING_OFFLINE.search(log) is not None

    def complete(self, prepared: PreparedBase, online: Online) -> None:
        """See BuildTool."""
        complete_online(prepared, online)
