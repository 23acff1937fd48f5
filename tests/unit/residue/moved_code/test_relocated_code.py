"""A moved or renamed method stays the same code, but for what moving it must change."""

import pytest

from verifier.domain.refactoring import MethodId
from verifier.java_text.quick_reader import read_quickly
from verifier.residue.moved_code.comparison import CodeComparison
from verifier.residue.moved_code.relocated_code import compare
from verifier.residue.text.members import FileSide
from verifier.residue.text.method_text import MethodText

STATIC = "static int diff(A a, A b) { return a.v - b.v; }"
OLD, SAME, OWN = "H#diff(A, A)", "A#diff(A, A)", "A#diff(A)"
MEMBERS = {"H": "", "A": "int v;", "B": "int v;"}
"""What the classes hold beside the method."""


def place_method(code: str, method_id: MethodId, members: dict[str, str]) -> MethodText:
    """The method in its class, with the other classes in files of the same package."""
    texts = {
        f"{name}.java": f"class {name} {{ {held} {code if name == method_id.class_name else ''} }}"
        for name, held in members.items()
    }
    return in_files(texts, method_id)


def in_files(texts: dict[str, str], method_id: MethodId) -> MethodText:
    side = FileSide.of(texts, {path: read_quickly(text) for path, text in texts.items()})
    place = side.place(method_id)
    assert place is not None, texts
    return place


def make_comparison(
    old: str, new: str, new_id: str = SAME, old_id: str = OLD, **members: str
) -> CodeComparison:
    source, target = MethodId.parse(old_id), MethodId.parse(new_id)
    classes = members or MEMBERS
    return compare(
        place_method(old, source, classes), source, place_method(new, target, classes), target
    )


def same(old: str, new: str, new_id: str = SAME, old_id: str = OLD) -> bool:
    return make_comparison(old, new, new_id, old_id) is CodeComparison.SAME


def other(old: str, new: str, new_id: str = SAME, old_id: str = OLD) -> bool:
    return make_comparison(old, new, new_id, old_id) is CodeComparison.OTHER


@pytest.mark.parametrize(
    ("new", "new_id"),
    [
        (STATIC, SAME),
        ("public static int diff(final A a, A b) { /* less */ return a.v - b.v; }", SAME),
        ("int diff(A b) { return this.v - b.v; }", OWN),
        ("int diff(A b) { return v - b.v; }", OWN),
        ("@Override static int less(A a, A b) { return a.v - b.v; }", "A#less(A, A)"),
    ],
)
def test_what_moving_must_change_may_change(new: str, new_id: str) -> None:
    assert same(STATIC, new, new_id)


@pytest.mark.parametrize(
    ("new", "new_id"),
    [
        ("static int diff(A a, A b) { return b.v - a.v; }", SAME),
        ("static int diff(A b, A a) { return a.v - b.v; }", SAME),
        ("static int diff(A a, A b) { return a.v - b.v + 0; }", SAME),
        ("static synchronized int diff(A a, A b) { return a.v - b.v; }", SAME),
        ("@Deprecated static int diff(A a, A b) { return a.v - b.v; }", SAME),
        ("static long diff(A a, A b) { return a.v - b.v; }", SAME),
        ("static int diff(A a, A b) throws E { return a.v - b.v; }", SAME),
        ("int diff(B b) { return this.v - b.v; }", "A#diff(B)"),
        ("int diff(A b) { return b.v - this.v; }", OWN),
    ],
)
def test_any_other_edit_makes_it_other_code(new: str, new_id: str) -> None:
    assert other(STATIC, new, new_id)


def test_the_source_may_become_a_parameter() -> None:
    old = "int f(int x) { return g() + x; }"
    classes = {"H": "int g() { return 1; }", "A": ""}

    new = "int f(H h, int x) { return h.g() + x; }"
    assert make_comparison(old, new, "A#f(H, int)", "H#f(int)", **classes) is CodeComparison.SAME
    assert other(old, "int f(int h, int x) { return g() + x; }", "A#f(int, int)", "H#f(int)")


def test_a_recursive_call_follows() -> None:
    old = "static int f(int x) { return f(x - 1); }"
    new = ("A#g(int)", "H#f(int)")

    assert same(old, "static int g(int x) { return A.g(x - 1); }", *new)
    assert same(old, "static int g(int x) { return g(x - 1); }", *new)
    # There may be another g in H.
    assert (
        make_comparison(old, "static int g(int x) { return H.g(x - 1); }", *new)
        is CodeComparison.UNKNOWN
    )


def test_a_constructor_is_called_like_its_class() -> None:
    new = ("B(int x) { v = x; }", "B#<init>(int)", "A#<init>(int)")

    # Found on both sides; the `v` of one class is not that of the other.
    assert make_comparison("A(int x) { v = x; }", *new) is CodeComparison.UNKNOWN
    assert make_comparison("A(int x) { v = -x; }", *new) is CodeComparison.OTHER


