"""A moved or renamed method stays the same code, but for what moving it must change."""

import pytest

from verifier.domain.refactoring import MethodId
from verifier.residue.relocated_code import is_same_code

STATIC = "static int diff(A a, A b) { return a.v - b.v; }"
OLD, SAME, OWN = "H#diff(A, A)", "A#diff(A, A)", "A#diff(A)"


def same(old: str, new: str, new_id: str = SAME, old_id: str = OLD) -> bool:
    return is_same_code(old, MethodId.parse(old_id), new, MethodId.parse(new_id))


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
    assert not same(STATIC, new, new_id)


def test_the_source_may_become_a_parameter() -> None:
    old = "int f(int x) { return g() + x; }"

    assert same(old, "int f(H h, int x) { return h.g() + x; }", "A#f(H, int)", "H#f(int)")
    assert not same(old, "int f(int h, int x) { return g() + x; }", "A#f(int, int)", "H#f(int)")


def test_a_recursive_call_follows() -> None:
    old = "static int f(int x) { return f(x - 1); }"

    assert same(old, "static int g(int x) { return A.g(x - 1); }", "A#g(int)", "H#f(int)")
    assert same(old, "static int g(int x) { return H.g(x - 1); }", "A#g(int)", "H#f(int)")


def test_a_constructor_is_called_like_its_class() -> None:
    assert same("A(int x) { v = x; }", "B(int x) { v = x; }", "B#<init>(int)", "A#<init>(int)")
