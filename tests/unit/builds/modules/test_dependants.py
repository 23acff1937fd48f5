"""Which modules are built with a changed one, decided without building any."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_builder import make_measurement
from verifier.builds.builder import BaseMeasurement, ModulesBuilt
from verifier.builds.described.module import Module, ResourceFolder
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.measuring.base_builder import BaseBuilder
from verifier.builds.measuring.strategy_choice import NO_CANARIES
from verifier.builds.modules.changed_ids import ChangedIds
from verifier.builds.modules.dependants import NOT_NAMED, Dependants
from verifier.builds.options import BuildOptions, ModuleReach, StrategyChoice, StrategyName
from verifier.builds.speedups import Speedup
from verifier.errors import BaseInvalidError, DownloadError, VerifierError

GRAPH = ModuleGraph(needs={"core": (), "app": ("core",), "far": ("app",), "alone": ()})

OWN = replace(make_measurement("p.ATest#a"), stable_fail=frozenset(), skipped=frozenset())


def module(folder: str) -> Module:
    sources, tests = (f"{folder}/src/{each}/java" for each in ("main", "test"))
    return replace(MODULE, folder=folder, sources=(sources,), test_sources=(tests,))


NEEDED = replace(module("core"), tested=False)


def nobody(modules: tuple[str, ...]) -> BaseBuilder:
    raise AssertionError(f"nobody asked for {modules}")


def of(holding: str, *built: str, options: BuildOptions) -> Dependants:
    modules = tuple(map(module, built))
    prepared = replace(PREPARED, graph=GRAPH, modules=modules)
    return Dependants(prepared=prepared, options=options, holding=frozenset({holding}), open=nobody)


@pytest.mark.parametrize("reach", [ModuleReach.CHANGED, ModuleReach.DEPENDANTS])
def test_a_module_that_nobody_needs_is_built_alone(reach: ModuleReach) -> None:
    found = of("alone", "alone", options=BuildOptions(reach=reach))

    assert found.plan_tests(OWN).further is None
    assert found.plan_tests(OWN).built == ModulesBuilt(compiled=("alone",))


def test_of_modules_that_the_user_named_what_is_missing_is_said() -> None:
    found = of("core", "core", "app", options=BuildOptions(modules=("app",)))

    assert found.plan_tests(OWN).built == ModulesBuilt(
        compiled=("app", "core"), uncompiled={"far": NOT_NAMED}
    )


def test_of_modules_that_the_user_named_one_that_is_built_on_the_way_and_not_tested_is_said(
    tmp_path: Path,
) -> None:
    found = of("core", "core", "app", "far", options=BuildOptions(modules=("far",)))
    core, app, far = found.prepared.modules
    modules = (core, replace(app, tested=False), far)
    found = replace(found, prepared=replace(found.prepared, folder=tmp_path, modules=modules))

    assert found.plan_tests(OWN).built == ModulesBuilt(compiled=("app", "core", "far"))

    for folder in ("app", "far"):
        test = tmp_path / "base" / folder / "src/test/java/ATest.java"
        test.parent.mkdir(parents=True)
        test.write_text("")
    found = replace(found)

    assert found.plan_tests(OWN).built.untested == {"app": NOT_NAMED}


def test_our_own_compiler_alone_builds_no_dependants_that_it_cannot_and_says_so() -> None:
    refused = replace(PREPARED, direct_refusal="app: it uses gmaven-plugin")
    options = BuildOptions(strategy=StrategyChoice.DIRECT)
    further = Unmeasured(prepared=refused).builder
    found = replace(of("core", "core", options=options), open=lambda _: further)

    left = dict.fromkeys(("app", "far"), "--strategy direct: app: it uses gmaven-plugin")
    assert found.plan_tests(OWN).built == ModulesBuilt(compiled=("core",), uncompiled=left)
    assert found.compiled.built == found.plan_tests(OWN).built


@dataclass(frozen=True, kw_only=True)
class Unmeasured:
    """A builder of dependants whose tests cannot be measured; `broken` says why it does not compile either."""

    prepared: PreparedBase
    broken: str = ""
    error: VerifierError = field(
        default_factory=lambda: BaseInvalidError("the base has only 0 stable passing tests")
    )
    asked: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, base: Path, *modules: str, tested: str, broken: str = "") -> "Unmeasured":
        """With these modules; only `tested` has tests."""
        sources = base / "base" / tested / "src/test/java"
        sources.mkdir(parents=True)
        (sources / "ATest.java").write_text("")
        made = tuple(map(module, modules))
        prepared = replace(PREPARED, folder=base, modules=made, selected=modules)
        return cls(prepared=prepared, broken=broken)

    @property
    def builder(self) -> BaseBuilder:
        """This as a builder; dependants use no more of it."""
        return cast("BaseBuilder", self)

    def open(self, modules: tuple[str, ...]) -> BaseBuilder:
        assert modules == self.prepared.selected
        return self.builder

    def measure(self) -> BaseMeasurement:
        self.asked.append("measure")
        raise self.error

    def toolchain(self) -> None:
        self.asked.append("toolchain")
        if self.broken:
            raise BaseInvalidError(self.broken)


def test_of_all_modules_those_that_nobody_needs_are_asked_for_too(tmp_path: Path) -> None:
    further = Unmeasured.at(tmp_path, "alone", "app", "far", tested="far")
    found = replace(
        of("core", "core", options=BuildOptions(reach=ModuleReach.ALL)), open=further.open
    )

    assert found.compiled.built == ModulesBuilt(compiled=("alone", "app", "core", "far"))


def test_dependants_whose_tests_cannot_be_measured_are_compiled_and_named_with_the_reason(
    tmp_path: Path,
) -> None:
    further = Unmeasured.at(tmp_path, "app", "far", tested="far")
    found = replace(of("core", "core", options=BuildOptions()), open=further.open)

    plan = found.plan_tests(OWN)
    assert plan.built == ModulesBuilt(
        compiled=("app", "core", "far"),
        untested={"far": "the base has only 0 stable passing tests"},
    )
    assert (plan.further, plan.theirs) == (further.builder, None)
    assert further.asked == ["measure", "toolchain"]


def test_those_that_do_not_compile_either_are_left_out(tmp_path: Path) -> None:
    further = Unmeasured.at(tmp_path, "app", "far", tested="far", broken="it does not compile")
    found = replace(of("core", "core", options=BuildOptions()), open=further.open)

    assert found.plan_tests(OWN).further is None
    assert found.plan_tests(OWN).built == ModulesBuilt(
        compiled=("core",), uncompiled=dict.fromkeys(("app", "far"), "it does not compile")
    )


OWN_BUILD = replace(OWN, strategy=StrategyName.MAVEN)
ALL = replace(OWN_BUILD, stable_pass=frozenset({"core:p.ATest#a", "far:p.BTest#b"}))


@dataclass(frozen=True, kw_only=True)
class Measured(Unmeasured):
    """A builder whose tests can be measured; `whole` is the result of more runs."""

    shown: BaseMeasurement = ALL
    whole: BaseMeasurement | None = None

    def measure(self) -> BaseMeasurement:
        self.asked.append("measure")
        return self.shown

    def measure_whole(self) -> BaseMeasurement:
        if self.whole is None:
            raise self.error
        return self.whole


def beside(apart: Measured, both: Unmeasured | None = None, **options: Any) -> Dependants:
    """The dependants of `core`, opened with it or without it."""

    def open_modules(modules: tuple[str, ...]) -> BaseBuilder:
        if "core" not in modules:
            return apart.builder
        assert both is not None, "nobody builds them together"
        return both.builder

    return replace(of("core", "core", options=BuildOptions(**options)), open=open_modules)


def measured_at(base: Path, *modules: str) -> Measured:
    return Measured(prepared=Unmeasured.at(base, *modules, tested="far").prepared)


@pytest.fixture
def apart(tmp_path: Path) -> Measured:
    return measured_at(tmp_path / "apart", "app", "far")


@pytest.fixture
def both(tmp_path: Path) -> Measured:
    return measured_at(tmp_path / "both", "core", "app", "far")


def test_the_projects_own_build_takes_the_changed_modules_along(
    both: Measured, apart: Measured
) -> None:
    plan = beside(apart, both).plan_tests(OWN_BUILD)

    assert plan.further is both.builder
    assert plan.built == ModulesBuilt(compiled=("app", "core", "far"))
    assert plan.together == ChangedIds(prefixes=frozenset({"core"}))
    assert plan.theirs is not None
    assert plan.theirs.stable_pass == {"far:p.BTest#b"}


@pytest.mark.parametrize(
    "options",
    [
        {"without": frozenset({Speedup.TOGETHER})},
        {"recorded": True},
        {"reach": ModuleReach.CHANGED},
    ],
    ids=lambda words: next(iter(words)),
)
def test_it_does_not_where_nobody_wants_that(apart: Measured, options: dict[str, Any]) -> None:
    plan = beside(apart, **options).plan_tests(OWN_BUILD)

    assert (plan.further, plan.together) == (apart.builder, None)


def test_nor_where_our_own_launcher_takes_the_changed_modules(apart: Measured) -> None:
    assert beside(apart).plan_tests(OWN).together is None


def test_nor_where_it_takes_the_others(both: Measured, apart: Measured) -> None:
    ours = replace(apart, shown=replace(ALL, strategy=StrategyName.DIRECT))

    plan = beside(ours, both).plan_tests(OWN_BUILD)

    assert (plan.further, plan.theirs, plan.together) == (ours.builder, ours.shown, None)


@pytest.mark.parametrize(
    ("tool", "odd", "known"),
    [
        (StrategyName.MAVEN, "far", True),
        (StrategyName.MAVEN, "core", True),
        (StrategyName.GRADLE, "far", True),
        (StrategyName.GRADLE, "core", False),
    ],
)
def test_what_it_can_never_take_is_not_measured_apart_to_know_that(
    both: Measured, apart: Measured, tool: StrategyName, odd: str, *, known: bool
) -> None:
    modules = tuple(
        replace(m, unsupported=("its tests are TestNG's",) if m.folder == odd else ())
        for m in both.prepared.modules
    )
    prepared = replace(both.prepared, modules=modules, tool=replace(PREPARED.tool, name=tool))

    assert (
        beside(apart, replace(both, prepared=prepared)).plan_tests(OWN_BUILD).together is not None
    )
    assert apart.asked == ([] if known else ["measure"])


@pytest.mark.parametrize(
    "change",
    [
        {"shown": replace(ALL, stable_pass=frozenset({"far:p.ATest#a"}))},
        {"shown": replace(ALL, strategy=StrategyName.DIRECT)},
        {"prepared": {"jdk": replace(PREPARED.jdk, version="8")}},
        {"prepared": {"modules": (NEEDED, module("app"), module("far"))}},
        {"shown": replace(ALL, compiler="maven 3.9.9, 17")},
        {"shown": replace(ALL, notes=(NO_CANARIES,))},
        {"shown": replace(ALL, stable_pass=frozenset({"core:p.ATest#a"}))},
    ],
    ids=[
        "a test fails there",
        "another strategy",
        "another JDK",
        "a changed module is left out",
        "another build tool",
        "no canary runs there",
        "no test of others passes",
    ],
)
def test_nor_where_the_changed_modules_are_not_what_they_are_alone(
    both: Measured, apart: Measured, change: dict[str, Any]
) -> None:
    if "prepared" in change:
        change = {"prepared": replace(both.prepared, **change["prepared"])}

    plan = beside(apart, replace(both, **change)).plan_tests(OWN_BUILD)

    assert (plan.further, plan.theirs, plan.together) == (apart.builder, ALL, None)


def test_nor_where_a_test_of_the_changed_modules_is_called_otherwise(
    both: Measured, apart: Measured
) -> None:
    own = replace(OWN_BUILD, stable_fail=frozenset({"p.CTest#c"}))
    shown = replace(ALL, stable_fail=frozenset({"other:p.CTest#c"}))

    assert beside(apart, replace(both, shown=shown)).plan_tests(own).together is None


def test_a_class_of_two_changed_modules_has_its_module_wherever_it_passes(
    both: Measured, apart: Measured
) -> None:
    passed, failed = frozenset({"core:p.ATest#a"}), frozenset({"lib:p.ATest#a"})
    own = replace(OWN_BUILD, stable_pass=passed, stable_fail=failed)
    shown = replace(ALL, stable_fail=failed)
    found = beside(apart, replace(both, shown=shown))
    lib = module("lib")
    asked = ("app", "core", "far", "lib")
    two = replace(found.prepared, modules=(lib, *found.prepared.modules))
    everything = replace(both.prepared, modules=(lib, *both.prepared.modules), selected=asked)
    opened = {
        ("app", "far"): apart.builder,
        asked: replace(both, prepared=everything, shown=shown).builder,
    }

    plan = replace(found, prepared=two, open=opened.__getitem__).plan_tests(own)

    assert plan.together == ChangedIds(prefixes=frozenset({"core", "lib"}))


def test_a_module_that_is_only_needed_and_not_tested_is_not_asked_for(
    both: Measured, apart: Measured
) -> None:
    found = beside(apart, both)
    lib = replace(module("lib"), tested=False)
    opened = {("app", "far"): apart.builder, ("app", "core", "far"): both.builder}

    plan = replace(
        found,
        prepared=replace(found.prepared, modules=(lib, *found.prepared.modules)),
        open=opened.__getitem__,
    ).plan_tests(OWN_BUILD)

    assert plan.together == ChangedIds(prefixes=frozenset({"core"}))


@pytest.mark.parametrize(
    "folder", ["core/src/test/resources", "core/src/test/java", "core/extra", "generated/core"]
)
def test_nor_where_another_module_takes_files_of_a_changed_one(
    both: Measured, apart: Measured, folder: str
) -> None:
    found = beside(apart, both)
    core = replace(found.prepared.module, test_resources=(ResourceFolder(folder="generated"),))
    *others, far = both.prepared.modules
    taking = replace(far, resources=(ResourceFolder(folder=folder),))
    prepared = replace(both.prepared, modules=(*others, taking))

    plan = replace(
        beside(apart, replace(both, prepared=prepared)),
        prepared=replace(found.prepared, modules=(core,)),
    ).plan_tests(OWN_BUILD)

    assert (plan.further, plan.together) == (apart.builder, None)


@pytest.mark.parametrize(
    "error", [BaseInvalidError("it has no test"), DownloadError("it is not prepared")]
)
def test_nor_where_that_cannot_be_measured(
    both: Measured, apart: Measured, error: VerifierError
) -> None:
    unmeasured = Unmeasured(prepared=both.prepared, error=error)

    assert beside(apart, unmeasured).plan_tests(OWN_BUILD).further is apart.builder
    assert unmeasured.asked == ["measure"]


def test_others_that_more_runs_show_to_be_unfit_count_for_nothing(apart: Measured) -> None:
    dependants = beside(apart)
    plan = dependants.plan_tests(OWN)
    whole = dependants.wholly_tested(plan)

    assert (plan.theirs, whole.theirs) == (ALL, None)
    assert whole.built.untested == {"far": "the base has only 0 stable passing tests"}


def test_in_one_run_too_where_enough_of_the_changed_modules_pass(
    both: Measured, apart: Measured
) -> None:
    passed, flaky = frozenset({"core:p.ATest#a"}), frozenset({"far:p.BTest#b"})
    unfit = replace(both, whole=replace(ALL, stable_pass=passed, flaky=flaky))
    dependants = beside(apart, unfit)

    whole = dependants.wholly_tested(dependants.plan_tests(OWN_BUILD))

    assert whole.theirs is None
    assert whole.built.untested == {
        "far": "the base commit has 0 stable passing tests, fewer than 1: 1 flaky"
    }
