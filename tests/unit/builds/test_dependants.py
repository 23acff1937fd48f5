"""What is built beside a change, where nothing of it needs to be opened."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.base import (
    BaseMeasurement,
    BuildOptions,
    ModuleReach,
    ModulesBuilt,
    StrategyChoice,
)
from verifier.builds.dependants import NOT_NAMED, Dependants
from verifier.builds.measurement import BaseBuilder
from verifier.builds.module_graph import ModuleGraph
from verifier.builds.prepared import PreparedBase
from verifier.errors import BaseInvalidError

GRAPH = ModuleGraph(needs={"core": (), "app": ("core",), "far": ("app",), "alone": ()})


def nobody(modules: tuple[str, ...]) -> BaseBuilder:
    raise AssertionError(f"nobody asked for {modules}")


def of(holding: str, *built: str, options: BuildOptions) -> Dependants:
    modules = tuple(replace(MODULE, folder=folder) for folder in built)
    prepared = replace(PREPARED, graph=GRAPH, modules=modules)
    return Dependants(prepared=prepared, options=options, holding=frozenset({holding}), open=nobody)


@pytest.mark.parametrize("reach", [ModuleReach.CHANGED, ModuleReach.DEPENDANTS])
def test_a_module_that_nobody_needs_is_built_alone(reach: ModuleReach) -> None:
    found = of("alone", "alone", options=BuildOptions(reach=reach))

    assert found.tested.further is None
    assert found.tested.built == ModulesBuilt(compiled=("alone",))


def test_of_modules_that_the_user_named_what_is_missing_is_said() -> None:
    found = of("core", "core", "app", options=BuildOptions(modules=("app",)))

    assert found.tested.built == ModulesBuilt(
        compiled=("app", "core"), uncompiled={"far": NOT_NAMED}
    )


def test_our_own_compiler_alone_builds_no_dependants_that_it_cannot_and_says_so() -> None:
    @dataclass(frozen=True)
    class Refused:
        prepared = replace(PREPARED, direct_refusal="app: it uses gmaven-plugin")

    options = BuildOptions(strategy=StrategyChoice.DIRECT)
    found = replace(of("core", "core", options=options), open=lambda _: Refused())

    left = dict.fromkeys(("app", "far"), "--strategy direct: app: it uses gmaven-plugin")
    assert found.tested.built == ModulesBuilt(compiled=("core",), uncompiled=left)
    assert found.compiled.built == found.tested.built


@dataclass(frozen=True, kw_only=True)
class Unmeasured:
    """A builder of dependants whose tests cannot be measured; `broken` says why it does not compile either."""

    prepared: PreparedBase
    broken: str = ""
    asked: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, base: Path, *modules: str, tested: str, broken: str = "") -> "Unmeasured":
        """With these modules, of which one has tests."""
        sources = base / "base" / tested / "src/test/java"
        sources.mkdir(parents=True)
        (sources / "ATest.java").write_text("")
        made = tuple(
            replace(MODULE, folder=m, test_sources=(f"{m}/src/test/java",)) for m in modules
        )
        prepared = replace(PREPARED, folder=base, modules=made, selected=modules)
        return cls(prepared=prepared, broken=broken)

    def open(self, modules: tuple[str, ...]) -> "Unmeasured":
        assert modules == self.prepared.selected
        return self

    def measure(self) -> BaseMeasurement:
        self.asked.append("measure")
        raise BaseInvalidError("the base has only 0 stable passing tests")

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

    assert found.tested.built == ModulesBuilt(
        compiled=("app", "core", "far"),
        untested={"far": "the base has only 0 stable passing tests"},
    )
    assert (found.tested.further, found.tested.theirs) == (further, None)
    assert further.asked == ["measure", "toolchain"]


def test_those_that_do_not_compile_either_are_left_out(tmp_path: Path) -> None:
    further = Unmeasured.at(tmp_path, "app", "far", tested="far", broken="it does not compile")
    found = replace(of("core", "core", options=BuildOptions()), open=further.open)

    assert found.tested.further is None
    assert found.tested.built == ModulesBuilt(
        compiled=("core",), uncompiled=dict.fromkeys(("app", "far"), "it does not compile")
    )