LIMITS = "static int limit() { return %d; }"


@pytest.mark.parametrize(
    ("old", "new", "new_id", "old_id"),
    [
        # A receiver of the same spelling is another class's.
        ("int f() { return Order.limit(); }", "int f() { return Kitchen.limit(); }",
         "Kitchen#f()", "Order#f()"),
        ("static int f() { return limit(); }", "static int f() { return limit(); }",
         "Kitchen#f()", "Order#f()"),
        # What was the parameter's became that of `this`, and back.
        ("int f(Kitchen k) { return k.n - this.n; }", "int f(Order o) { return o.n - n; }",
         "Kitchen#f(Order)", "Order#f(Kitchen)"),
        ("int f(Kitchen k) { return k.n - n; }", "int f(Order o) { return o.n - n; }",
         "Kitchen#f(Order)", "Order#f(Kitchen)"),
        # A field of the same name is another class's.
        ("int f() { return n; }", "int f() { return n; }", "Kitchen#f()", "Order#f()"),
        ("int f() { return this.n; }", "int f() { return this.n; }", "Kitchen#f()", "Order#f()"),
        ("static int f() { return LIMIT; }", "static int f() { return LIMIT; }",
         "Kitchen#f()", "Order#f()"),
        ("static int f() { return Order.LIMIT; }", "static int f() { return Kitchen.LIMIT; }",
         "Kitchen#f()", "Order#f()"),
        # A variable whose scope has ended: what follows is the field.
        ("int f() { { int n = 1; use(n); } return n; }",
         "int f() { { int n = 1; use(n); } return n; }", "Kitchen#f()", "Order#f()"),
        ("int f(int[] all) { for (int n : all) { } return n; }",
         "int f(int[] all) { for (int n : all) { } return n; }",
         "Kitchen#f(int[])", "Order#f(int[])"),
        ("int f(F r) { r.run(n -> 1); return n; }", "int f(F r) { r.run(n -> 1); return n; }",
         "Kitchen#f(F)", "Order#f(F)"),
        # Inside of an anonymous class `this` and bare names are its own first.
        ("void f(Kitchen k) { run(new R() { void go() { k.eat(k); } }); }",
         "void f() { run(new R() { void go() { this.eat(this); } }); }",
         "Kitchen#f()", "Order#f(Kitchen)"),
        # The lock of a class, or of an object, is not that of another.
        ("static synchronized int f() { return 1; }", "static synchronized int f() { return 1; }",
         "Kitchen#f()", "Order#f()"),
        # Nested types and constants of a switch are looked up in the class.
        ("Mode f(Mode m) { return m; }", "Mode f(Mode m) { return m; }",
         "Kitchen#f(Mode)", "Order#f(Mode)"),
        ("int f(int x) { switch (x) { case LIMIT: return 1; default: return 2; } }",
         "int f(int x) { switch (x) { case LIMIT: return 1; default: return 2; } }",
         "Kitchen#f(int)", "Order#f(int)"),
        # The superclass is another.
        ("int f() { return super.hashCode(); }", "int f() { return super.hashCode(); }",
         "Kitchen#f()", "Order#f()"),
        # An overload that only the new class may call could fit better.
        ("static int f() { return Order.of(1); }", "static int f() { return of(1); }",
         "Order#f()", "Kitchen#f()"),
    ],
)  # fmt: skip
def test_what_text_cannot_know_is_not_called_the_same(
    old: str, new: str, new_id: str, old_id: str
) -> None:
    members = f"int n; static int LIMIT; enum Mode {{ A }} void use(int i) {{ }} {LIMITS}"
    overloads = "static int of(long i) { return 1; } private static int of(int i) { return 2; }"
    classes = {"Order": f"{members % 10} {overloads}", "Kitchen": members % 20}

    assert make_comparison(old, new, new_id, old_id, **classes) is CodeComparison.UNKNOWN


