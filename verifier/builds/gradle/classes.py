"""Class files from the project's own build; it compiles as usual and runs no test."""

from dataclasses import replace

from verifier.builds.described.compilation import Compilation
from verifier.builds.described.module import MAIN, TEST
from verifier.builds.described.online import Complete
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest, TreeCompiler
from verifier.builds.evidence.built_sources import find_built_sources
from verifier.builds.gradle.errors import MISSING_OFFLINE
from verifier.builds.gradle.offline import OfflineGradle
from verifier.builds.gradle.strategy import errors_of
from verifier.builds.gradle.words import MADE, place_of
from verifier.builds.options import StrategyName
from verifier.domain.testrun import RunEnd
from verifier.sandbox.base import Job, Sandbox, below

_RESULT_BYTES = 512 * 1024**2
_RESULT_FILES = 100_000


class GradleClasses(TreeCompiler):
    """Compiles main and test classes of each project that is built, together with its resources."""

    name = StrategyName.GRADLE

    def __init__(self, prepared: PreparedBase, sandbox: Sandbox, complete: Complete) -> None:
        self._prepared, self._sandbox, self._complete = prepared, sandbox, complete

    @property
    def compiler(self) -> str:
        """The project's own choice."""
        return self._prepared.own_compiler

    def compile(self, request: BuildRequest) -> Compilation:
        """Compile a tree; if Gradle lacks something offline for the base itself, fetch it once.

        Raises:
            SandboxError: the environment failed.
        """
        result = self._sandbox.run(self._job(request))
        # A candidate that needs another dependency must not make us go online.
        of_base = not request.overlay.files
        log = result.log.decode("utf-8", "replace")
        if of_base and result.exit_code != 0 and MISSING_OFFLINE.search(log):
            self._complete()
            result = self._sandbox.run(self._job(request))
        return Compilation(
            end=result.end,
            compiled=result.end is RunEnd.EXITED and result.exit_code == 0,
            errors=errors_of(result),
            classes={
                part.set_name(side): below(
                    result.artefacts, f"{MADE}/{place_of(part.module)}/{side}"
                )
                for part in self._prepared.parts
                for side in (MAIN, TEST)
            },
            result=result,
            built=find_built_sources(self._prepared, request, result),
        )

    def _job(self, request: BuildRequest) -> Job:
        limits = replace(request.limits, result_bytes=_RESULT_BYTES, result_files=_RESULT_FILES)
        return OfflineGradle(
            prepared=self._prepared,
            sandbox=self._sandbox,
            tasks=("refverifyClasses", "refverifyOutputs"),
            results=(MADE,),
            limits=limits,
        ).job(request)
