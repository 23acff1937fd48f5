"""Who needs whom, near and far."""

from verifier.builds.described.module_graph import ModuleGraph

GRAPH = ModuleGraph(
    needs={
        ".": (),
        "core": (),
        "lib/api": ("core",),
        "app": ("lib/api",),
        "tool": ("app", "tool"),
        "alone": (),
    }
)


def test_a_file_belongs_to_the_nearest_module() -> None:
    assert GRAPH.module_of("lib/api/src/main/java/B.java") == "lib/api"
    assert GRAPH.module_of("lib/readme.txt") == "."


def test_dependants_are_near_and_far_ones_without_the_modules_themselves() -> None:
    assert GRAPH.users("core") == {"lib/api"}
    assert GRAPH.dependants(["core"]) == {"lib/api", "app", "tool"}
    assert GRAPH.dependants(["core", "app"]) == {"lib/api", "tool"}
    assert GRAPH.dependants(["alone", "."]) == frozenset()


def test_of_those_that_need_a_module_the_nearest_are_taken_that_are_wanted() -> None:
    graph = ModuleGraph(needs={**GRAPH.needs, "lib/api": ("core", "tool"), "near": ("core",)})

    assert graph.nearest_users("core", {"lib/api", "app", "tool"}) == {"lib/api"}
    assert graph.nearest_users("core", {"app", "tool", "alone"}) == {"app"}
    assert graph.nearest_users("core", {"near", "app"}) == {"near"}
    assert graph.nearest_users("core", {"core", "alone"}) == frozenset()


def test_what_is_needed_is_near_and_far() -> None:
    assert GRAPH.needs_of(["app"]) == {"lib/api", "core"}
    assert GRAPH.needs_of(["core"]) == frozenset()


def test_modules_that_need_each_other_come_to_an_end() -> None:
    circle = ModuleGraph(needs={"a": ("b",), "b": ("a",)})

    assert circle.dependants(["a"]) == {"b"}


def test_of_one_module_everything_is_the_root() -> None:
    assert ModuleGraph().module_of("src/main/java/A.java") == "."
    assert ModuleGraph().dependants(["."]) == frozenset()
