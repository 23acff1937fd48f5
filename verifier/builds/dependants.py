"""The modules that need those that hold a change: which there are, and what of them can be built.

They are built beside the modules that hold the change, by our own compiler and launcher where these take
them and show the same tests, else by the project's own build. What the base
itself cannot build or test there makes no base invalid: it is left out, with the reason.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from verifier.builds.base import (
    BaseMeasurement,
    BuildOptions,
    ModuleReach,
    ModulesBuilt,
    StrategyChoice,
)
from verifier.builds.direct.refusal import refusal_of
from verifier.builds.measurement import BaseBuilder
from verifier.builds.module import Module
from verifier.builds.prepared import PreparedBase
from verifier.errors import BaseInvalidError

NOT_NAMED = "it is not among --modules"
ONLY_CHANGED = "--modules changed"
_TEST_SOURCES = ("*.java", "*.groovy", "*.kt")

OpenDependants = Callable[[tuple[str, ...]], BaseBuilder]
"""Opens the builder of some modules that need others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What is built beside the modules that hold a change; `further` is absent where nothing is.

    `theirs` is what its tests show on the base, absent where they do not run.
    """

    built: ModulesBuilt
    further: BaseBuilder | None = None
    theirs: BaseMeasurement | None = None


@dataclass(frozen=True, kw_only=True)
class Dependants:
    """Those of one change, whose modules are `holding`; `prepared` is the base with these alone."""

    prepared: PreparedBase
    options: BuildOptions
    holding: frozenset[str]
    open: OpenDependants = field(repr=False)

    @cached_property
    def compiled(self) -> Plan:
        """Where no test is asked for: as far as the base itself compiles."""
        return self._base_compiled(self._opened)

    @cached_property
    def tested(self) -> Plan:
        """As far as the base itself compiles and its tests can be measured."""
        return self._tested(lambda further: further.measure())

    @cached_property
    def wholly_tested(self) -> Plan:
        """The same by as many runs as the options ask for."""
        return self._tested(lambda further: further.measure_whole())

    def _tested(self, measure: Callable[[BaseBuilder], BaseMeasurement]) -> Plan:
        plan = self._opened
        if plan.further is None:
            return plan
        if self.options.reach is ModuleReach.CHANGED:
            return self._base_compiled(plan, ONLY_CHANGED)
        if not _with_tests(plan.further.prepared):
            return self._base_compiled(plan)
        try:
            return replace(plan, theirs=measure(plan.further))
        except BaseInvalidError as error:
            return self._base_compiled(plan, error.message)

    @cached_property
    def _opened(self) -> Plan:
        """What there is, before the base is asked whether it compiles."""
        wanted = self._wanted()
        compiled = tuple(sorted(self.holding | wanted))
        if self.options.modules:
            return self._named(wanted)
        if not wanted:
            return Plan(built=ModulesBuilt(compiled=compiled))
        further = self.open(tuple(sorted(wanted)))
        try:
            prepared = further.prepared
        except BaseInvalidError as error:
            return _without(wanted, compiled, error.message)
        if self.options.strategy is StrategyChoice.DIRECT and (refusal := refusal_of(prepared)):
            return _without(wanted, compiled, f"--strategy direct: {refusal}")
        left = prepared.left_out
        there = self.holding | {module.folder for module in _asked(prepared)}
        built = ModulesBuilt(
            compiled=tuple(sorted(there)),
            uncompiled={f: left[f] for f in sorted(left)},
        )
        return Plan(built=built, further=further if _asked(prepared) else None)

    def _wanted(self) -> frozenset[str]:
        graph = self.prepared.graph
        if self.options.reach is ModuleReach.ALL and not self.options.modules:
            return frozenset(graph.needs) - self.holding
        return graph.dependants(self.holding)

    def _named(self, needing: frozenset[str]) -> Plan:
        """Of what the user named nothing is added; what of it is missing is said."""
        there = {module.folder for module in self.prepared.modules}
        compiled = tuple(sorted((needing | self.holding) & there))
        missing = dict.fromkeys(sorted(needing - there), NOT_NAMED)
        return Plan(built=ModulesBuilt(compiled=compiled, uncompiled=missing))

    @staticmethod
    def _base_compiled(plan: Plan, untested: str = "") -> Plan:
        """The plan as far as the base compiles; the tests do not run, for this reason."""
        further = plan.further
        if further is None:
            return plan
        prepared = further.prepared
        try:
            further.toolchain()
        except BaseInvalidError as error:
            known = plan.built
            return _without(prepared.selected, known.compiled, error.message, known.uncompiled)
        said = {m.folder: untested for m in _with_tests(prepared)} if untested else {}
        return replace(plan, built=replace(plan.built, untested=said))


def _without(
    modules: Iterable[str],
    compiled: Iterable[str],
    why: str,
    known: Mapping[str, str] | None = None,
) -> Plan:
    """Nothing is built beside the modules that hold the change."""
    left = dict.fromkeys(sorted(modules), why)
    there = tuple(folder for folder in compiled if folder not in left)
    return Plan(built=ModulesBuilt(compiled=there, uncompiled={**(known or {}), **left}))


def _asked(prepared: PreparedBase) -> list[Module]:
    """The modules with code that were asked for: not those that they need."""
    return [m for m in prepared.modules if m.has_code and m.folder in prepared.selected]


def _with_tests(prepared: PreparedBase) -> list[Module]:
    return [m for m in _asked(prepared) if _has_tests(prepared.base, m)]


def _has_tests(base: Path, module: Module) -> bool:
    folders = [base / folder for folder in module.test_sources]
    return any(next(f.rglob(kind), None) is not None for f in folders for kind in _TEST_SOURCES)
