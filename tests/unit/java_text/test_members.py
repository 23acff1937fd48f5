"""Declarations are found by class chain, by signature and by span."""

from verifier.domain.refactoring import MethodId
from verifier.domain.source import CompilationUnit
from verifier.java_text.members import (
    find_member,
    find_method,
    find_type,
    list_named_types,
    type_of,
)
from verifier.java_text.quick_reader import read_quickly

SOURCE = """package p;
class A {
    int a, b;
    { a = 1; }
    void f(java.util.List<String> l) {}
    static class In { A(int x) {} enum E { ONE } }
}
class B { static class In2 {} }
"""


def unit() -> CompilationUnit:
    found = read_quickly(SOURCE)
    assert found is not None
    return found


def test_a_type_is_found_by_its_chain_or_by_the_only_ending() -> None:
    names = {
        chain: getattr(find_type(unit(), chain), "class_name", None)
        for chain in ("A", "A$In", "E", "In$E", "X")
    }
    assert names == {"A": "p.A", "A$In": "p.A$In", "E": "p.A$In$E", "In$E": "p.A$In$E", "X": None}


def test_a_method_s_type_is_found_with_dots_and_without_its_outer_class() -> None:
    for owner in ("p.A$In", "p.A.In", "p.In", "q.In"):
        found = type_of(unit(), MethodId(class_name=owner, name="f"))
        assert found is not None
        assert found.class_name == "p.A$In"


def test_a_method_is_found_by_name_and_erased_types_in_its_type_alone() -> None:
    found = find_method(find_type(unit(), "A"), MethodId.parse("X#f(List)"))
    assert found is not None
    assert found.names == ("f",)
    assert find_method(find_type(unit(), "A$In"), MethodId.parse("X#f(List)")) is None
    assert find_method(None, MethodId.parse("X#f(List)")) is None


def test_a_member_stands_for_one_of_its_kind_and_name() -> None:
    given = read_quickly("class C { int b = 2; { b = 3; } class In {} void f(List l) {} int f; }")
    home = find_type(unit(), "A")
    assert given is not None
    assert home is not None
    found = [find_member(home, member) for member in given.types[0].members]
    assert [m.names if m is not None else None for m in found] == [
        ("a", "b"), (), ("In",), ("f",), None,
    ]  # fmt: skip


def test_local_and_anonymous_types_have_no_name_to_be_found_by() -> None:
    assert [t.class_name for t in list_named_types(unit())] == [
        "p.A", "p.A$In", "p.A$In$E", "p.B", "p.B$In2",
    ]  # fmt: skip


def test_a_name_with_a_number_is_found_where_the_source_itself_writes_it() -> None:
    written = read_quickly("class A$1 { int x() { return 1; } static class B$2 {} }")
    assert written is not None
    assert [t.class_name for t in list_named_types(written)] == ["A$1", "A$1$B$2"]
