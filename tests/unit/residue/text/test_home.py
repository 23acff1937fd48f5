"""What a class's own text decides about names, and what it leaves open."""

import pytest

from verifier.java_text.quick_reader import read_quickly
from verifier.residue.text.home import Home
from verifier.residue.text.members import FileSide


def home(text: str, name: str = "p.A", beside: str = "package p; class Peer { }") -> Home:
    texts = {"A.java": text, "Peer.java": beside}
    return FileSide.of(texts, {path: read_quickly(each) for path, each in texts.items()}).homes[
        name
    ]


@pytest.mark.parametrize(
    ("head", "name", "full"),
    [
        ("", "A", "p.A"),
        ("", "Peer", "p.Peer"),
        ("", "String", "java.lang.String"),
        ("", "Inner", "p.A.Inner"),
        ("", "T", "p.A.T"),
        ("", "Unknown", "p.Unknown"),
        ("import q.Unknown;", "Unknown", "q.Unknown"),
        ("import q.String;", "String", "q.String"),
        ("import q.*;", "Unknown", None),
        ("import q.*;", "Peer", "p.Peer"),
        ("import q.X; import r.X;", "X", None),
    ],
)
def test_a_type_is_named_by_what_declares_or_imports_it(
    head: str, name: str, full: str | None
) -> None:
    assert home(f"package p; {head} class A<T> {{ class Inner {{ }} }}").type_named(name) == full


def test_a_supertype_may_bring_types_of_any_name() -> None:
    heir = home("package p; import q.Known; class A extends B { }")

    assert heir.type_named("Unknown") is None
    assert heir.type_named("Known") == "q.Known"


@pytest.mark.parametrize(
    ("text", "arguments", "known"),
    [
        ("class A { void f(int a) { } }", 1, True),
        ("class A { void f(int a) { } }", 2, False),
        ("class A { void f(int a) { } void f(long a) { } }", 1, False),
        ("class A { void f(int a) { } void f(int a, int b) { } }", 1, True),
        ("class A { void f(int a) { } void f(int a, int b) { } }", None, False),
        ("class A { void f(int... a) { } }", 1, False),
        ("class A { void f(int a) { } void f(int[] b) { } }", 1, False),
        ("class A extends B { void f(int a) { } }", 1, False),
        ("class A implements B { void f(int a) { } }", 1, False),
        ("class A { }", 1, False),
    ],
)
def test_a_call_means_the_only_method_that_it_can_mean(
    text: str, arguments: int | None, known: bool
) -> None:
    assert (home(text, "A").overload("f", arguments) is not None) is known


def test_a_nested_class_an_enum_and_a_record_have_members_that_stand_elsewhere() -> None:
    assert home("class A { class B { } }", "A$B").alone is False
    assert home("enum A { X }", "A").alone is False
    assert home("class A { }", "A").alone is True


def test_fields_of_an_interface_are_static() -> None:
    assert home("interface A { int N = 1; }", "A").fields == {"N": True}
    assert home("class A { int n; static int m; }", "A").fields == {"n": False, "m": True}
