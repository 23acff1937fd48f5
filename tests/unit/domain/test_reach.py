"""Which tests reach which methods: attributed by byte code, kept small, and never guessed."""

from verifier.domain.coverage import Coverage, MethodCoverage
from verifier.domain.reach import ReachMap
from verifier.domain.refactoring import MethodId

TESTS = ("p.ATest#a", "p.ATest#b", "p.BTest#c", "p.BTest$In#d", "")


def method(
    name: str, *tests: int, owner: str = "p.A", within: tuple[str, ...] = ()
) -> MethodCoverage:
    return MethodCoverage(
        class_name=owner, name=name, descriptor="()V", file="p/A.java", within=within, tests=tests
    )


def reach(*methods: MethodCoverage) -> ReachMap:
    return ReachMap.of(Coverage(methods=methods, tests=TESTS))


def test_each_method_has_its_tests_as_ranges() -> None:
    found = reach(method("m", 0, 1, 3), method("n", 2), method("idle"))

    assert found.methods == {"p.A#m()V": "0-1 3", "p.A#n()V": "2", "p.A#idle()V": ""}
    assert found.tests_of(["p.A#m()V"]) == ("p.ATest#a", "p.ATest#b", "p.BTest$In#d")
    assert found.tests_of(["p.A#n()V", "p.A#m()V"]) == TESTS[:4]
    assert found.tests_of(["p.A#idle()V", "p.Unknown#m()V"]) == ()


def test_code_within_a_method_counts_as_its_own() -> None:
    body = method("lambda$m$0", 2, within=("p.A#m()V",))

    found = reach(method("m", 0), body)

    assert found.methods == {"p.A#m()V": "0 2", "p.A#lambda$m$0()V": "2"}


def test_what_no_test_has_a_name_for_is_nobodys() -> None:
    assert reach(method("m", 4)).methods == {"p.A#m()V": ""}
    assert reach(method("m", 0, 4)).methods == {"p.A#m()V": "0"}


def test_a_class_stands_for_its_methods_alone() -> None:
    found = reach(method("m", 0), method("n", 2), method("m", 3, owner="p.AB"))

    assert found.tests_of(["p.A#"]) == ("p.ATest#a", "p.BTest#c")


def test_test_classes_are_counted_by_the_methods_that_they_reach() -> None:
    found = reach(method("m", 0, 1, 2), method("n", 2), method("o", 3))

    assert found.classes_of(["p.A#m()V", "p.A#n()V"]) == {"p.ATest": 1, "p.BTest": 2}
    assert found.breadth == {"p.ATest": 1, "p.BTest": 2, "p.BTest$In": 1}


def test_a_method_of_the_source_is_found_by_its_types() -> None:
    found = ReachMap(tests=("t",), methods={"p.A#m(I)V": "0", "p.A#m(Ljava/lang/Object;)V": "0"})

    assert found.keys_of(MethodId.parse("p.A#m(int)")) == ("p.A#m(I)V",)
    assert found.keys_of(MethodId.parse("p.A#m(T)")) == ("p.A#m(Ljava/lang/Object;)V",)
    assert found.keys_of(MethodId.parse("p.A#m(long)")) == ()
