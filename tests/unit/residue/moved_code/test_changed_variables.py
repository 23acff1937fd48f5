"""A method in which variables changed: what tokens show about it."""

import pytest

from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.residue.moved_code.changed_variables import compare
from verifier.residue.text.method_text import MethodText

METHOD = MethodId(class_name="C", name="f", parameter_types=("int",))


def change(kind: str, old: str | None, new: str | None) -> Refactoring:
    before, after = (
        RefactoringSide(file="C.java", method=METHOD, variable=name, variable_type="int")
        for name in (old, new)
    )
    return Refactoring(type_name=kind, description="", before=before, after=after)


def compare_texts(
    before: str, after: str, *changes: Refactoring, head: str = "int f(int x)"
) -> str:
    texts = (
        f"{each} {{ {code} }}" for each, code in zip(head.split("|"), (before, after), strict=False)
    )
    if "|" not in head:
        texts = (f"{head} {{ {code} }}" for code in (before, after))
    old, new = (
        MethodText(file="C.java", text=text, start=0, end=len(text), class_name="C")
        for text in texts
    )
    return str(compare(old, new, changes))


TO_B = change("Rename Variable", "a", "b")
SAME, OTHER, UNKNOWN = "same", "other", "not compared"


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        ("int a = x; return a + 1;", "int b = x; return b + 1;", SAME),
        ("int a = x; return a + this.a + a();", "int b = x; return b + this.a + a();", SAME),
        ("int a = x; run(() -> a + x);", "int b = x; run(() -> b + x);", SAME),
        ("for (int a : all) { use(a); }", "for (int b : all) { use(b); }", SAME),
        # Another edit.
        ("int a = x; return a + 1;", "int b = x; return b + 2;", OTHER),
        ("int a = x; return a + 1;", "int b = x; return b + 1 + 0;", OTHER),
        ("int a = x; int c = 1; return a + c;", "int b = x; int d = 1; return b + d;", OTHER),
        # The field `b` is hidden: certainly, if the variable is in scope there.
        ("int a = x; return a + b;", "int b = x; return b + b;", OTHER),
        ("int a = x; return a + this.b;", "int b = x; return b + this.b;", SAME),
        ("{ int a = x; use(a); } return b;", "{ int b = x; use(b); } return b;", UNKNOWN),
        # One use keeps the old name and now means a field.
        ("int a = x; return a + a;", "int b = x; return b + a;", UNKNOWN),
        ("{ int a = x; use(a); } return a;", "{ int b = x; use(b); } return b;", UNKNOWN),
        # The superclass of an anonymous class may have a field `b`.
        (
            "int a = x; return new T() { int g() { return a; } };",
            "int b = x; return new T() { int g() { return b; } };",
            UNKNOWN,
        ),
        # A pattern's scope depends on the condition.
        ("return o instanceof A a && a.is();", "return o instanceof A b && b.is();", UNKNOWN),
        (
            "int a = x; switch (k) { case a: use(a); }",
            "int b = x; switch (k) { case b: use(b); }",
            UNKNOWN,
        ),
        (
            "int a = x; @N(a = 1) int c = a; use(c);",
            "int b = x; @N(b = 1) int c = b; use(c);",
            UNKNOWN,
        ),
    ],
)
def test_a_renaming_is_the_same_code_if_every_name_means_the_same(
    before: str, after: str, result: str
) -> None:
    assert compare_texts(before, after, TO_B) == result


def test_a_renamed_parameter_is_compared_with_its_uses() -> None:
    renamed = change("Rename Parameter", "x", "y")
    heads = "int f(int x)|int f(int y)"
    assert compare_texts("return x + g.x;", "return y + g.x;", renamed, head=heads) == SAME
    assert compare_texts("return x + y;", "return y + y;", renamed, head=heads) == OTHER
    assert compare_texts("return x + 1;", "return y - 1;", renamed, head=heads) == OTHER


def test_several_renamings_of_one_method_are_compared_together() -> None:
    both = (TO_B, change("Rename Variable", "c", "d"))
    before = "int a = x; int c = a; return a - c;"
    assert compare_texts(before, "int b = x; int d = b; return b - d;", *both) == SAME
    assert compare_texts(before, "int b = x; int d = b; return d - b;", *both) == OTHER


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        ("use(x * x); return x * x;", "int a = x * x; use(a); return a;", UNKNOWN),
        ("return 2 * (x + 1);", "int a = x + 1; return 2 * a;", UNKNOWN),
        ("use(x * x); return x * x;", "int a = x * x; use(a); return x * x;", UNKNOWN),
        ("use(x * x); return x * x;", "int a = x * 2; use(a); return a;", OTHER),
        ("use(x * x); return x + 1;", "int a = x * x; use(a); return x + 2;", OTHER),
        ("use(x * x);", "int a; a = x * x; use(a);", UNKNOWN),
        ("use(x * x); a(); this.a = 1;", "int a = x * x; use(a); a(); this.a = 1;", UNKNOWN),
    ],
)
def test_an_extracted_or_inlined_value_is_never_the_same_by_tokens(
    before: str, after: str, result: str
) -> None:
    assert compare_texts(before, after, change("Extract Variable", None, "a")) == result
    assert compare_texts(after, before, change("Inline Variable", "a", None)) == result


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        ("A<T> a = new A<>(); a.add(x);", "L<T> a = new A<>(); a.add(x);", UNKNOWN),
        ("int a = 0; return a;", "long a = 0L; return (int) a;", UNKNOWN),
        ("int a = 0; return a;", "long a = 1; return a;", OTHER),
        ("int a = 0; use(x); return a;", "long a = 0; use(y); return a;", OTHER),
    ],
)
def test_another_type_is_never_the_same_by_tokens(before: str, after: str, result: str) -> None:
    assert compare_texts(before, after, change("Change Variable Type", "a", "a")) == result


def test_different_changes_of_one_method_are_not_compared() -> None:
    typed = change("Change Variable Type", "a", "b")
    assert compare_texts("int a = x; use(a);", "long b = x; use(b);", TO_B, typed) == UNKNOWN
