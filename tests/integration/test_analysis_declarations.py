"""Declarations of one source text, with spans that cut the very text out of it."""

from verifier.analysis.pool import AnalysisPool
from verifier.domain.source import CompilationUnit, Import, Invocation, Member, Span
from verifier.java_text.members import list_named_types

SOURCE = """package p.q;

import static a.b.C.*;
import x.Y;

/** The outer one. 😀 */
@Deprecated
public class Outer<T extends Comparable<T>, U> extends B<T> implements I, J<U> {
    int a, b = 1;

    static { run(); }

    /** Doc of m. */
    @Override
    public <X extends Number & I> void m(List<String> l, T t, U u, X x, Map.Entry<K, V>[] e[], int... n) {
        new Thread() {
            public void run() {
                class Local { void q() {} }
                String s = "😀";
            }
        };
        l.forEach(this::m);
    }

    Outer(int x) { super(x); }

    enum E { ONE { void f() {} }, TWO; abstract void f(); }

    record R<Q>(int a, List<Q> b) implements Foo { R { check(a); } static int z(Q q) { return 1; } }

    @interface An { int value() default 1; }

    sealed interface S permits S1 {}
}
"""


def cut(span: Span | None) -> str:
    assert span is not None
    return SOURCE[span.start : span.end]


def members(unit: CompilationUnit, class_name: str) -> tuple[Member, ...]:
    return next(t.members for t in unit.types if t.class_name == class_name)


def test_every_type_is_listed_by_its_binary_name(analysis: AnalysisPool) -> None:
    unit = analysis.parse(SOURCE)
    assert unit.package == "p.q"
    assert [(t.kind, t.class_name) for t in unit.types] == [
        ("class", "p.q.Outer"),
        ("anonymous", "p.q.Outer$1"),
        ("class", "p.q.Outer$1$1Local"),
        ("enum", "p.q.Outer$E"),
        ("anonymous", "p.q.Outer$E$1"),
        ("record", "p.q.Outer$R"),
        ("annotation", "p.q.Outer$An"),
        ("interface", "p.q.Outer$S"),
    ]
    assert unit.problems == ()


def test_spans_hold_the_javadoc_and_bodies_their_braces(analysis: AnalysisPool) -> None:
    unit = analysis.parse(SOURCE)
    outer = unit.types[0]
    assert cut(outer.span) == SOURCE[SOURCE.index("/** The outer") :].rstrip()
    assert cut(outer.body).startswith("{\n    int a, b = 1;")
    assert outer.modifiers == ("public",)
    bodies = {t.class_name: cut(t.body)[:12] for t in unit.types[3:]}
    assert bodies == {
        "p.q.Outer$E": "{ ONE { void",
        "p.q.Outer$E$1": "{ void f() {",
        "p.q.Outer$R": "{ R { check(",
        "p.q.Outer$An": "{ int value(",
        "p.q.Outer$S": "{}",
    }
    method = members(unit, "p.q.Outer")[2]
    assert cut(method.span).startswith("/** Doc of m. */\n    @Override\n    public <X")
    assert cut(method.body).startswith("{\n        new Thread()")
    assert cut(method.body).endswith("l.forEach(this::m);\n    }")


def test_members_come_with_names_lines_and_erased_ids(analysis: AnalysisPool) -> None:
    found = members(analysis.parse(SOURCE), "p.q.Outer")
    assert [(m.kind, m.names, m.start_line, m.end_line) for m in found] == [
        ("field", ("a", "b"), 9, 9),
        ("initializer", (), 11, 11),
        ("method", ("m",), 13, 23),
        ("constructor", ("Outer",), 25, 25),
        ("type", ("E",), 27, 27),
        ("type", ("R",), 29, 29),
        ("type", ("An",), 31, 31),
        ("type", ("S",), 33, 33),
    ]
    assert str(found[2].method) == (
        "p.q.Outer#m(List, Comparable, U, Number, Map.Entry[][], int[])"
    )
    assert str(found[3].method) == "p.q.Outer#<init>(int)"
    assert found[2].annotations == ("Override",)
    assert found[1].modifiers == ("static",)


def test_a_compact_constructor_has_the_components_types(analysis: AnalysisPool) -> None:
    found = members(analysis.parse(SOURCE), "p.q.Outer$R")
    assert [str(m.method) for m in found] == ["p.q.Outer$R#<init>(int, List)", "p.q.Outer$R#z(Q)"]


def test_imports_keep_their_star_and_their_place(analysis: AnalysisPool) -> None:
    imports = analysis.parse(SOURCE).imports
    assert imports == (
        Import(name="a.b.C.*", static=True, span=imports[0].span),
        Import(name="x.Y", static=False, span=imports[1].span),
    )
    assert [cut(i.span) for i in imports] == ["import static a.b.C.*;", "import x.Y;"]


def test_calls_creations_and_references_are_listed(analysis: AnalysisPool) -> None:
    source = "class A { A() { this(1); } void f() { g(1, 2).h(); new B(3); x(this::f, B::new); } }"
    found = analysis.parse(source).invocations
    assert [(i.name, i.arguments) for i in found] == [
        ("<init>", 1),
        ("h", 0),
        ("g", 2),
        ("<init>", 1),
        ("x", 2),
        ("f", -1),
        ("<init>", -1),
    ]
    assert found[2] == Invocation(name="g", arguments=2, span=Span(start=38, end=45))


def test_a_syntax_error_is_told_and_the_rest_recovered(analysis: AnalysisPool) -> None:
    unit = analysis.parse("class A {\n    void f( { }\n    int g;\n}\n")
    assert [t.class_name for t in unit.types] == ["A"]
    assert unit.problems
    assert unit.problems[0].line == 2


def test_an_empty_file_has_nothing_wrong(analysis: AnalysisPool) -> None:
    assert analysis.parse("") == CompilationUnit(package="", imports=(), types=())


def test_a_word_that_became_a_keyword_is_still_a_name_in_an_old_source(
    analysis: AnalysisPool,
) -> None:
    unit = analysis.parse("class A { int record; A yield(A var) { int _ = 1; return var; } }")
    assert unit.problems == ()
    assert [m.names for m in unit.types[0].members] == [("record",), ("yield",)]


def test_carriage_returns_and_lone_surrogates_keep_the_spans(analysis: AnalysisPool) -> None:
    source = 'class A {\r\n    String s = "\ud83d😀";\r\n    void f() {}\r\n}\r\n'
    method = analysis.parse(source).types[0].members[1]
    assert source[method.span.start : method.span.end] == "void f() {}"
    assert (method.start_line, method.end_line) == (3, 3)


def test_classes_inside_of_code_have_no_name_and_those_that_are_named_like_them_do(
    analysis: AnalysisPool,
) -> None:
    found = analysis.parse(SOURCE + "class Outer$1 { static class In$1Local {} }\n")
    listed = [t.class_name.removeprefix("p.q.") for t in found.types]
    named = [t.class_name.removeprefix("p.q.") for t in list_named_types(found)]

    assert {"Outer$1$1Local", "Outer$E$1"} <= {*listed} - {*named}
    assert named == [
        "Outer", "Outer$E", "Outer$R", "Outer$An", "Outer$S", "Outer$1", "Outer$1$In$1Local",
    ]  # fmt: skip
