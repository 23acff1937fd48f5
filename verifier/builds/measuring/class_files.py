"""Compile trees of one base without testing them, and find what their classes run with."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from verifier.builds.build_tools import tool_named
from verifier.builds.builder import ClassFiles, JavaAgent, RuntimeEnvironment, Toolchain
from verifier.builds.described.compilation import Compilation
from verifier.builds.described.module import MAIN, TEST
from verifier.builds.described.online import Complete
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest, TreeCompiler, tail
from verifier.builds.direct.refusal import refusal_of
from verifier.builds.direct.strategy import DirectStrategy
from verifier.builds.options import StrategyName
from verifier.domain.instance import StableId
from verifier.domain.reach import ReachMap
from verifier.domain.testrun import BuildRun
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Sandbox

_KEPT = 1
"""How many candidates are cached; the classes of the base are cached separately."""
_JUNIT5 = "org.junit.jupiter:junit-jupiter-api"
_WITH_JUNIT5 = (
    _JUNIT5,
    "org.junit.platform:junit-platform-commons",
    "org.opentest4j:opentest4j",
    "org.apiguardian:apiguardian-api",
)
_WITH_JUNIT4 = ("junit:junit", "org.hamcrest:hamcrest-core", "org.hamcrest:hamcrest")


class ClassBuild:
    """Compiles trees of one base: with our own compiler if it can compile the base, otherwise with
    the project's own build.

    `base` is the request without changes; it selects the compiler, so both sides of a comparison
    use the same one. `measured` is the compiler of the strategy that a measurement chose, if it has
    one.
    """

    def __init__(
        self,
        prepared: PreparedBase,
        sandbox: Sandbox,
        base: BuildRequest,
        complete: Complete,
        measured: TreeCompiler | None = None,
    ) -> None:
        self._prepared, self._sandbox, self._base = prepared, sandbox, base
        self._complete = complete
        self._measured = measured
        self._base_compiled: Compilation | None = None
        self._base_classes: ClassFiles | None = None
        self._lock = threading.RLock()
        self._kept: OrderedDict[str, Compilation] = OrderedDict()

    def compile(self, request: BuildRequest) -> BuildRun:
        """Compile a tree, run no test, and return whether it compiles and with which errors.

        Raises:
            BaseInvalidError: nothing here compiles the base.
            SandboxError: the environment failed.
        """
        found = self._compiler().compile(request)
        return BuildRun(
            end=found.end,
            compiled=found.compiled,
            errors=found.errors,
            tests=None,
            log=tail(found.result),
            seconds=found.result.seconds,
            restored=request.overlay.restored,
            built=found.built,
        )

    def classes(self, request: BuildRequest) -> ClassFiles:
        """Return the class files of a tree; those of the base are compiled once.

        Raises:
            BaseInvalidError: it does not compile, or nothing here compiles the base.
            SandboxError: the environment failed.
        """
        if request.overlay.files:
            return self._files(self._compile(request))
        with self._lock:
            if self._base_classes is None:
                # Choosing the compiler has already compiled the base.
                self._compiler()
                known, self._base_compiled = self._base_compiled, None
                self._base_classes = self._files(known or self._compile(request))
            return self._base_classes

    def _files(self, found: Compilation) -> ClassFiles:
        if not found.compiled:
            first = found.errors[0] if found.errors else "no message"
            raise BaseInvalidError(
                f"the tree gives no class files: {first}", hint=tail(found.result)[-2000:]
            )
        sets = found.classes if len(self._prepared.code) > 1 else {}
        return ClassFiles(
            main=found.of_side(MAIN), test=found.of_side(TEST), sets=sets, standing=found.standing
        )

    def _compile(self, request: BuildRequest) -> Compilation:
        """Compile a tree and cache it: several checks need it, and the project's own build is slow."""
        key = str(StableId.of(repr(sorted(request.overlay.files.items()))))
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = self._compiler().compile(request)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found

    def toolchain(self) -> Toolchain:
        """Return the toolchain that compiles the base.

        Raises:
            BaseInvalidError: none here does.
        """
        compiler, refusal = self._compiler(), refusal_of(self._prepared)
        if compiler.name is StrategyName.DIRECT:
            why = "no test is asked for; our own compiler takes the base"
        else:
            why = refusal or "our own compiler does not take the base"
        return Toolchain(
            strategy=compiler.name,
            strategy_reason=why,
            jdk=self._prepared.jdk.version,
            compiler=compiler.compiler,
            jdk_reason=self._prepared.jdk_reason,
        )

    def observe(
        self, request: BuildRequest, java_agent: JavaAgent, reach: ReachMap | None
    ) -> bytes:
        """Return what an agent wrote while tests ran; empty if only the project's own build could run them."""
        return self._compiler().observe(request, java_agent, reach)

    def surroundings(self) -> RuntimeEnvironment:
        """Return the JDK and the libraries of the test class path, including resources."""
        prepared = self._prepared
        every = [jar for m in prepared.code for jar in m.class_path.jars if not jar.module]
        jars = dict.fromkeys((jar.name, prepared.libraries / jar.path) for jar in every)
        present = [(name, path) for name, path in jars if path.exists()]
        has_junit5 = any(jar.name == _JUNIT5 for jar in every)
        wanted = _WITH_JUNIT5 if has_junit5 else _WITH_JUNIT4
        resources = [folder for folder in _resources(prepared) if folder.exists()]
        return RuntimeEnvironment(
            jdk=prepared.jdk,
            class_path=(*resources, *(path for _, path in present)),
            has_junit5=has_junit5,
            junit=tuple(path for name, path in present if name in wanted),
        )

    def _compiler(self) -> TreeCompiler:
        with self._lock:
            return self._fitting_compiler

    @cached_property
    def _fitting_compiler(self) -> TreeCompiler:
        refused: list[Compilation] = []
        for compiler in self._compilers():
            found = compiler.compile(self._base)
            if found.compiled:
                self._base_compiled = found
                return compiler
            refused.append(found)
        last = refused[-1]
        why = last.errors[0] if last.errors else f"the compiler ended by {last.end}"
        raise BaseInvalidError(
            f"the base commit does not compile: {why}", hint=tail(last.result)[-2000:]
        )

    def _compilers(self) -> Iterator[TreeCompiler]:
        """Yield our own compiler, with annotation processing only if the base needs it; then the project's build."""
        prepared, sandbox = self._prepared, self._sandbox
        if self._measured is not None:
            yield self._measured
        # Without a measurement, compiling the base shows whether processors must run.
        elif not refusal_of(prepared):
            for processing in (False, True):
                yield DirectStrategy(prepared, sandbox, processing=processing)
        yield tool_named(prepared.tool.name).own_compiler(prepared, sandbox, self._complete)


def _resources(prepared: PreparedBase) -> list[Path]:
    parts = prepared.parts
    if prepared.processed:
        return [part.resource_output(side) for part in parts for side in (MAIN, TEST)]
    modules = [part.module for part in parts]
    folders = [r.folder for m in modules for r in (*m.resources, *m.test_resources)]
    return [prepared.base / folder for folder in folders]
