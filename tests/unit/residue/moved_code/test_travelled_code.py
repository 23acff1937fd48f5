"""The code of an extracted or inlined method is the code that it replaced; any other edit is named."""

import pytest

from verifier.analysis.roles import Role
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.java_text.quick_reader import read_quickly
from verifier.residue.moved_code.journey import Journey
from verifier.residue.moved_code.travelled_code import find_change
from verifier.residue.text.edit import Edit
from verifier.residue.text.members import FileSide
from verifier.residue.text.method_text import MethodText

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
    standing, code = places(open_, Role.INLINED if inlining else Role.EXTRACTED, "Open.java")
    other, calls = places(
        calling, Role.INLINED_CALL if inlining else Role.EXTRACTED_CALL, "Calling.java"
    )
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
    found = find_change(
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
        ("int f() { «final int v = a.b(1);» h(v); }", "int f() { final int v = «g(a)»; h(v); }",
         "int g(final A p) { return p.b(1); }"),
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
            "changed: code of A#g() (G.java:1)\n- int s = 0;\n",
        ),
        (
            "int g(int[] all) { int s = 0; for (int x : all) { s -= x; } return s; }",
            "\n+ int g(int[] all) { int s = 0; for (int x : all) { s -= x; } return s; }",
        ),
        (
            "int g(int[] all) { int s = 1; for (int x : all) { s += x; } return s; }",
            "\n- int s = 0;\n",
        ),
        (
            "int g(int[] all) { int s = 0; for (int x : all) { s += x; h(); } return s; }",
            "h(); } return s; }",
        ),
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


GUARD = "if (a < 0) { return; } h(a);"
GUARDED = f"void g(int a) {{ {GUARD} }}"


@pytest.mark.parametrize(
    ("host", "kept"),
    [
        ("void f(int a) { CODE }", True),
        ("void f(int a) throws A, b.C { i(); CODE }", True),
        ("void f(int a) { if (b) { i(); } else { CODE } }", True),
        ("void f(int a) { all.each(x -> { CODE }); i(); }", True),
        ("void f(int a) { r = new R() { void run() { CODE } }; i(); }", True),
        ("void f(int a) { CODE return; }", True),
        ("void f(int a) { CODE i(); }", False),
        ("void f(int a) { for (int x : all) { CODE } }", False),
        ("void f(int a) { do { CODE } while (b); }", False),
        ("void f(int a) { if (b) { CODE } i(); }", False),
        ("void f(int a) { try { CODE } finally { i(); } }", False),
        ("void f(int a) { switch (a) { case 1 -> { CODE } default -> i(); } i(); }", False),
    ],
)
def test_a_return_that_travels_must_still_leave_the_host(host: str, *, kept: bool) -> None:
    standing, calling = host.replace("CODE", f"«{GUARD}»"), host.replace("CODE", "«g(a)»;")

    found = [edit(standing, calling, GUARDED, inlining=inlining) for inlining in (False, True)]
    named = ["changed: code of A#g() (G.java:1)", "changed: code of A#g() (Open.java:1)"]
    assert found == (["", ""] if kept else named)


def test_a_return_of_a_lambda_or_class_that_travels_whole_leaves_only_that() -> None:
    code = "all.each(x -> { if (x < 0) { return; } h(x); }); r = new R() { int n() { return 1; } };"
    method = f"void g() {{ {code} }}"

    assert edit(f"void f() {{ «{code}» i(); }}", "void f() { «g()»; i(); }", method) == ""


def test_a_value_that_is_returned_at_once_leaves_the_host() -> None:
    code = "if (a) { return 1; } return 2;"
    method = f"int g(boolean a) {{ {code} }}"
    host = "int f(boolean a) { if (b) { CODE } return 3; }"

    standing, calling = host.replace("CODE", f"«{code}»"), host.replace("CODE", "return «g(a)»;")
    assert edit(standing, calling, method) == ""


MEMBERS = "int n; static int LIMIT; static int limit() { return 1; } int own() { return n; }"


def across(code: str, call: str, method: str) -> Edit | None:
    """What is found where code of Order's `f` becomes Kitchen's `g`; `«»` mark code and call.

    Both classes have the same members, in files of one package.
    """
    head = f"class Order {{ {MEMBERS} int f(int x, Kitchen k, Order o) {{ %s }} }}"
    opened, pieces = places(head % code, Role.EXTRACTED, "Order.java")
    calling, calls = places(head % call, Role.EXTRACTED_CALL, "Order.java")
    kitchen = f"class Kitchen {{ {MEMBERS} %s }}"
    before = side({"Order.java": opened, "Kitchen.java": kitchen % ""})
    after = side({"Order.java": calling, "Kitchen.java": kitchen % method})
    host = MethodId.parse("Order#f(int, Kitchen, Order)")
    new = next(p.method for k, p in after.parts.items() if "Kitchen#g(" in k.name)
    assert new is not None
    refactoring = Refactoring(
        type_name="Extract And Move Method",
        description="",
        before=RefactoringSide(file="Order.java", method=host, ranges=pieces),
        after=RefactoringSide(file="Order.java", method=host, partner=new, ranges=calls),
    )
    open_, calling_, method_ = before.place(host), after.place(host), after.place(new)
    assert open_ is not None
    assert calling_ is not None
    assert method_ is not None
    return find_change(
        Journey(
            refactoring=refactoring, open=open_, calling=calling_, method=method_, method_id=new
        )
    )


