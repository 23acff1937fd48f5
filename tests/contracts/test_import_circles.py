"""No module imports a module that imports it, directly or not, not even for types or in a function."""

from graphlib import CycleError, TopologicalSorter

import grimp

FACE = "verifier"
"""The public face names modules of every layer for type checkers."""


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("verifier", cache_dir=None)
    arrows = {
        module: graph.find_modules_directly_imported_by(module) for module in graph.modules - {FACE}
    }

    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        raise AssertionError(" <- ".join(error.args[1])) from error
