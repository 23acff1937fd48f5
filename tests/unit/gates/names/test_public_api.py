"""Which names of main code a change takes from those who use them."""

import pytest

from verifier.gates.names.public_api import public_changes
from verifier.java_text.declared_names import api_names

CLASS = """package p;
public class A {
    public A(int a) { }
    public final int k() { return 1; }
    public int f(int a) { return a; }
    protected void g() { }
    void h() { }
    private int i;
    public static class B { public void b() { } }
    static class C { public void c() { } }
}
"""


def list_changed(old: str, new: str) -> tuple[str, ...]:
    return public_changes(api_names(old), api_names(new))


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("int f(int a)", "int e(int a)", ("p.A.f",)),
        ("int f(int a)", "int f(long a)", ("p.A.f",)),
        ("int f(int a)", "int f(int b)", ()),
        ("public int f", "int f", ("p.A.f",)),
        ("protected void g", "public void g", ("p.A.g",)),
        ("void h()", "void k()", ()),
        ("private int i", "private int j", ()),
        ("class B { public void b()", "class B { public void d()", ("p.A.B.b",)),
        ("class B {", "class D {", ("p.A.B",)),
        ("class C { public void c()", "class C { public void d()", ()),
        ("class A {", "class E {", ("p.A",)),
        ("return a;", "return 1;", ()),
        ("public int f", "public final int f", ("p.A.f",)),
        ("public class A", "public final class A", ("p.A",)),
        ("f(int a)", "f(final int a)", ()),
        ("public A(int a)", "private A(int a)", ("p.A.<init>",)),
        ("public A(int a)", "public A(int a, int b)", ("p.A.<init>",)),
        ("public final int k", "public int k", ()),
    ],
)
def test_what_others_see_and_no_longer_find_is_named(
    old: str, new: str, names: tuple[str, ...]
) -> None:
    assert list_changed(CLASS, CLASS.replace(old, new)) == names


def test_what_is_only_added_is_no_change_of_the_api() -> None:
    more = CLASS.replace("    void h", "    public int f() { return 1; }\n    void h")

    assert list_changed(CLASS, more) == ()


@pytest.mark.parametrize(
    ("text", "old", "new", "names"),
    [
        ("public interface A { void f(); }", "f()", "g()", ("A.f",)),
        ("public interface A { private void f() { } }", "f()", "g()", ()),
        ("interface A { void f(); }", "f()", "g()", ()),
        ("public enum A { X, Y; void f() { } }", "X", "Z", ("A.X",)),
        ("public enum A { X, Y; void f() { } }", "f()", "g()", ()),
        ("public record A(int x) { void f() { } }", "int x", "int y", ("A.x",)),
        ("public record A(int x) { void f() { } }", "f()", "g()", ()),
    ],
)
def test_members_that_need_no_word_to_be_seen(
    text: str, old: str, new: str, names: tuple[str, ...]
) -> None:
    assert list_changed(text, text.replace(old, new)) == names
