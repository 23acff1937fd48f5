"""A builder for a change in some modules of a project, and for the modules that depend on them.

The changed modules are built as usual: with our own compiler and launcher if these can. The results
of the others can only count against a candidate: each of their tests is one more that must pass.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from threading import Lock, RLock

from verifier.builds.build_tools import BuildModules
from verifier.builds.builder import (
    BaseMeasurement,
    Builder,
    ClassFiles,
    Faults,
    JavaAgent,
    PlantedRun,
    RuntimeEnvironment,
    Toolchain,
)
from verifier.builds.judged_runs import JudgedRuns
from verifier.builds.measuring.base_builder import BaseBuilder
from verifier.builds.measuring.suite_runs import ONLY_OF_ONE
from verifier.builds.measuring.unseen_changes import refuse_unseen
from verifier.builds.modules.dependants import Dependants, DependantsPlan
from verifier.builds.options import BuildOptions, ModuleReach
from verifier.builds.preparing.build_root import root_of
from verifier.domain.coverage import Recording
from verifier.domain.pass_counts import TestCounts
from verifier.domain.paths import ROOT
from verifier.domain.reach import ChangedFiles, ReachMap
from verifier.domain.source import Analysis, Candidate, Tree
from verifier.domain.testrun import BuildRun, RunEnd, Tamper, TamperSign, TestRun
from verifier.sandbox.base import Sandbox
from verifier.tools.git.repository import Repository

NOT_BESIDE_OTHERS = "modules need the changed ones: no stop at the first failure, planted faults in the changed ones alone"


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedModules:
    """The modules that are built for a change, empty for all; `holding` are those that contain its
    files.

    `root` is the folder of their build.
    """

    built: tuple[str, ...]
    holding: tuple[str, ...]
    root: str = ROOT

    @classmethod
    def of(cls, tree: Tree, files: Iterable[str], options: BuildOptions) -> "ChangedModules":
        """Return the modules that contain the files.

        If the user named modules: these, and those of the modules with the files that they depend
        on.

        Raises:
            BaseInvalidError: a build file cannot be read, or the files belong to several builds.
        """
        return BaseModules(options).changed(tree, files)


class BaseModules:
    """The modules of one base; the build files of a folder are read once. Safe for several threads."""

    def __init__(self, options: BuildOptions) -> None:
        self._options, self._lock = options, Lock()
        self._builds: dict[str, BuildModules] = {}

    def changed(self, tree: Tree, files: Iterable[str]) -> ChangedModules:
        """Return the modules that are built for a change of these files; see `ChangedModules.of`.

        Every call gets the tree of the same base. It is not kept, because its paths are many.
        """
        files, wanted = frozenset(files), self._options.modules
        root = root_of(tree, files or [f"{folder}/*" for folder in wanted])
        with self._lock:
            if root not in self._builds:
                self._builds[root] = BuildModules.of(tree, root)
            modules = self._builds[root]
        if not wanted:
            built = modules.holding(files)
            return ChangedModules(built=built, holding=built, root=root)
        holding = modules.graph.holding(files) or set(wanted)
        # They are compiled anyway; listing them makes their own tests run too.
        needed = sorted(modules.graph.needs_of(wanted) & holding)
        return ChangedModules(built=(*wanted, *needed), holding=tuple(sorted(holding)), root=root)


def open_modules(
    repository: Repository,
    commit: str,
    modules: ChangedModules,
    options: BuildOptions,
    sandbox: Sandbox,
) -> Builder:
    """Return the builder of one base commit for some modules and for the modules that depend on
    them.

    It does nothing before its first use.
    """
    own = replace(options, modules=modules.built, root=modules.root, reach=ModuleReach.DEPENDANTS)
    changed = BaseBuilder(repository, commit, own, sandbox)
    if not modules.built:
        return changed

    def others(wanted: tuple[str, ...]) -> BaseBuilder:
        jdk = changed.other_jdk or own.jdk
        theirs = replace(own, modules=wanted, recorded=False, dependants=True, jdk=jdk)
        return BaseBuilder(repository, commit, theirs, sandbox)

    def dependants() -> Dependants:
        return Dependants(
            prepared=changed.prepared,
            options=options,
            holding=frozenset(modules.holding),
            open=others,
        )

    return SeveralModules(changed, dependants)


class SeveralModules:
    """See Builder; `changed` builds the modules with the change, and answers whatever they alone can answer."""

    def __init__(self, changed: BaseBuilder, dependants: Callable[[], Dependants]) -> None:
        self._changed, self._open = changed, dependants
        self._dependants: Dependants | None = None
        self._measured: tuple[BaseMeasurement, DependantsPlan] | None = None
        self._whole: BaseMeasurement | None = None
        self._lock = RLock()
        self.judged = JudgedRuns()

    def begin(self, *, tested: bool) -> None:
        """See Builder; covers only the modules with the change."""
        self._changed.begin(tested=tested)

    def measure(self) -> BaseMeasurement:
        """See Builder; dependants that the base cannot build or test do not make the base invalid."""
        return self._ready()[0]

    def measure_whole(self) -> BaseMeasurement:
        """See Builder; dependants that fail in further runs are left out."""
        plan = self._ready()[1]
        with self._lock:
            if self._whole is None:
                own = self._changed.measure_whole()
                self._whole = _merge_measurements(own, self._of_base().wholly_tested(plan))
            return self._whole

    def build(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """See Builder; if the changed modules do not compile, the others are not built."""
        plan = self._ready()[1]
        if plan.further is not None and plan.together is not None:
            refuse_unseen(candidate, self._changed.prepared)
            return plan.together.of_all(plan.further.build(candidate, editable))
        own = self._changed.build(candidate, editable)
        if plan.further is None or not own.compiled or own.end is not RunEnd.EXITED:
            return own
        if plan.theirs is None:
            return _together(own, plan.further.compile(candidate, editable))
        return _together(own, _with_evidence(plan.further.build(candidate, editable)))

    def changed_classes(
        self, candidate: Candidate, editable: frozenset[str] = frozenset()
    ) -> ChangedFiles:
        """See Builder; empty if other modules depend on the changed ones."""
        if self._ready()[1].further is not None:
            return {}
        return self._changed.changed_classes(candidate, editable)

    def first_failure(
        self,
        candidate: Candidate,
        editable: frozenset[str] = frozenset(),
        *,
        reach: ReachMap | None = None,
        changed: frozenset[str] = frozenset(),
    ) -> BuildRun | None:
        """See Builder; None if other modules depend on the changed ones."""
        if self._ready()[1].further is not None:
            return None
        return self._changed.first_failure(candidate, editable, reach=reach, changed=changed)

    def rerun(
        self,
        candidate: Candidate | None,
        tests: tuple[str, ...],
        editable: frozenset[str] = frozenset(),
    ) -> BuildRun:
        """See Builder; each test runs in the builder that has it."""
        return self._by_builder(tests, lambda b, part: b.rerun(candidate, part, editable))

    def _by_builder(
        self, tests: tuple[str, ...], run: Callable[[BaseBuilder, tuple[str, ...]], BuildRun]
    ) -> BuildRun:
        plan = self._ready()[1]
        if plan.further is None or plan.theirs is None:
            return run(self._changed, tests)
        ids = plan.together
        if ids is not None and not tests:
            return ids.of_all(run(plan.further, ()))
        theirs = tuple(test for test in tests if test in plan.theirs.stable_pass)
        own = tuple(test for test in tests if test not in plan.theirs.stable_pass)
        if tests and not theirs:
            return run(self._changed, own)
        found = run(plan.further, theirs)
        if ids is not None:
            # Maven runs the class in every module that has one of this name.
            found = ids.of_others(found)
        if tests and not own:
            return found
        return _together(run(self._changed, own), _with_evidence(found))

    def base_round(self, tests: tuple[str, ...], number: int) -> BuildRun:
        """See Builder; each test runs in the builder that has it."""
        return self._by_builder(tests, lambda builder, part: builder.base_round(part, number))

    def plant(
        self,
        candidate: Candidate | None,
        faults: Faults,
        editable: frozenset[str] = frozenset(),
    ) -> PlantedRun | None:
        """See Builder; only tests that our own launcher runs can be broken."""
        plan = self._ready()[1]
        planted = self._changed.plant(candidate, faults, editable)
        if planted is None or plan.theirs is None:
            return planted
        return replace(planted, left_out=plan.theirs.stable_pass)

    def toolchain(self) -> Toolchain:
        """See Builder."""
        with self._lock:
            if self._measured is not None:
                return self._measured[0].toolchain
        return replace(self._changed.toolchain(), modules=self._compile_plan().built)

    def compile(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        """See Builder."""
        own, further = self._changed.compile(candidate, editable), self._compile_plan().further
        if further is None or not own.compiled or own.end is not RunEnd.EXITED:
            return own
        return _together(own, further.compile(candidate, editable))

    def classes(
        self, candidate: Candidate | None, editable: frozenset[str] = frozenset()
    ) -> ClassFiles:
        """See Builder."""
        return self._changed.classes(candidate, editable)

    def recording(self) -> Recording:
        """See Builder."""
        return self._changed.recording()

    def reach(self, analysis: Analysis) -> ReachMap | None:
        """See Builder; covers the tests of the changed modules."""
        return self._changed.reach(analysis)

    def surroundings(self) -> RuntimeEnvironment:
        """See Builder."""
        return self._changed.surroundings()

    def observe(self, java_agent: JavaAgent, reach: ReachMap | None = None) -> bytes:
        """See Builder."""
        return self._changed.observe(java_agent, reach)

    def encoding(self, path: str) -> str:
        """See Builder."""
        return self._changed.encoding(path)

    def versions(self) -> Mapping[str, str]:
        """See Builder."""
        return self._changed.versions()

    def _ready(self) -> tuple[BaseMeasurement, DependantsPlan]:
        # Under the lock: all predictions of a base wait for one measurement.
        with self._lock:
            if self._measured is None:
                own = self._changed.measure()
                if self._changed.other_jdk is not None:
                    self._dependants = None
                plan = self._of_base().plan_tests(own)
                self._measured = _merge_measurements(own, plan), plan
            return self._measured

    def _compile_plan(self) -> DependantsPlan:
        with self._lock:
            return self._of_base().compiled

    def _of_base(self) -> Dependants:
        if self._dependants is None:
            self._dependants = self._open()
        return self._dependants


def _merge_measurements(own: BaseMeasurement, plan: DependantsPlan) -> BaseMeasurement:
    theirs = plan.theirs
    if theirs is None:
        return replace(own, modules=plan.built)
    return replace(
        own,
        stable_pass=own.stable_pass | theirs.stable_pass,
        stable_fail=own.stable_fail | theirs.stable_fail,
        skipped=own.skipped | theirs.skipped,
        flaky=own.flaky | theirs.flaky,
        notes=tuple(dict.fromkeys((*own.notes, *_notes_of(theirs)))),
        runs=theirs.runs if plan.together is not None else tuple(map(_sum, own.runs, theirs.runs)),
        touched=own.touched | theirs.touched,
        modules=plan.built,
    )


def _notes_of(theirs: BaseMeasurement) -> tuple[str, ...]:
    """Return what is unusual about the dependants, how they are built, and what is skipped because of them."""
    by = f"modules that need the changed ones are built by {theirs.strategy}"
    odd = (note for note in theirs.notes if note != ONLY_OF_ONE)
    return *odd, f"{by}: {theirs.strategy_reason}", NOT_BESIDE_OTHERS


def _sum(own: TestCounts | None, theirs: TestCounts | None) -> TestCounts | None:
    if own is None or theirs is None:
        return None
    return TestCounts(passed=own.passed + theirs.passed, failed=own.failed + theirs.failed)


def _together(own: BuildRun, theirs: BuildRun) -> BuildRun:
    """Combine both runs into one; the evidence keeps the name of the changed modules' run."""
    return replace(
        own,
        end=theirs.end,
        compiled=theirs.compiled,
        errors=(*own.errors, *theirs.errors),
        tests=_tests_together(own.tests, theirs.tests) if theirs.compiled else None,
        log=f"{own.log}\n== modules that need the changed ones\n{theirs.log}",
        seconds=own.seconds + theirs.seconds,
        test_seconds=own.test_seconds + theirs.test_seconds,
        starved=own.starved or theirs.starved,
    )


def _with_evidence(run: BuildRun) -> BuildRun:
    """Add a sign of tampering to a finished run that left no evidence."""
    if run.tests is not None or not run.compiled or run.end is not RunEnd.EXITED:
        return run
    text = "the modules that need the changed ones left no evidence"
    lost = (Tamper(sign=TamperSign.UNFINISHED, detail=text),)
    return replace(run, tests=TestRun(outcomes={}, failures={}, tamper=lost))


def _tests_together(own: TestRun | None, theirs: TestRun | None) -> TestRun | None:
    if own is None or theirs is None:
        return own
    return replace(
        own,
        outcomes={**own.outcomes, **theirs.outcomes},
        failures={**own.failures, **theirs.failures},
        conflicts=(*own.conflicts, *theirs.conflicts),
        complete=own.complete and theirs.complete,
        tamper=(*own.tamper, *theirs.tamper),
        touched=own.touched | theirs.touched,
        rewritten={**own.rewritten, **theirs.rewritten},
    )
