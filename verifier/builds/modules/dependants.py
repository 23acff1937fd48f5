"""The modules that depend on the modules of a change: which there are, and which of them can be
built.

They are built separately from the changed modules: with our own compiler and launcher if these
compile them and show the same tests, otherwise with the project's own build. A module that the base
itself cannot build or test does not make the base invalid: it is left out, with the reason.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from verifier.builds.builder import BaseMeasurement, ModulesBuilt
from verifier.builds.described.module import Module, source_folders
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.direct.refusal import refusal_of
from verifier.builds.measuring.base_builder import BaseBuilder
from verifier.builds.measuring.measurement_cache import refuse_too_few
from verifier.builds.measuring.strategy_choice import NO_CANARIES
from verifier.builds.modules.changed_ids import ChangedIds
from verifier.builds.options import BuildOptions, ModuleReach, StrategyChoice, StrategyName
from verifier.builds.speedups import Speedup
from verifier.errors import BaseInvalidError, DownloadError, IntegrityError

logger = logging.getLogger(__name__)

NOT_NAMED = "it is not among --modules"
ONLY_CHANGED = "--modules changed"
_TEST_SOURCES = ("*.java", "*.groovy", "*.kt")

OpenDependants = Callable[[tuple[str, ...]], BaseBuilder]
"""Opens the builder of some modules that depend on others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DependantsPlan:
    """What is built in addition to the changed modules; `further` is None if nothing is.

    `theirs` is the measurement of its tests on the base; None if they do not run. If `together` is
    given, `further` builds the changed modules too, and `together` translates their test ids.
    """

    built: ModulesBuilt
    further: BaseBuilder | None = None
    theirs: BaseMeasurement | None = None
    together: ChangedIds | None = None


