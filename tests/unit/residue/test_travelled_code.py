"""The code of an extracted or inlined method is the code that stood in its place, or named."""

import pytest

from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.residue.surroundings import (
    EXTRACTED,
    EXTRACTED_CALL,
    INLINED,
    INLINED_CALL,
    MethodText,
)
from verifier.residue.travelled_code import Journey, changed_on_the_way

HOST, NEW = MethodId.parse("A#f()"), MethodId.parse("A#g()")


def places(text: str, role: str, file: str) -> tuple[str, tuple[CodeRange, ...]]:
    """The text without its `«»` marks, and the one-line ranges that they enclose."""
    found, plain = [], ""
    for part in text.split("«"):
        inner, mark, rest = part.partition("»")
        if mark:
            line, column = plain.count("\n") + 1, len(plain) - plain.rfind("\n")
            found.append(
                CodeRange(
                    file=file,
                    start_line=line,
                    start_column=column,
                    end_line=line + inner.count("\n"),
                    end_column=len(plain + inner) - (plain + inner).rfind("\n") - 1,
                    role=role,
                )
            )
        plain += inner + rest
    return plain, tuple(found)


def edit(open_: str, calling: str, method: str, *, inlining: bool = False) -> str:
    """What is found, in a sentence; `«»` mark the code in the host, and its call."""
    standing, code = places(open_, INLINED if inlining else EXTRACTED, "Open.java")
    other, calls = places(calling, INLINED_CALL if inlining else EXTRACTED_CALL, "Calling.java")
    sides = [
        RefactoringSide(file="Open.java", method=HOST, ranges=code),
        RefactoringSide(file="Calling.java", method=HOST, partner=NEW, ranges=calls),
    ]
    before, after = reversed(sides) if inlining else sides
    refactoring = Refactoring(
        type_name="Inline Method" if inlining else "Extract Method",
        description="",
        before=before,
        after=after,
    )
    texts = [
        MethodText(file=file, text=text, start=0, end=len(text))
        for file, text in (("Open.java", standing), ("Calling.java", other), ("G.java", method))
    ]
    found = changed_on_the_way(
        Journey(
            refactoring=refactoring, open=texts[0], calling=texts[1], method=texts[2], method_id=NEW
        )
    )
    return found.sentence if found is not None else ""


SUM = "int f() {\n«int s = 0;\nfor (int x : all) { s += x; }»\nreturn s;\n}"


@pytest.mark.parametrize(
    ("open_", "calling", "method"),
    [
        (SUM, "int f() {\nint s = «g(all)»;\nreturn s;\n}",
         "int g(int[] values) { int sum = 0; for (int x : values) { sum += x; } return sum; }"),
        ("int f() { int v = «a.b(1) + c»; h(v); }", "int f() { int v = «g(a, c)»; h(v); }",
         "int g(A p, int q) { return p.b(1) + q; }"),
        ("int f() { «int v = a + b;» h(v); }", "int f() { int v = «g()»; h(v); }",
         "int g() { return (a + b); }"),
        ("int f() { int v; «v = a;» h(v); }", "int f() { int v; v = «g()»; h(v); }",
         "int g() { int r = a; return r; }"),
        ("int f() { if («a < b») { h(); } }", "int f() { if («g(a)») { h(); } }",
         "boolean g(int q) { return q < b; }"),
        ("int f() { int w = w(); «out.put(w);» }", "int f() { «g(w())»; }",
         "void g(int n) { out.put(n); }"),
        ("int f() { «out.put(line.total().text());» }", "int f() { «g(line.total())»; }",
         "void g(Money m) { out.put(m.text()); }"),
    ],
)  # fmt: skip
def test_the_same_code_in_its_new_place_is_no_edit(open_: str, calling: str, method: str) -> None:
    assert edit(open_, calling, method) == ""


@pytest.mark.parametrize(
    ("method", "said"),
    [
        (
            "int g(int[] all) { int s = 0; for (int x : all) { s += x; } return -s; }",
            "changed: code of A#g() (G.java:1): ",
        ),
        (
            "int g(int[] all) { int s = 0; for (int x : all) { s -= x; } return s; }",
            "changed: code of A#g() (G.java:1): `+=` became `-=`",
        ),
        ("int g(int[] all) { int s = 1; for (int x : all) { s += x; } return s; }", "`0`"),
        ("int g(int[] all) { int s = 0; for (int x : all) { s += x; h(); } return s; }", "h ( )"),
    ],
)
def test_an_edit_in_the_extracted_method_is_named(method: str, said: str) -> None:
    assert said in edit(SUM, "int f() {\nint s = «g(all)»;\nreturn s;\n}", method)


def test_another_argument_is_an_edit_though_the_body_is_the_same() -> None:
    body = "int g(int p, int q) { return p - q; }"
    before = "int f() { int v = «a - b»; h(v); }"

    assert edit(before, "int f() { int v = «g(a, b)»; h(v); }", body) == ""
    assert edit(before, "int f() { int v = «g(b, a)»; h(v); }", body) != ""


def test_brackets_that_bind_differently_are_an_edit() -> None:
    before = "int f() { int v = «(a + b) * c»; h(v); }"
    calling = "int f() { int v = «g()»; h(v); }"

    assert edit(before, calling, "int g() { return (a + b) * c; }") == ""
    assert edit(before, calling, "int g() { return a + b * c; }") != ""


def test_an_inlined_body_is_compared_with_what_stands_in_its_place() -> None:
    method, calling = "int g(int p) { return p + 1; }", "int f() { return «g(x)» * 2; }"

    assert edit("int f() { return «(x + 1)» * 2; }", calling, method, inlining=True) == ""
    assert edit("int f() { return «(x - 1)» * 2; }", calling, method, inlining=True) != ""
