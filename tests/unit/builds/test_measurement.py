"""A change that no build would see is refused, not passed over."""

from dataclasses import replace

import pytest

from tests.support.maven_subject import changes
from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.measurement import refuse_unbuilt
from verifier.builds.module_graph import ModuleGraph
from verifier.errors import UsageError

GRAPH = ModuleGraph(needs={".": (), "core": (), "app": ("core",)})
CORE = replace(PREPARED, graph=GRAPH, modules=(replace(MODULE, folder="core"),), selected=("core",))


def test_a_change_in_a_module_that_is_not_built_is_refused() -> None:
    refuse_unbuilt(changes({"core/A.java": "", "app/readme.txt": ""}), CORE)
    with pytest.raises(UsageError, match=r"app/A\.java changes, in a module that is not built"):
        refuse_unbuilt(changes({"app/A.java": ""}), CORE)


def test_where_all_is_built_nothing_is_refused() -> None:
    refuse_unbuilt(changes({"app/A.java": ""}), replace(CORE, selected=()))
