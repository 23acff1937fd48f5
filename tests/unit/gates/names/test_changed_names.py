"""Which names a change takes away, or gives to something that is declared otherwise."""

import pytest

from tests.conftest import MakeRepository
from verifier.builds.build_tools import java_tree
from verifier.gates.names.changed_names import ChangedNames, find_changed_names, property_of
from verifier.tools.git.repository import Repository


def names(make_repository: MakeRepository, old: str, new: str) -> ChangedNames:
    made = make_repository("subject")
    base, head = made.commit({"p/A.java": old}), made.commit({"p/A.java": new})
    with Repository.open(made.path) as repository:
        trees = java_tree(repository.tree(base)), java_tree(repository.tree(head))
        return find_changed_names(repository, base, head, trees)


@pytest.mark.parametrize(
    ("old", "new", "owners", "kept"),
    [
        ("void f() {}", "void g() {}", {"f": {"p.A"}}, {"f"}),
        ("void f() {}", "private void f() {}", {"f": {"p.A"}}, {"f"}),
        ("void f() {}", "void f(int a) {}", {"f": {"p.A"}}, {"f"}),
        ("int x;", "int y;", {"x": {"p.A"}}, {"x"}),
        ("static class B { int x; }", "", {"B": {"p.A"}, "x": {"p.A.B"}}, set()),
        ("void f(int a) {}", "final void f(int b) { g(); } void g() {}", {}, set()),
        ("@Deprecated void f() {}", "void f() {}", {}, set()),
    ],
)
def test_a_name_is_changed_where_it_is_gone_or_has_another_head(
    make_repository: MakeRepository,
    old: str,
    new: str,
    owners: dict[str, set[str]],
    kept: set[str],
) -> None:
    text = "package p; class A {{ {} }}"
    found = names(make_repository, text.format(old), text.format(new))

    assert {name: set(each) for name, each in found.owners.items()} == owners
    assert found.kept == kept


def test_private_members_are_hidden_and_new_names_are_known(
    make_repository: MakeRepository,
) -> None:
    old = "package p; class A { private int f; int g() { return f; } }"
    new = "package p; class A { private int h; int g() { return h; } }"
    found = names(make_repository, old, new)

    assert found.hidden == {"f"}
    assert found.all == {"f", "h"}
    assert found.paths == {"p/A.java"}


@pytest.mark.parametrize(
    ("method", "expected"),
    [("getTitle", "title"), ("isOpen", "open"), ("setX", "x"), ("get", ""), ("issue", "")],
)
def test_accessors_are_named_by_their_property(method: str, expected: str) -> None:
    assert property_of(method) == expected
