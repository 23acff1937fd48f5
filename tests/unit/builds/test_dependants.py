"""What is built beside a change, where nothing of it needs to be opened."""

from dataclasses import dataclass, replace

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.base import BuildOptions, ModuleReach, ModulesBuilt, StrategyChoice
from verifier.builds.dependants import NOT_NAMED, Dependants
from verifier.builds.measurement import BaseBuilder
from verifier.builds.module_graph import ModuleGraph

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
