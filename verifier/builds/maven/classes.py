"""Class files from the project's own build; it compiles as usual and runs no test."""

from dataclasses import replace

from verifier.builds.described.compilation import Compilation
from verifier.builds.described.module import MAIN, TEST
from verifier.builds.described.online import Complete
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import JOB_TREE, BuildRequest, TreeCompiler
from verifier.builds.evidence.built_sources import NOTE, find_built_sources, list_candidate_sources
from verifier.builds.maven.errors import MISSING_OFFLINE
from verifier.builds.maven.offline import offline_maven
from verifier.builds.maven.strategy import errors_of
from verifier.builds.maven.words import selection
from verifier.builds.options import StrategyName
from verifier.domain.testrun import RunEnd
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox, below

_RESULT_BYTES = 512 * 1024**2
_RESULT_FILES = 100_000


class MavenClasses(TreeCompiler):
    """Compiles main and test classes of each module that is built, together with its resources."""

    name = StrategyName.MAVEN

    def __init__(self, prepared: PreparedBase, sandbox: Sandbox, complete: Complete) -> None:
        self._prepared, self._sandbox, self._complete = prepared, sandbox, complete
        self._outputs = {
            part.set_name(side): f"{JOB_TREE}/{folder}"
            for part in prepared.parts
            for side, folder in ((MAIN, part.module.main_output), (TEST, part.module.test_output))
        }

    @property
    def compiler(self) -> str:
        """The project's own choice."""
        return self._prepared.own_compiler

    def compile(self, request: BuildRequest) -> Compilation:
        """Compile a tree; if Maven lacks something offline for the base itself, fetch it once.

        Raises:
            SandboxError: the environment failed.
        """
        result = self._sandbox.run(self._job(request))
        # A candidate that needs another dependency must not make us go online.
        of_base = not request.overlay.files
        if of_base and result.exit_code != 0 and MISSING_OFFLINE.search(_log(result)):
            self._complete()
            result = self._sandbox.run(self._job(request))
        return Compilation(
            end=result.end,
            compiled=result.end is RunEnd.EXITED and result.exit_code == 0,
            errors=errors_of(_log(result), result),
            classes={
                name: below(result.artefacts, folder) for name, folder in self._outputs.items()
            },
            result=result,
            built=find_built_sources(self._prepared, request, result),
        )

    def _job(self, request: BuildRequest) -> Job:
        prepared = self._prepared
        maven = offline_maven(prepared, self._sandbox)
        words = (
            *maven.words,
            "-DskipTests",
            *selection(prepared.selected, prepared.root),
            "clean",
            "test-compile" if len(prepared.code) == 1 else "package",
        )
        return Job(
            command=("bash", "-c", f'cd {JOB_TREE} && {NOTE} && exec "$@"', "classes", *words),
            mounts=maven.mounts,
            copies={JOB_TREE: Mount(name="base", source=prepared.base)},
            files={**request.files(), **list_candidate_sources(request), **maven.files},
            env=maven.env,
            results=tuple(self._outputs.values()),
            limits=replace(request.limits, result_bytes=_RESULT_BYTES, result_files=_RESULT_FILES),
            label=f"classes {request.label}",
        )


def _log(result: JobResult) -> str:
    return result.output.decode("utf-8", "replace")
