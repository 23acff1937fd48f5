"""A change that no build would see, or no test, is refused, not passed over."""

from dataclasses import replace

import pytest

from tests.support.maven_subject import changes
from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.measuring.unseen_changes import refuse_unseen
from verifier.errors import NotBuiltError

GRAPH = ModuleGraph(needs={".": (), "core": (), "app": ("core",)})
CORE = replace(PREPARED, graph=GRAPH, modules=(replace(MODULE, folder="core"),), selected=("core",))


def test_a_change_in_a_module_that_is_not_built_is_refused() -> None:
    refuse_unseen(changes({"core/A.java": "", "app/readme.txt": ""}), CORE)
    with pytest.raises(NotBuiltError, match=r"app/A\.java changes, in a module that is not built"):
        refuse_unseen(changes({"app/A.java": ""}), CORE)


def test_where_all_is_built_nothing_is_refused() -> None:
    refuse_unseen(changes({"app/A.java": ""}), replace(CORE, selected=()))


SHARED = replace(MODULE, folder="core", sources=("shared/main",), test_sources=("shared/test",))
APP = replace(
    PREPARED,
    graph=GRAPH,
    modules=(replace(MODULE, folder="."), replace(SHARED, tested=False), CORE.modules[0]),
    selected=(".", "app"),
)


@pytest.mark.parametrize("path", ["shared/main/A.java", "shared/test/ATest.java"])
def test_a_change_that_a_module_takes_from_elsewhere_whose_tests_do_not_run_is_refused(
    path: str,
) -> None:
    with pytest.raises(
        NotBuiltError, match=rf"{path} changes, which core compiles without its tests"
    ):
        refuse_unseen(changes({path: ""}), APP)

    refuse_unseen(changes({path: ""}), replace(APP, modules=(*APP.modules[::2], SHARED)))
    refuse_unseen(changes({f"{path}.txt": "", "shared/else/A.java": ""}), APP)


def test_a_module_may_take_its_sources_from_the_root_of_the_tree() -> None:
    root = replace(MODULE, folder="out", sources=(".",), tested=False)

    with pytest.raises(NotBuiltError, match=r"app/A\.java changes, which out compiles"):
        refuse_unseen(
            changes({"app/A.java": ""}),
            replace(APP, modules=(*APP.modules[::2], root, replace(MODULE, folder="app"))),
        )
