"""The class files of a tree and what they run with, however its tests are run."""

from pathlib import Path

from verifier.builds.base import ClassFiles, Surroundings
from verifier.builds.compiling import MAIN, TEST, Compilation
from verifier.builds.direct import DirectStrategy
from verifier.builds.maven_classes import maven_classes
from verifier.builds.preparation import PROCESSED, Preparation
from verifier.builds.strategy import Request, Strategy
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Sandbox

_JUNIT5 = "org.junit.jupiter:junit-jupiter-api"
_WITH_JUNIT5 = (
    _JUNIT5,
    "org.junit.platform:junit-platform-commons",
    "org.opentest4j:opentest4j",
    "org.apiguardian:apiguardian-api",
)
_WITH_JUNIT4 = ("junit:junit", "org.hamcrest:hamcrest-core", "org.hamcrest:hamcrest")


class ClassBuild:
    """Compiles trees of one base: by our own compiler where it takes the base, else by Maven."""

    def __init__(self, prepared: Preparation, sandbox: Sandbox, strategy: Strategy) -> None:
        self._prepared, self._sandbox = prepared, sandbox
        self._direct = _direct(prepared, sandbox, strategy)

    def classes(self, base: Request, request: Request) -> ClassFiles:
        """The class files of a request; `base` is the request without any change.

        The base decides by which compiler, so that both sides of a comparison share it.

        Raises:
            BaseInvalidError: the tree does not compile.
            SandboxError: the environment failed.
        """
        direct = self._direct
        if direct is not None:
            if direct.compiled(base).compiled:
                return _files(direct.compiled(request))
            self._direct = None
        return maven_classes(self._prepared, self._sandbox, request)

    def surroundings(self) -> Surroundings:
        """The JDK and the libraries of the test class path, resources among them."""
        prepared = self._prepared
        jars = [(jar.name, prepared.repository / jar.path) for jar in prepared.class_path.jars]
        present = [(name, path) for name, path in jars if path.exists()]
        has_junit5 = prepared.class_path.version(_JUNIT5) is not None
        wanted = _WITH_JUNIT5 if has_junit5 else _WITH_JUNIT4
        resources = [folder for folder in _resources(prepared) if folder.exists()]
        return Surroundings(
            jdk=prepared.jdk,
            class_path=(*resources, *(path for _, path in present)),
            has_junit5=has_junit5,
            junit=tuple(path for name, path in present if name in wanted),
        )


def _direct(prepared: Preparation, sandbox: Sandbox, strategy: Strategy) -> DirectStrategy | None:
    if isinstance(strategy, DirectStrategy):
        return strategy
    if prepared.direct_refusal:
        return None
    return DirectStrategy(prepared, sandbox, processing=False)


def _files(compilation: Compilation) -> ClassFiles:
    if not compilation.compiled:
        first = compilation.errors[0].message if compilation.errors else "no message"
        raise BaseInvalidError(f"the tree does not compile any more: {first}")
    return ClassFiles(main=compilation.classes[MAIN], test=compilation.classes[TEST])


def _resources(prepared: Preparation) -> list[Path]:
    if prepared.processed:
        return [prepared.folder / PROCESSED / side for side in (MAIN, TEST)]
    project = prepared.project
    return [prepared.base / r.folder for r in (*project.resources, *project.test_resources)]
