"""What may be left out of a preparation: modules that only need a change, never the others."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Online
from verifier.builds.options import BuildOptions
from verifier.sandbox.base import JobLimits

GRAPH = ModuleGraph(needs={"core": (), "app": ("core",), "far": ("app",), "tool": ("core",)})


def work(*modules: str, dependants: bool = True) -> Groundwork:
    return Groundwork(
        commit="0" * 40,
        folder=Path("/prepared"),
        libraries=Path("/libraries"),
        jdks=(PREPARED.jdk,),
        tool=PREPARED.tool,
        online=Online(ScriptedSandbox(result=make_result({})), Path("/libraries"), JobLimits()),
        graph=GRAPH,
        options=BuildOptions(modules=modules, dependants=dependants),
    )


def test_a_module_goes_with_those_that_need_it() -> None:
    rest = work("app", "far", "tool").without({"app": "it does not compile"})

    assert rest is not None
    assert rest.options.modules == ("tool",)
    assert rest.left_out == {"app": "it does not compile", "far": "it needs app"}


@pytest.mark.parametrize(
    ("asked", "gone"),
    [
        (work("app", "far"), ["app"]),
        (work("tool"), ["far"]),
        (work("tool"), []),
        (work("app", "tool", dependants=False), ["app"]),
    ],
    ids=["nothing would be left", "it was not asked for", "none", "they hold the change"],
)
def test_nobody_does_without(asked: Groundwork, gone: list[str]) -> None:
    assert asked.without(dict.fromkeys(gone, "why")) is None


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        ({"core": ("all",), "app": ("all", "one")}, "all; app: one"),
        # Nobody asks which JUnit a module without tests has.
        ({"core": (), "app": ()}, "core: it has no JUnit on its test class path"),
    ],
)
def test_a_reason_that_is_not_all_modules_names_its_modules(
    tmp_path: Path, refused: dict[str, tuple[str, ...]], said: str
) -> None:
    base = replace(work(), folder=tmp_path)
    for folder in ("core", "app"):
        (tmp_path / "base" / folder / "test").mkdir(parents=True)
    (tmp_path / "base/core/test/CoreTest.java").write_text("")
    modules = tuple(
        replace(
            MODULE,
            name=folder,
            folder=folder,
            test_sources=(f"{folder}/test",),
            unsupported=reasons,
        )
        for folder, reasons in refused.items()
    )

    found = base.describe(modules, PREPARED.jdk, PREPARED.tool, lambda _: None)

    assert found.direct_refusal == said