@dataclass(frozen=True, kw_only=True)
class Dependants:
    """The dependants of one change.

    `holding` are the modules that contain the change; `prepared` is the base with only these.
    """

    prepared: PreparedBase
    options: BuildOptions
    holding: frozenset[str]
    open: OpenDependants = field(repr=False)

    @cached_property
    def compiled(self) -> DependantsPlan:
        """The plan if no test is wanted: the dependants that the base compiles."""
        return self._base_compiled(self._first_plan)

    def plan_tests(self, own: BaseMeasurement) -> DependantsPlan:
        """Return the plan for dependants that the base compiles and tests; `own` measured only the
        changed modules.

        Everything is built in one run if the project's own build can build all modules and shows
        the same tests of the changed modules as their own run.
        """
        plan = self._in_one_run(own) if self.options.uses(Speedup.TOGETHER) else None
        return plan or self._separate_plan

    @cached_property
    def _separate_plan(self) -> DependantsPlan:
        return self._measure(self._first_plan, lambda further: further.measure())

    def wholly_tested(self, plan: DependantsPlan) -> DependantsPlan:
        """Return the plan with the dependants measured by as many runs as the options ask for."""
        return self._measure(plan, lambda further: further.measure_whole())

    def _measure(
        self, plan: DependantsPlan, measure: Callable[[BaseBuilder], BaseMeasurement]
    ) -> DependantsPlan:
        if plan.further is None:
            return plan
        if self.options.reach is ModuleReach.CHANGED:
            return self._base_compiled(plan, ONLY_CHANGED)
        if not self._with_tests(plan.further.prepared):
            return self._base_compiled(plan)
        try:
            theirs = self._of_others(measure(plan.further), plan.together)
        except BaseInvalidError as error:
            return self._base_compiled(plan, error.message)
        return replace(plan, theirs=theirs)

    def _of_others(self, known: BaseMeasurement, ids: ChangedIds | None) -> BaseMeasurement:
        """Return the measurement without the changed modules' tests; enough of the remaining tests
        must pass.

        Raises:
            BaseInvalidError: too few of their tests pass.
        """
        if ids is None:
            return known
        theirs = ids.select_others(known)
        refuse_too_few(theirs, self.options, {})
        return theirs

    def _in_one_run(self, own: BaseMeasurement) -> DependantsPlan | None:
        """Return a plan that builds the changed modules too; None if they must be built separately."""
        options = self.options
        # Coverage counts only the changed modules' own tests.
        if options.modules or options.recorded or options.reach is ModuleReach.CHANGED:
            return None
        if own.strategy is StrategyName.DIRECT or not self._wanted:
            return None
        # The others may be preparable and measurable even if all modules together are not.
        try:
            return self._with_changed(own)
        except (BaseInvalidError, DownloadError, IntegrityError) as error:
            logger.info("The changed modules are built separately: %s", error.message)
            return None

    def _with_changed(self, own: BaseMeasurement) -> DependantsPlan | None:
        """Return the plan that builds the changed modules together with others; None if it does not hold.

        Raises:
            BaseInvalidError: all together cannot be measured, or too few tests of the others pass.
        """
        ids = ChangedIds.of(self._modules_with_tests.values())
        plan = self._open_with(frozenset(self._modules_with_tests))
        if plan.further is None or not self._takes_changed(plan.further.prepared):
            return None
        if not self._needs_own_build(plan.further.prepared):
            return None
        shown = plan.further.measure()
        theirs = self._of_others(shown, ids)
        if _means(shown) == _means(own) and ids.shows(own, shown):
            return replace(plan, theirs=theirs, together=ids)
        return None

    def _needs_own_build(self, prepared: PreparedBase) -> bool:
        """Whether the dependants would also use the project's own build if they were built separately."""
        needed = self.prepared.graph.needs_of(self._wanted)
        # In a Gradle project the unsupported part may be its tests, which do not run if it is only
        # needed.
        of_needed = prepared.tool.name is StrategyName.MAVEN
        kept_back = (
            module.unsupported
            and (module.folder in self._wanted or (of_needed and module.folder in needed))
            for module in prepared.modules
        )
        if self.options.strategy is not StrategyChoice.AUTO or any(kept_back):
            return True
        theirs = self._separate_plan.theirs
        return theirs is not None and theirs.strategy is not StrategyName.DIRECT

    @property
    def _modules_with_tests(self) -> dict[str, Module]:
        """The modules, by folder, whose tests run if the changed ones are built alone."""
        return {m.folder: m for m in self.prepared.tested}

    def _takes_changed(self, prepared: PreparedBase) -> bool:
        """Whether a base builds the changed modules as they are built alone, and has tests of
        others to run as well.
        """
        built = {module.folder for module in prepared.tested}
        return (
            prepared.jdk == self.prepared.jdk
            and built.issuperset(self._modules_with_tests)
            and bool(self._with_tests(prepared))
            and not self._shares_files(prepared)
        )

    def _shares_files(self, prepared: PreparedBase) -> bool:
        """Whether another module takes files from a folder of a changed module.

        The folders of all modules in a build decide what a candidate may change: the tests of one
        module could be the code of the other.
        """
        changed = {module.folder for module in self.prepared.code}
        own = _folders(self.prepared.code)
        return any(
            self.prepared.graph.module_of(f"{folder}/file") in changed
            or any(f"{folder}/".startswith(f"{each}/") for each in own)
            for folder in _folders(m for m in prepared.modules if m.folder not in changed)
        )

    @cached_property
    def _first_plan(self) -> DependantsPlan:
        """The plan before the base is compiled."""
        return self._plan_named() if self.options.modules else self._open_with(frozenset())

    def _open_with(self, changed: frozenset[str]) -> DependantsPlan:
        """Return the same plan, with some of the changed modules in its builds."""
        wanted = self._wanted
        compiled = tuple(sorted(self.holding | wanted))
        if not wanted:
            return DependantsPlan(built=ModulesBuilt(compiled=compiled))
        further = self.open(tuple(sorted(wanted | changed)))
        try:
            prepared = further.prepared
        except BaseInvalidError as error:
            return _without(wanted, compiled, error.message)
        if self.options.strategy is StrategyChoice.DIRECT and (refusal := refusal_of(prepared)):
            return _without(wanted, compiled, f"--strategy direct: {refusal}")
        left, others = prepared.left_out, self._others(prepared)
        there = self.holding | {module.folder for module in others}
        built = ModulesBuilt(
            compiled=tuple(sorted(there)),
            uncompiled={f: left[f] for f in sorted(left)},
        )
        return DependantsPlan(built=built, further=further if others else None)

    @cached_property
    def _wanted(self) -> frozenset[str]:
        graph = self.prepared.graph
        if self.options.reach is ModuleReach.ALL and not self.options.modules:
            return frozenset(graph.needs) - self.holding
        return graph.dependants(self.holding)

    def _plan_named(self) -> DependantsPlan:
        """Return the plan if the user named modules: adds none, and records which dependants are
        missing or untested.
        """
        needing, base = self._wanted, self.prepared.base
        there = {module.folder: module for module in self.prepared.modules}
        passed_over = (m for f, m in there.items() if f in needing and not m.tested)
        built = ModulesBuilt(
            compiled=tuple(sorted((needing | self.holding) & there.keys())),
            untested={m.folder: NOT_NAMED for m in passed_over if _has_tests(base, m)},
            uncompiled=dict.fromkeys(sorted(needing - there.keys()), NOT_NAMED),
        )
        return DependantsPlan(built=built)

    def _base_compiled(self, plan: DependantsPlan, untested: str = "") -> DependantsPlan:
        """Return the plan limited to what the base compiles; tests do not run, for the given reason."""
        further = plan.further
        if further is None:
            return plan
        prepared = further.prepared
        try:
            further.toolchain()
        except BaseInvalidError as error:
            known, selected = plan.built, self._wanted.intersection(prepared.selected)
            return _without(selected, known.compiled, error.message, known.uncompiled)
        said = {m.folder: untested for m in self._with_tests(prepared)} if untested else {}
        return replace(plan, theirs=None, built=replace(plan.built, untested=said))

    def _others(self, prepared: PreparedBase) -> list[Module]:
        """Return the modules with code that depend on the change, without the modules that these need."""
        wanted = (module for module in prepared.tested if module.folder in self._wanted)
        return [module for module in wanted if module.has_code]

    def _with_tests(self, prepared: PreparedBase) -> list[Module]:
        return [m for m in self._others(prepared) if _has_tests(prepared.base, m)]


def _without(
    modules: Iterable[str],
    compiled: Iterable[str],
    why: str,
    known: Mapping[str, str] | None = None,
) -> DependantsPlan:
    """Return a plan that builds nothing besides the modules that contain the change."""
    left = dict.fromkeys(sorted(modules), why)
    there = tuple(folder for folder in compiled if folder not in left)
    return DependantsPlan(built=ModulesBuilt(compiled=there, uncompiled={**(known or {}), **left}))


def _means(known: BaseMeasurement) -> tuple[object, ...]:
    """What ran the tests, and whether its evidence is weak."""
    return known.strategy, known.compiler, NO_CANARIES in known.notes


def _folders(modules: Iterable[Module]) -> tuple[str, ...]:
    """All folders that some modules take files from."""
    known = source_folders(tuple(modules))
    return (*known.main, *known.test, *known.main_resources, *known.test_resources)


def _has_tests(base: Path, module: Module) -> bool:
    folders = [base / folder for folder in module.test_sources]
    return any(next(f.rglob(kind), None) is not None for f in folders for kind in _TEST_SOURCES)