def side(texts: dict[str, str]) -> FileSide:
    return FileSide.of(texts, {path: read_quickly(text) for path, text in texts.items()})


@pytest.mark.parametrize(
    ("code", "call", "method"),
    [
        ("return «x * 2 + x»;", "return «Kitchen.g(x)»;",
         "static int g(int y) { return y * 2 + y; }"),
        ("return «x + limit() + LIMIT»;", "return «Kitchen.g(x)»;",
         "static int g(int x) { return x + Order.limit() + Order.LIMIT; }"),
        ("return «x + Kitchen.limit() + Kitchen.LIMIT»;", "return «Kitchen.g(x)»;",
         "static int g(int x) { return x + limit() + LIMIT; }"),
        ("return «x + k.n»;", "return «k.g(x)»;", "int g(int x) { return x + n; }"),
        ("return «k.n - n»;", "return «k.g(this)»;", "int g(Order o) { return n - o.n; }"),
        ("return «k.n - this.own()»;", "return «k.g(this)»;",
         "int g(Order o) { return this.n - o.own(); }"),
        ("return «o.n - x»;", "return «Kitchen.g(o, x)»;",
         "static int g(Order a, int b) { return a.n - b; }"),
    ],
)  # fmt: skip
def test_the_same_code_in_another_class_is_no_edit(code: str, call: str, method: str) -> None:
    assert across(code, call, method) is None


@pytest.mark.parametrize(
    ("code", "call", "method"),
    [
        ("return «x + limit()»;", "return «Kitchen.g(x)»;",
         "static int g(int x) { return x + limit(); }"),
        ("return «x + Order.limit()»;", "return «Kitchen.g(x)»;",
         "static int g(int x) { return x + Kitchen.limit(); }"),
        ("return «x + LIMIT»;", "return «Kitchen.g(x)»;",
         "static int g(int x) { return x + LIMIT; }"),
        ("return «x + n»;", "return «k.g(x)»;", "int g(int x) { return x + n; }"),
        ("return «x + this.n»;", "return «k.g(x)»;", "int g(int x) { return x + this.n; }"),
        ("return «k.n - n»;", "return «k.g(this)»;", "int g(Order o) { return o.n - n; }"),
        ("return «k.n - n»;", "return «k.g(o)»;", "int g(Order o) { return n - o.n; }"),
        ("return «x + o.own()»;", "return «k.g(x)»;", "int g(int x) { return x + own(); }"),
        ("return «x + size()»;", "return «Kitchen.g(x)»;",
         "static int g(int x) { return x + size(); }"),
        ("return «x + k.n»;", "return «next().g(x)»;", "int g(int x) { return x + n; }"),
    ],
)  # fmt: skip
def test_a_name_of_another_class_or_object_is_not_the_same(
    code: str, call: str, method: str
) -> None:
    assert across(code, call, method) is not None


def test_words_that_agree_and_mean_something_else_are_no_certain_edit() -> None:
    method = "static int g(int x) { return x + Kitchen.limit(); }"
    found = across("return «x + Order.limit()»;", "return «Kitchen.g(x)»;", method)

    assert found is not None
    assert not found.certain


def test_what_differs_in_its_words_is_an_edit() -> None:
    found = across(
        "return «x + limit()»;",
        "return «Kitchen.g(x)»;",
        "static int g(int x) { return x - Order.limit(); }",
    )

    assert found is not None
    assert found.certain


@pytest.mark.parametrize(
    ("open_", "calling", "method", "same"),
    [
        ("void f() { all.map(a -> «a.b(1)»); }", "void f() { all.map(«this::g»); }",
         "int g(A p) { return p.b(1); }", True),
        ("void f() { all.map((a, c) -> «a.b(c)»); }", "void f() { all.map(«this::g»); }",
         "int g(A p, A q) { return p.b(q); }", True),
        ("void f() { all.map((a, c) -> «a.b(c)»); }", "void f() { all.map(«this::g»); }",
         "int g(A p, A q) { return q.b(p); }", False),
        ("void f() { all.map(a -> «a.b(1)»); }", "void f() { all.map(«other::g»); }",
         "int g(A p) { return p.b(1); }", False),
        ("void f() { all.map(a -> { return «a.b(1)»; }); }", "void f() { all.map(«this::g»); }",
         "int g(A p) { return p.b(1); }", True),
    ],
)  # fmt: skip
def test_a_reference_is_a_call_with_the_parameters_of_the_lambda(
    open_: str, calling: str, method: str, same: bool
) -> None:
    assert (edit(open_, calling, method) == "") is same