@pytest.mark.parametrize(
    ("old", "new", "new_id", "old_id"),
    [
        ("static int f() { return limit() + LIMIT; }",
         "static int f() { return Order.limit() + Order.LIMIT; }", "Kitchen#f()", "Order#f()"),
        ("static int f() { return Kitchen.limit() + Kitchen.LIMIT; }",
         "static int f() { return limit() + LIMIT; }", "Kitchen#f()", "Order#f()"),
        ("int f(Kitchen k) { return k.n - this.n; }", "int f(Order o) { return n - o.n; }",
         "Kitchen#f(Order)", "Order#f(Kitchen)"),
        ("int f(Kitchen k) { return k.limited(n); }", "int f(Order o) { return limited(o.n); }",
         "Kitchen#f(Order)", "Order#f(Kitchen)"),
        ("static int f(int n) { int LIMIT = n; for (int limit = n; limit < LIMIT; limit++) { n++; } return n; }",
         "static int f(int n) { int LIMIT = n; for (int limit = n; limit < LIMIT; limit++) { n++; } return n; }",
         "Kitchen#f(int)", "Order#f(int)"),
        ("static <T extends Comparable<? super T>> T f(T n) { return n; }",
         "static <T extends Comparable<? super T>> T f(T n) { return n; }",
         "Kitchen#f(Comparable)", "Order#f(Comparable)"),
        ("static <T extends String> T f(T n) { try { return n; } catch (RuntimeException | Error e) { throw e; } }",
         "static <T extends String> T f(T n) { try { return n; } catch (RuntimeException | Error e) { throw e; } }",
         "Kitchen#f(String)", "Order#f(String)"),
        ("static Object f(Iterable<String> all) { for (String n : all) { String t = n.trim(), u = t; if (u == t) { return n; } } return null; }",
         "static Object f(Iterable<String> all) { for (String n : all) { String t = n.trim(), u = t; if (u == t) { return n; } } return null; }",
         "Kitchen#f(Iterable)", "Order#f(Iterable)"),
    ],
)  # fmt: skip
def test_what_the_texts_show_to_be_the_same_is(
    old: str, new: str, new_id: str, old_id: str
) -> None:
    members = f"int n; static int LIMIT; int limited(int i) {{ return i; }} {LIMITS}"

    classes = {"Order": members % 10, "Kitchen": members % 20}
    assert make_comparison(old, new, new_id, old_id, **classes) is CodeComparison.SAME


def test_a_type_is_the_same_where_the_imports_say_so() -> None:
    code = "static List f(List all) { return all; }"
    ids = (MethodId.parse("p.A#f(List)"), MethodId.parse("q.B#f(List)"))

    def with_imports(one: str, two: str) -> CodeComparison:
        texts = {
            "A.java": f"package p; import {one}; class A {{ {code} }}",
            "B.java": f"package q; import {two}; class B {{ {code} }}",
        }
        old, new = (in_files(texts, each) for each in ids)
        return compare(old, ids[0], new, ids[1])

    assert with_imports("java.util.List", "java.util.List") is CodeComparison.SAME
    assert with_imports("java.util.List", "java.awt.List") is CodeComparison.UNKNOWN
    assert with_imports("java.util.*", "java.awt.*") is CodeComparison.UNKNOWN
    assert with_imports("java.util.Set", "java.util.Set") is CodeComparison.UNKNOWN


def test_a_parameter_of_another_class_of_the_same_name_does_not_become_this() -> None:
    old, new = MethodId.parse("p.Order#f(Kitchen)"), MethodId.parse("p.Kitchen#f()")
    order = "class Order { static int f(Kitchen k) { return k.n; } }"
    kitchen = "package p; class Kitchen { int n; int f() { return n; } }"

    def with_import(head: str) -> CodeComparison:
        texts = {"Order.java": f"package p; {head} {order}", "Kitchen.java": kitchen}
        return compare(in_files(texts, old), old, in_files(texts, new), new)

    assert with_import("") is CodeComparison.SAME
    assert with_import("import q.Kitchen;") is CodeComparison.UNKNOWN


@pytest.mark.parametrize(
    ("call", "members", "expected"),
    [
        ("%s(x - 1)", "", CodeComparison.SAME),
        ("this.%s(x - 1)", "", CodeComparison.SAME),
        # An overload of the new name might be meant, or one of the old name that stayed.
        ("%s(x - 1)", "int g(long x) { return 1; }", CodeComparison.UNKNOWN),
        ("%s(x - 1)", "int f(long x) { return 1; }", CodeComparison.UNKNOWN),
    ],
)
def test_a_renamed_method_calls_itself(call: str, members: str, expected: CodeComparison) -> None:
    code = "int %s(int x) { return %s; }"
    old, new = code % ("f", call % "f"), code % ("g", call % "g")

    assert make_comparison(old, new, "H#g(int)", "H#f(int)", H=members) is expected


def test_an_overload_of_another_length_keeps_its_name() -> None:
    members = "int f(int x, int y) { return y; }"
    old = "int f(int x) { return f(x, 1); }"

    kept = make_comparison(
        old, "int g(int x) { return f(x, 1); }", "H#g(int)", "H#f(int)", H=members
    )
    assert kept is CodeComparison.SAME


def test_a_class_does_not_have_the_name_of_an_object() -> None:
    classes = {"Order": "int n;", "Kitchen": "int n;"}
    old, new = "int f(Kitchen k) { return k.n; }", "int f() { return other.n; }"

    found = make_comparison(old, new, "Kitchen#f()", "Order#f(Kitchen)", **classes)
    assert found is not CodeComparison.SAME
