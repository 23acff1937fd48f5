"""The direct strategy: our own javac and our own JUnit launcher, configured from the project's
description.

All modules are compiled in one job, each after those it needs; the tests of each module run in a
separate job.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

from verifier.builds.builder import Faults, JavaAgent, PlantedRun
from verifier.builds.described.compilation import Compilation
from verifier.builds.described.module import TEST
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import (
    LOG_CHARACTERS,
    BuildRequest,
    Strategy,
    TreeCompiler,
    tail,
    top_class,
)
from verifier.builds.direct.base_classes import BaseClasses, base_classes, read_smallest_source
from verifier.builds.direct.broken_methods import break_some
from verifier.builds.direct.compiling import Compiler, describe_level
from verifier.builds.direct.evidence import Nonce, read_events, read_recording
from verifier.builds.direct.first_failure import FirstFailureJob, Plans
from verifier.builds.direct.planned_tests import PlannedTests
from verifier.builds.direct.runs_together import runs_together
from verifier.builds.direct.test_job import (
    JAVA_AGENT,
    NONE,
    TestJob,
    find_deleted_resources,
    launcher_of,
    lines_of,
    list_touched,
    list_watched,
    plan_of,
    write_test_inputs,
)
from verifier.builds.direct.test_jvm import Mounts
from verifier.builds.evidence.recording import FILE, includes_of
from verifier.builds.options import StrategyName
from verifier.domain.instance import StableId
from verifier.domain.reach import ChangedFiles, ReachMap
from verifier.domain.testrun import BuildRun, RunEnd, TestRun
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Sandbox

THE_TREE = "."
"""Names the tree's own folder among touched paths, if it is a resource folder."""
# A candidate is compiled before and after its tests, its reruns alternate with the base's, and
# several are judged in parallel.
_KEPT_COMPILATIONS = 4


