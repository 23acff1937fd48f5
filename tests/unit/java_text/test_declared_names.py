"""What a text declares, by class and name, with the heads that others depend on."""

import pytest

from verifier.java_text.declared_names import annotations_of, read_declared_names

SOURCE = """
package p.q;
import a.B;
@Mark({1, 2}) public final class Outer<T extends List<T>> extends B {
    private static final int X = 1, y[] = {1, 2};
    Map<String, Integer> m = new HashMap<>() {{ put("a", 1); }};
    @Bean(name = "x") public final <R> R get(int a, final @N(1) String b, int... c) throws E { class L { } return null; }
    Outer(int x) { this(x, 1); }
    static { int q; }
    enum Kind { ONE(1) { int k() { return 1; } }, @Mark TWO; int k() { return 2; } }
    record Pair(int a, List<String> b) { Pair { } int sum() { return 1; } }
    interface Go { void go(); default int half() { return 1; } }
    @interface Note { int v() default 1; String[] w() default {}; }
    int last;
}
class Second { void s() { } }
"""


def test_every_member_has_its_class_and_its_head() -> None:
    found = {each.full_name: sorted(heads) for each, heads in read_declared_names(SOURCE).items()}

    assert found == {
        "p.q.Outer": ["public class Outer"],
        "p.q.Outer.X": ["private static int X"],
        "p.q.Outer.y": ["private static int X"],
        "p.q.Outer.m": ["Map < String , Integer > m"],
        "p.q.Outer.get": ["public < R > R get(int,String,int ...)throws E"],
        "p.q.Outer.Kind": ["enum Kind"],
        "p.q.Outer.Kind.ONE": [""],
        "p.q.Outer.Kind.TWO": [""],
        "p.q.Outer.Kind.k": ["int k()"],
        "p.q.Outer.Pair": ["record Pair"],
        "p.q.Outer.Pair.a": ["int a"],
        "p.q.Outer.Pair.b": ["List < String > b"],
        "p.q.Outer.Pair.sum": ["int sum()"],
        "p.q.Outer.Go": ["interface Go"],
        "p.q.Outer.Go.go": ["void go()"],
        "p.q.Outer.Go.half": ["default int half()"],
        "p.q.Outer.Note": ["@ interface Note"],
        "p.q.Outer.Note.v": ["int v()default 1"],
        "p.q.Outer.Note.w": ["String [ ] w()default"],
        "p.q.Outer.last": ["int last"],
        "p.q.Second": ["class Second"],
        "p.q.Second.s": ["void s()"],
    }


def test_annotations_are_those_of_a_type_and_of_its_fields() -> None:
    assert annotations_of(SOURCE) == {"p.q.Outer": {"Mark"}, "p.q.Outer.Kind": {"Mark"}}
    assert annotations_of(
        "public @a.B class A<@C T> { private @D(x = {1}) @E int f, g; @F void m() {} @G record R(@H int i) {} }"
    ) == {"A": {"a.B", "D", "E"}, "A.R": {"G", "H"}}


@pytest.mark.parametrize(
    "text",
    ["", "class", "{{{", "@", "@A", "class A { int x = ", "enum E { A", "((", '"', "class A { f(",
     "class A { void @B f(@C", "record A(", "}", "class A { @", "class A {" * 5000],
)  # fmt: skip
def test_no_text_is_refused(text: str) -> None:
    read_declared_names(text)
