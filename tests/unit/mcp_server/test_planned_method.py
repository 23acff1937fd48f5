"""A class without its package is the only one of its name; otherwise the answer lists all of them."""

import pytest

from tests.support.answers import MemoryTree, QuickAnalysis
from verifier.domain.refactoring import MethodId
from verifier.errors import UsageError
from verifier.mcp_server.planned_method import only_one_of_its_name, with_package

TREE = MemoryTree.of(
    {
        "src/main/java/p/q/A.java": "package p.q; class A { void f(int n) {} void g() {} void g(int n) {}"
        " static class In { void h() {} } }",
        "one/B.java": "package one; class B {}",
        "two/B.java": "package two; class B {}",
    }
)


@pytest.mark.parametrize(
    ("given", "full"),
    [
        ("A#f(int)", "p.q.A#f(int)"),
        ("A$In#h()", "p.q.A$In#h()"),
        ("p.q.A#f(int)", "p.q.A#f(int)"),
        ("Missing#f()", "Missing#f()"),
    ],
)
def test_the_package_of_the_only_class_of_the_name_is_taken(given: str, full: str) -> None:
    assert str(with_package(MethodId.parse(given), TREE)) == full


def test_of_several_classes_none_is_taken_and_all_are_named() -> None:
    with pytest.raises(UsageError) as caught:
        with_package(MethodId.parse("B#f()"), TREE)

    assert caught.value.hint == "Name one of: one.B, two.B"


def test_the_only_method_of_the_name_is_taken_without_its_parameters() -> None:
    found = only_one_of_its_name(MethodId.parse("p.q.A#f()"), TREE, QuickAnalysis())

    assert str(found) == "p.q.A#f(int)"


def test_of_several_methods_none_is_taken_and_all_are_named() -> None:
    with pytest.raises(UsageError) as caught:
        only_one_of_its_name(MethodId.parse("p.q.A#g()"), TREE, QuickAnalysis())

    assert caught.value.hint == "Name one of: p.q.A#g(), p.q.A#g(int)"