class DirectStrategy(Strategy, TreeCompiler):
    """Compiles in one job and runs tests in another, which mounts the classes read-only."""

    name = StrategyName.DIRECT

    def __init__(
        self,
        prepared: PreparedBase,
        sandbox: Sandbox,
        *,
        processing: bool,
        order: Sequence[str] = (),
    ) -> None:
        self._prepared, self._sandbox, self._processing = prepared, sandbox, processing
        self._parts = prepared.parts
        self._place = {name: number for number, name in enumerate(order)}
        self._base: BaseClasses | None = None
        self._kept: OrderedDict[str, Compilation] = OrderedDict()
        self._lock = threading.Lock()

    def in_order(self, order: Sequence[str]) -> "DirectStrategy":
        """Return this strategy with the same compilations, but another order of test classes."""
        other = DirectStrategy(
            self._prepared, self._sandbox, processing=self._processing, order=order
        )
        with self._lock:
            other._base, other._kept = self._base, OrderedDict(self._kept)
        return other

    @property
    def compiler(self) -> str:
        """Javac with its source level; notes a raised level."""
        jdk = self._prepared.jdk
        levels = dict.fromkeys(describe_level(part.module.main, jdk) for part in self._parts)
        return f"javac {jdk.version}, level {', '.join(levels)}"

    @property
    def tree_compiler(self) -> TreeCompiler:
        """The strategy itself, so that tests and checks of class files share compilations."""
        return self

    def build(self, request: BuildRequest) -> BuildRun:
        """See Strategy."""
        compilation = self.compile(request)
        if not compilation.compiled:
            return BuildRun(
                end=compilation.end,
                compiled=False,
                errors=compilation.errors,
                tests=None,
                log=tail(compilation.result),
                seconds=compilation.result.seconds,
                restored=request.overlay.restored,
            )
        with (
            self._test_inputs(request, compilation) as folder,
            self._start_warm_compiler(request),
        ):
            return self._run(request, compilation, folder)

    def ready_compiler(self, request: BuildRequest) -> None:
        """Start the warm compiler on an unchanged source of the base, so that the first candidate
        finds it running.
        """
        own = replace(
            request, overlay=Overlay(files=read_smallest_source(self._prepared)), tests=()
        )
        with self._lock:
            if self._base is None:
                self._base = self._compile_base(own)
        if self._base is not None and own.overlay.files:
            self._compiler_on(self._base).warm_up(own)

    @contextmanager
    def _start_warm_compiler(self, request: BuildRequest) -> Iterator[None]:
        """Start the warm compiler while the base's tests run, if a candidate comes next."""
        if not request.followed or self._base is None:
            yield
            return
        with ThreadPoolExecutor(1, thread_name_prefix="background") as pool:
            pool.submit(self.ready_compiler, request)
            yield

    def changed_classes(self, request: BuildRequest) -> ChangedFiles:
        """See Strategy."""
        compilation = self.compile(request) if self._find_near_part(request) else None
        if compilation is None or not compilation.compiled or self._base is None:
            return {}
        return self._base.changed_files(compilation)

    def _find_near_part(self, request: BuildRequest) -> PreparedBase | None:
        """Return the only module with code; None if the tests near the change cannot run first."""
        part = self._prepared.alone
        # The base's rounds in that job would lack the resources that the candidate deletes.
        if part is None or any(find_deleted_resources(part, request).values()):
            return None
        return part

    def first_failure(
        self,
        request: BuildRequest,
        failing: frozenset[str],
        known: Callable[[str], Sequence[TestRun]],
        reach: ReachMap | None = None,
        changed: frozenset[str] = frozenset(),
    ) -> BuildRun | None:
        """Run the near tests until one fails that is not in `failing`, then the rounds of its
        class.

        `known` returns the base's rounds of a class, if all exist. Returns None if no such test
        fails, if the near tests are unknown, if several modules have code, or in case of doubt.
        """
        part = self._find_near_part(request)
        if part is None:
            return None
        compilation = self.compile(request)
        if not compilation.compiled or self._base is None:
            return None
        planned = self._plan(request, compilation)
        near = planned.near(part, self._base, reach, changed)
        if not near:
            return None
        with self._test_inputs(request, compilation) as folder:
            watched = includes_of(p for c in compilation.classes.values() for p in c)
            mounts = Mounts.of(part, folder)
            job = FirstFailureJob(
                prepared=part,
                sandbox=self._sandbox,
                request=request,
                candidate=mounts,
                base=mounts.for_base(self._base.folder, folder / NONE),
                agent_of=watched if request.recorded else "",
                archive=launcher_of(part, self._sandbox, mounts),
            )
            found_rounds = {name: known(name) for name in {top_class(n) for n in near}}
            plans = Plans(
                near=near,
                lines=lines_of(part),
                failing=failing,
                known={name: rounds for name, rounds in found_rounds.items() if rounds},
            )
            result = self._sandbox.run(job.job(plans, list_watched(self._parts)))
        found = plans.read(result, assertions=part.module.tests.keyword_assert)
        if found is None:
            return None
        touched = list_touched(self._prepared.base, request, result)
        if not found.wrote_into_tree:
            touched -= {THE_TREE}
        return BuildRun(
            end=result.end,
            compiled=True,
            errors=(),
            tests=replace(found.tests, touched=touched),
            log=result.log.decode("utf-8", "replace")[-LOG_CHARACTERS:],
            seconds=compilation.result.seconds + result.seconds,
            test_seconds=result.seconds,
            restored=request.overlay.restored,
            built=compilation.built,
            starved=result.starved,
            rounds=found.rounds,
            suite_members=frozenset(map(top_class, planned.suite_members)),
        )

    def plant(self, request: BuildRequest, faults: Faults) -> PlantedRun | None:
        """Run all tests with some of them broken; None if none can be broken, or if several modules have code."""
        if self._prepared.alone is None:
            return None
        compilation = self.compile(request)
        broken = break_some(
            compilation.classes[TEST],
            faults.among,
            seed=faults.seed,
            most=faults.most,
            word=faults.word,
        )
        if not broken.tests:
            return None
        classes = {**compilation.classes, TEST: broken.classes}
        planted = replace(compilation, classes=classes)
        with self._test_inputs(request, planted) as folder:
            return PlantedRun(run=self._run(request, planted, folder), tests=broken.tests)

    def observe(
        self, request: BuildRequest, java_agent: JavaAgent, reach: ReachMap | None = None
    ) -> bytes:
        """Return what an agent wrote while the tests that concern it ran; empty if it wrote
        nothing.

        Also empty if several modules have code: each has its own JVM, but the agent has one file.
        """
        part = self._prepared.alone
        if part is None:
            return b""
        compilation = self.compile(request)
        with self._test_inputs(request, compilation) as folder:
            names = self._plan(request, compilation).select_for(java_agent, part, reach)
            wall = min(request.limits.wall_seconds, java_agent.seconds)
            bounded = replace(request, limits=replace(request.limits, wall_seconds=wall))
            job = self._test_job(part, bounded, folder)
            result = self._sandbox.run(
                job.job(plan_of(part, Nonce(), names), java_agent=java_agent)
            )
        return result.artefacts.get(f"{JAVA_AGENT}/{java_agent.result}", b"")

    def compile(self, request: BuildRequest) -> Compilation:
        """Compile this overlay; a rerun of the same one reuses the compilation."""
        parts = (f"{p}\0{c!r}" for p, c in sorted(request.overlay.files.items()))
        key = str(StableId.of(*parts))
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            if self._base is None and request.overlay.files:
                self._base = self._compile_base(request)
        alone = not request.overlay.files and not self._processing
        compilation = self._base_alone(request) if alone else self._compile(request)
        with self._lock:
            self._kept[key] = compilation
            while len(self._kept) > _KEPT_COMPILATIONS:
                self._kept.popitem(last=False)
        return compilation

    def _compile_base(self, request: BuildRequest) -> BaseClasses | None:
        """Return the base's classes; None if annotation processors must see all sources at once."""
        if self._processing:
            return None
        own = replace(request, overlay=Overlay(), tests=(), label="base")
        return base_classes(self._prepared, lambda: self._compile(own))

    def _base_alone(self, request: BuildRequest) -> Compilation:
        """Compile the base, and cache its classes for later compilations."""
        made: list[Compilation] = []

        def compile_once() -> Compilation:
            made.append(self._compile(request))
            return made[0]

        with self._lock:
            try:
                self._base = self._base or base_classes(self._prepared, compile_once)
            except BaseInvalidError:
                if not made:
                    raise
            return made[0] if made or self._base is None else self._base.compilation()

    def _compiler_on(self, base: BaseClasses | None) -> Compiler:
        return Compiler(
            self._prepared,
            self._sandbox,
            processing=self._processing,
            compiled=base.folder if base is not None and self._prepared.compile_in_part else None,
        )

    def _compile(self, request: BuildRequest) -> Compilation:
        found = self._compiler_on(self._base).compile(request)
        return self._base.complete(found) if self._base is not None else found

    def _test_inputs(
        self, request: BuildRequest, compilation: Compilation
    ) -> AbstractContextManager[Path]:
        isolated = self._sandbox.facts.isolated
        return write_test_inputs(self._parts, request, compilation, isolated=isolated)

    def _run(self, request: BuildRequest, compilation: Compilation, folder: Path) -> BuildRun:
        """Run the tests of one module after another, while runs finish and time is left."""
        found: dict[str, BuildRun] = {}
        left = request.limits.wall_seconds
        planned = self._plan(request, compilation)
        for part, names in planned.by_module():
            bounded = replace(request, limits=replace(request.limits, wall_seconds=max(1.0, left)))
            job = self._test_job(part, bounded, folder)
            run = self._run_part(job, names, compilation)
            found[part.module.label] = run
            left -= run.test_seconds
            if run.end is not RunEnd.EXITED:
                break
        whole = runs_together(found, named=request.named)
        members = planned.suite_members if request.tests else ()
        return replace(
            whole,
            seconds=compilation.result.seconds + whole.test_seconds,
            suite_members=frozenset(map(top_class, members)),
        )

    def _plan(self, request: BuildRequest, compilation: Compilation) -> PlannedTests:
        return PlannedTests(self._prepared, request, compilation, self._place)

    def _run_part(self, job: TestJob, names: Sequence[str], compilation: Compilation) -> BuildRun:
        part, request, nonce = job.part, job.request, Nonce()
        watched = includes_of(p for c in compilation.classes.values() for p in c)
        plan = plan_of(part, nonce, names)
        result = self._sandbox.run(job.job(plan, recorded=watched if request.recorded else ""))
        tests, recording = None, None
        # A run that was stopped from outside lacks the end of its chain; its events prove nothing.
        if result.end is RunEnd.EXITED:
            tests = read_events(
                result.output,
                nonce,
                exit_code=result.exit_code,
                assertions=part.module.tests.keyword_assert,
            )
            tests = replace(tests, touched=list_touched(self._prepared.base, request, result))
            if request.recorded:
                recording = read_recording(result.output, nonce, result.artefacts.get(FILE))
        return BuildRun(
            end=result.end,
            compiled=True,
            errors=(),
            tests=tests,
            log=result.log.decode("utf-8", "replace")[-LOG_CHARACTERS:],
            seconds=result.seconds,
            test_seconds=result.seconds,
            restored=request.overlay.restored,
            built=compilation.built,
            recording=recording,
            starved=result.starved,
        )

    def _test_job(self, part: PreparedBase, request: BuildRequest, folder: Path) -> TestJob:
        return TestJob(
            part=part, parts=self._parts, sandbox=self._sandbox, request=request, folder=folder
        )
