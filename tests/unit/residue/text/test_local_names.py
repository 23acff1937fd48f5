"""A name is local only where the text certainly declares it so."""

import pytest

from verifier.java_text.tokens import scan
from verifier.residue.text.local_names import LocalNames, inside_of_classes

CASES = {
    "a parameter": ("int f(int n) { return «n»; }", True),
    "a variable": ("int f() { int n = 1; return «n»; }", True),
    "one of several": ("int f() { int m = 1, n = m; return «n»; }", True),
    "of a generic type": ("int f() { Map<K, List<V>> n = g(); return «n»; }", True),
    "of an array": ("int f() { int[] n = g(); return «n»; }", True),
    "of a qualified type": ("int f() { final java.util.List<?> n = g(); return «n»; }", True),
    "in its own value": ("int f() { int n = «n»; }", True),
    "before it is declared": ("int f() { use(«n»); int n = 1; }", False),
    "behind its block": ("int f() { { int n = 1; } return «n»; }", False),
    "of a loop": ("int f() { for (int n : all) { use(«n»); } }", True),
    "of a counting loop": ("int f() { for (int n = 0; «n» < 9; n++) { } }", True),
    "behind its loop": ("int f() { for (int n : all) { } return «n»; }", False),
    "behind the only statement of its loop": ("int f() { for (int n : all) use(n); return «n»; }", False),
    "of a catch": ("int f() { try { } catch (A | B n) { throw «n»; } }", True),
    "behind its catch": ("int f() { try { } catch (A n) { } throw «n»; }", False),
    "of a resource": ("int f() { try (R n = open()) { use(«n»); } }", True),
    "of a lambda": ("int f() { g(n -> «n» + 1); }", True),
    "of a lambda with types": ("int f() { g((int m, int n) -> { use(«n»); }); }", True),
    "behind its lambda": ("int f() { g(n -> n + 1, «n»); }", False),
    "a constant of a case": ("int f() { switch (x) { case n -> use(«n»); } }", False),
    "of an inner method": ("int f() { g(new R() { void run(int n) { use(«n»); } }); }", True),
    "behind an inner method": ("int f() { g(new R() { void run(int n) { } }); use(«n»); }", False),
    "an argument of a creation": ("int f() { new R(x, n) { int m = «n»; }; }", False),
    "a yielded value": ("int f() { yield n; use(«n»); }", False),
    "a type variable": ("<n extends A> int f() { return («n») x; }", True),
    "a type argument": ("Map<K, n> f() { return («n») x; }", False),
    "a comparison": ("int f() { x = a < b && c > n; use(«n»); }", False),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_name_is_local_where_it_is_declared(name: str) -> None:
    text, expected = CASES[name]
    at = len(list(scan(text[: text.index("«")])))
    tokens = list(scan(text.replace("«", "").replace("»", "")))
    texts = [token.text for token in tokens]
    parameters = ["n"] if "f(int n)" in text else []

    names = LocalNames.of(tokens, parameters, texts.index("{"))
    assert tokens[at].text == "n"
    assert names.covers("n", at) is expected


def test_a_variable_of_a_pattern_is_local_only_as_long_as_no_field_is_in_reach() -> None:
    tokens = list(scan("int f(Object o) { if (!(o instanceof A n)) { use(n); } }"))
    at = [n for n, token in enumerate(tokens) if token.text == "n"][-1]

    names = LocalNames.of(tokens, ["o"], 6)
    assert (names.covers("n", at), names.may_cover("n", at)) == (False, True)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("x = new R() { int a; }; b;", ["{", "int", "a", ";", "}"]),
        ("x = new Map.Entry<K, V>(1) { a }; b;", ["{", "a", "}"]),
        ("class R { a } b;", ["{", "a", "}"]),
        ("x = new int[] { a }; b;", []),
        ("x = new R(); { a }", []),
        ("x = R.class; { a }", []),
    ],
)
def test_the_bodies_of_inner_classes_are_known(text: str, inside: list[str]) -> None:
    tokens = list(scan(text))

    assert [tokens[at].text for at in inside_of_classes(tokens)] == inside
