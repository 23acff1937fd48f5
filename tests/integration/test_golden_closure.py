"""What a golden refactoring brings along, found by the real analysis: each kind of piece, and what stays open."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree, an_instance, side
from verifier.analysis.pool import AnalysisPool
from verifier.domain.closure import BroughtKind, Closure, OpenReason
from verifier.domain.closure_request import ClosureAnswer, ClosureRequest
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.proof_request import FolderSources
from verifier.domain.refactoring import CodeRange
from verifier.domain.source import CompilationUnit
from verifier.java_text.quick_reader import JavaReader
from verifier.predictions.golden.closing import Roots
from verifier.predictions.golden.reference import GoldenSides, golden_refactoring
from verifier.tools.records import from_json, to_json

A, B = "src/p/A.java", "src/q/B.java"
EXTRACTION = an_instance(
    "Extract Method:p.A#f(int)",
    before=side(A, "p.A#f(int)"),
    after=side(A, "p.A#f(int)", partner="p.A#helper(int)", partner_file=A),
)


def base(members: str = "", imports: str = "") -> str:
    """A class whose method `f` a helper will be extracted from."""
    return (
        f"package p;\n{imports}\nclass A {{\n    int f(int a) {{\n        return a + 1;\n    }}\n"
        f"{members}}}\n"
    )


def commit(expression: str, members: str = "", imports: str = "") -> str:
    """The same with the helper, which returns the expression."""
    return (
        f"package p;\n{imports}\nclass A {{\n    int f(int a) {{\n        return helper(a);\n    }}\n\n"
        f"    int helper(int a) {{\n        return {expression};\n    }}\n{members}}}\n"
    )


@pytest.fixture
def golden(analysis: AnalysisPool, tmp_path: Path) -> "Maker":
    return Maker(analysis, tmp_path)


class Maker:
    """Makes golden refactorings of two trees that are written to folders for the analysis."""

    def __init__(self, analysis: AnalysisPool, folder: Path) -> None:
        self.analysis, self.folder = analysis, folder

    def __call__(
        self,
        before: Mapping[str, str | bytes],
        after: Mapping[str, str | bytes],
        instance: Instance = EXTRACTION,
    ) -> tuple[dict[str, str], Closure]:
        prediction = self.prediction(before, after, instance)
        assert prediction.files is not None
        assert prediction.closure is not None
        return {p: t or "" for p, t in prediction.files.items()}, prediction.closure

    def prediction(
        self,
        before: Mapping[str, str | bytes],
        after: Mapping[str, str | bytes],
        instance: Instance,
    ) -> Prediction:
        trees = (MemoryTree.of(before), MemoryTree.of(after))
        for name, tree in zip(("before", "after"), trees, strict=True):
            for path, content in tree.files.items():
                file = self.folder / name / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        roots = Roots(
            before=FolderSources(folder=self.folder / "before"),
            after=FolderSources(folder=self.folder / "after"),
        )
        sides = GoldenSides(before=trees[0], after=trees[1], roots=roots)
        return golden_refactoring(instance, sides, JavaReader(analysis=self.analysis))


def pieces(closure: Closure) -> list[tuple[str, str, str]]:
    return [(str(b.kind), b.name, b.why) for b in closure.brought]


def test_what_the_base_has_is_not_brought(golden: Maker) -> None:
    members = "\n    int twice(int a) {\n        return 2 * a;\n    }\n"
    other = members.replace("2 * a", "a + a")
    files, closure = golden(
        {A: base(members)}, {A: commit("twice(a)", other + "\n    int unasked() { return 0; }\n")}
    )

    assert closure == Closure()
    assert "return 2 * a;" in files[A]
    assert "unasked" not in files[A]


@pytest.mark.parametrize(
    ("expression", "member", "kind", "name"),
    [
        ("a + STEP", "    static final int STEP = 1;\n", "field", "p.A.STEP"),
        ("a + step", "    private int step = Math.abs(-1);\n", "field", "p.A.step"),
        ("g(a)", "    int g(int a) {\n        return a;\n    }\n", "method", "p.A#g(int)"),
        (
            "g(a, 1L)",
            "    <T extends Number, S> int g(S a, T... b) {\n        return 1;\n    }\n",
            "method",
            "p.A#g(S, Number[])",
        ),
        ("new A(a).f(1)", "    A(int a) {\n    }\n", "constructor", "p.A#<init>(int)"),
        (
            "new Inner<Integer>().get(a)",
            "    class Inner<T> {\n        T get(T t) {\n            return t;\n        }\n    }\n",
            "type",
            "p.A.Inner",
        ),
        ("Kind.ONE.ordinal()", "    enum Kind {\n        ONE\n    }\n", "type", "p.A.Kind"),
    ],
)
def test_a_member_that_only_the_commit_has_comes_along(
    golden: Maker, expression: str, member: str, kind: str, name: str
) -> None:
    files, closure = golden({A: base()}, {A: commit(expression, "\n" + member)})

    assert pieces(closure)[0] == (kind, name, "p.A#helper(int) uses it")
    assert closure.is_closed
    assert member in files[A]


def test_a_brought_piece_brings_what_it_needs(golden: Maker) -> None:
    members = (
        "\n    int g(int a) {\n        return a + STEP;\n    }\n\n    static final int STEP = TWO - 1;\n"
        "\n    static final int TWO = 2;\n\n    static final int THREE = 3;\n"
    )
    files, closure = golden({A: base()}, {A: commit("g(a)", members)})

    assert pieces(closure) == [
        ("field", "p.A.STEP", "p.A#g(int) uses it"),
        ("field", "p.A.TWO", "p.A.STEP uses it"),
        ("method", "p.A#g(int)", "p.A#helper(int) uses it"),
    ]
    assert "THREE" not in files[A]


def test_an_enum_constant_stands_with_the_others(golden: Maker) -> None:
    kind = "package p;\n\nenum Kind {\n    ONE%s;\n\n    int x;\n}\n"
    files, closure = golden(
        {A: base(), "src/p/Kind.java": kind % ""},
        {A: commit("Kind.TWO.ordinal()"), "src/p/Kind.java": kind % ", TWO"},
    )

    assert pieces(closure) == [("enum-constant", "p.Kind.TWO", "p.A#helper(int) uses it")]
    assert files["src/p/Kind.java"] == kind % ", TWO"


def test_imports_come_along_and_are_listed(golden: Maker) -> None:
    after = commit(
        "max(Objects.hash(a), 1)",
        imports="\nimport static java.lang.Math.max;\n\nimport java.util.Objects;\nimport java.util.List;\n",
    )
    files, closure = golden({A: base()}, {A: after})

    assert pieces(closure) == [
        ("import", "java.lang.Math.max", "p.A#helper(int)"),
        ("import", "java.util.Objects", "p.A#helper(int)"),
    ]
    assert "java.util.List" not in files[A]


def test_a_new_file_comes_whole_when_a_type_of_it_is_needed(golden: Maker) -> None:
    text = "package q;\n\npublic class B {\n    public static int g(int a) {\n        return C.X;\n    }\n}\n"
    other = "package q;\n\nclass C {\n    static final int X = 1;\n}\n"
    files, closure = golden(
        {A: base()},
        {
            A: commit("B.g(a)", imports="\nimport q.B;\n"),
            B: text,
            "src/q/C.java": other,
            "src/q/D.java": "package q;\n\nclass D {\n}\n",
        },
    )

    assert pieces(closure) == [
        ("import", "q.B", "p.A#helper(int)"),
        ("file", "q.B", "p.A#helper(int) uses it"),
        ("file", "q.C", "q.B uses it"),
    ]
    assert files[B] == text
    assert sorted(files) == [A, B, "src/q/C.java"]


def test_a_further_type_of_a_file_comes_alone(golden: Maker) -> None:
    further = "\nclass Further {\n    static int x = 1;\n}\n\nclass Unasked {\n}\n"
    files, closure = golden({A: base()}, {A: commit("Further.x") + further})

    assert pieces(closure) == [("type", "p.Further", "p.A#helper(int) uses it")]
    assert "class Further {" in files[A]
    assert "Unasked" not in files[A]


def test_a_changed_signature_brings_the_callers_that_it_breaks(golden: Maker) -> None:
    old = "\n    String g(int a) {\n        return null;\n    }\n"
    new = "\n    int g(int a) {\n        return a;\n    }\n"
    caller = "package p;\n\nclass C {\n    String c(A a) {\n        return %s;\n    }\n\n    int d() {\n        return %s;\n    }\n}\n"
    files, closure = golden(
        {A: base(old), "src/p/C.java": caller % ("a.g(1)", "1")},
        {A: commit("g(a)", new), "src/p/C.java": caller % ("String.valueOf(a.g(1))", "2")},
    )

    assert [b[:2] for b in pieces(closure)] == [
        ("signature", "p.A#g(int)"),
        ("caller", "p.C#c(A)"),
    ]
    assert "p/C.java:5: Type mismatch" in closure.brought[1].why
    assert closure.is_closed
    assert files["src/p/C.java"] == caller % ("String.valueOf(a.g(1))", "1")


def test_an_overload_with_other_parameters_stands_beside_the_old_one(golden: Maker) -> None:
    old = "\n    int g(String a) {\n        return 1;\n    }\n"
    new = "\n    int g(int a) {\n        return a;\n    }\n"
    files, closure = golden({A: base(old)}, {A: commit("g(a)", new)})

    assert pieces(closure) == [("method", "p.A#g(int)", "p.A#helper(int) uses it")]
    assert "int g(String a)" in files[A]


def test_code_that_would_mean_a_new_overload_comes_in_the_commits_version(golden: Maker) -> None:
    old = "\n    int g(Object a) {\n        return 1;\n    }\n\n    int user() {\n        return g(%s);\n    }\n"
    new = "\n    int g(String a) {\n        return 2;\n    }\n"
    files, closure = golden(
        {A: base(old % '""')}, {A: commit('g("" + a)', new + old % '(Object) ""')}
    )

    assert [b[:2] for b in pieces(closure)] == [
        ("caller", "p.A#user()"),
        ("method", "p.A#g(String)"),
    ]
    assert 'g((Object) "")' in files[A]


def test_a_type_whose_supertypes_changed_gets_its_new_header(golden: Maker) -> None:
    inner = "\n    /** Kept. */\n    static class Inner%s {\n%s    }\n"
    run = "        public void run() {\n        }\n"
    taker = "\n    int take(Runnable r) {\n        return 1;\n    }\n"
    files, closure = golden(
        {A: base(inner % ("", "") + taker)},
        {A: commit("take(new Inner())", inner % (" implements Runnable", run) + taker)},
    )

    assert [b[:2] for b in pieces(closure)] == [
        ("header", "p.A.Inner"),
        ("method", "p.A.Inner#run()"),
    ]
    assert closure.is_closed
    assert "    /** Kept. */\n    static class Inner implements Runnable {" in files[A]


def test_an_interface_that_the_commit_made_a_class_becomes_one(golden: Maker) -> None:
    rule = "package p;\n\npublic {0} Rule {{\n    {1}int apply(int a);\n{2}}}\n"
    one = "package p;\n\nclass One {0} Rule {{\n    public int apply(int a) {{\n        return a;\n    }}\n}}\n"
    both = (
        "\n    public static int both(Rule rule, int a) {\n        return rule.apply(a);\n    }\n"
    )
    user = "package p;\n\nclass A {{\n    int f(int a) {{\n        return {0};\n    }}\n}}\n"
    before = {
        A: user.format("new One().apply(a)"),
        "src/p/One.java": one.format("implements"),
        "src/p/Rule.java": rule.format("interface", "", ""),
    }
    after = {
        A: user.format("Rule.both(new One(), a)"),
        "src/p/One.java": one.format("extends"),
        "src/p/Rule.java": rule.format("abstract class", "public abstract ", both),
    }
    moved = an_instance(
        "Extract And Move Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(
            A, "p.A#f(int)", partner="p.Rule#both(Rule,int)", partner_file="src/p/Rule.java"
        ),
    )
    files, closure = golden(before, after, moved)

    assert [b[:2] for b in pieces(closure)] == [
        ("header", "p.One"),
        ("caller", "p.Rule#apply(int)"),
        ("header", "p.Rule"),
    ]
    assert closure.is_closed
    assert files == after


def test_a_member_that_breaks_and_that_the_commit_took_away_goes(golden: Maker) -> None:
    before = {
        A: "package p;\n\npublic class A {\n    int f() {\n        return 1;\n    }\n\n"
        "    int gone() {\n        return f();\n    }\n}\n",
        B: "package q;\n\npublic class B {\n}\n",
    }
    after = {
        A: "package p;\n\npublic class A {\n}\n",
        B: "package q;\n\npublic class B {\n    int f() {\n        return 1;\n    }\n}\n",
    }
    moved = an_instance("Move Method:p.A#f()", before=side(A, "p.A#f()"), after=side(B, "q.B#f()"))
    files, closure = golden(before, after, moved)

    assert [b[:2] for b in pieces(closure)] == [("removed", "p.A#gone()")]
    assert closure.is_closed
    assert files[A] == after[A]


def test_a_nested_class_that_the_commit_took_away_goes_whole_when_a_member_of_it_breaks(
    golden: Maker,
) -> None:
    step = (
        "package p;\n\npublic class Step {\n    public int run() {\n        return 0;\n    }\n}\n"
    )
    run = "int run() {{\n{0}        return f();\n{0}    }}\n\n{0}    int f() {{\n{0}        return 1;\n{0}    }}\n"
    before = {
        "src/p/Step.java": step,
        A: "package p;\n\npublic class A {\n    Step make() {\n        return new Special();\n    }\n\n"
        f"    class Special extends Step {{\n        public {run.format('    ')}    }}\n}}\n",
    }
    after = {
        "src/p/Step.java": step,
        A: "package p;\n\nimport q.B;\n\npublic class A {\n    Step make() {\n        return new B();\n    }\n}\n",
        B: "package q;\n\nimport p.Step;\n\npublic class B extends Step {\n"
        f"    public {run.format('')}}}\n",
    }
    moved = an_instance(
        "Move Method:p.A.Special#f()",
        before=side(A, "p.A.Special#f()"),
        after=side(B, "q.B#f()"),
    )
    files, closure = golden(before, after, moved)

    assert [b[:2] for b in pieces(closure)] == [
        ("caller", "p.A#make()"),
        ("import", "q.B"),
        ("removed", "p.A.Special"),
        ("file", "B"),
    ]
    assert closure.is_closed
    assert files == {A: after[A], B: after[B]}


def test_a_method_with_new_parameters_takes_the_place_of_the_one_that_breaks(golden: Maker) -> None:
    before = {
        A: "package p;\n\npublic class A {\n    int f() {\n        return 1;\n    }\n\n"
        "    int user(int a) {\n        return f();\n    }\n\n    int last() {\n        return user(1);\n    }\n}\n",
        B: "package q;\n\npublic class B {\n}\n",
    }
    after = {
        A: "package p;\n\nimport q.B;\n\npublic class A {\n    int user(int a, B b) {\n        return b.f();\n    }\n\n"
        "    int last() {\n        return user(1, null);\n    }\n}\n",
        B: "package q;\n\npublic class B {\n    public int f() {\n        return 1;\n    }\n}\n",
    }
    moved = an_instance("Move Method:p.A#f()", before=side(A, "p.A#f()"), after=side(B, "q.B#f()"))
    files, closure = golden(before, after, moved)

    assert [b[:2] for b in pieces(closure)] == [
        ("caller", "p.A#last()"),
        ("import", "q.B"),
        ("signature", "p.A#user(int, B)"),
    ]
    assert closure.is_closed
    assert "user(int a)" not in files[A]


def test_a_name_that_the_base_gives_to_another_type_stays_open(golden: Maker) -> None:
    user = "\n    List list() {\n        return null;\n    }\n"
    _, closure = golden(
        {A: base(user, "\nimport java.awt.List;\n")},
        {A: commit("List.of(a).size()", imports="\nimport java.util.List;\n")},
    )

    assert OpenReason.NAME_TAKEN in {end.reason for end in closure.open}
    assert any("List in src/p/A.java" in end.what for end in closure.open)


MAIN, TEST, OTHER = "src/main/java/p/A.java", "src/test/java/p/ATest.java", "src/main/java/p/C.java"
MOVED_METHOD = "    static int f() {\n        return 1;\n    }\n"


def move_out_of_a_test(
    golden: Maker, test_before: str, test_after: str
) -> tuple[dict[str, str], Closure]:
    """The golden refactoring of `A.f()` moved to `C`, where a test calls it."""
    instance = an_instance(
        "Move Method:p.A#f()", before=side(MAIN, "p.A#f()"), after=side(OTHER, "p.C#f()")
    )
    user = "package p;\n\nclass ATest {\n    int t() {\n        return %s;\n    }\n}\n"
    empty = "package p;\n\nclass %s {\n%s}\n"
    return golden(
        {MAIN: empty % ("A", MOVED_METHOD), OTHER: empty % ("C", ""), TEST: user % test_before},
        {MAIN: empty % ("A", ""), OTHER: empty % ("C", MOVED_METHOD), TEST: user % test_after},
        instance,
    )


def test_a_test_that_only_follows_a_move_comes_along(golden: Maker) -> None:
    files, closure = move_out_of_a_test(golden, "A.f()", "C.f()")

    assert closure.is_closed
    assert [(str(b.kind), b.name) for b in closure.brought] == [("caller", "p.ATest#t()")]
    assert "        return C.f();\n" in files[TEST]


def test_a_test_that_the_commit_changed_in_more_follows_a_move_in_its_calls(golden: Maker) -> None:
    files, closure = move_out_of_a_test(golden, "A.f() + (A.f())", "2 * C.f()")

    assert closure.is_closed
    assert [(str(b.kind), b.name) for b in closure.brought] == [("caller", "p.ATest#t()")]
    assert "        return C.f() + (C.f());\n" in files[TEST]


@pytest.mark.parametrize(
    ("stays", "imports"),
    [
        ("", "import static q.C.f;\n"),
        (
            "    public static void f(long a) {\n    }\n",
            "import static p.A.f;\nimport static q.C.f;\n",
        ),
    ],
)
def test_a_test_that_imports_a_moved_method_follows_it_by_the_import(
    golden: Maker, stays: str, imports: str
) -> None:
    other = "src/main/java/q/C.java"
    instance = an_instance(
        "Move Method:p.A#f()", before=side(MAIN, "p.A#f()"), after=side(other, "q.C#f()")
    )
    method = MOVED_METHOD.replace("static", "public static")
    user = "package r;\n\nimport static p.A.f;\n\nclass ATest {\n    int t() {\n        return f();\n    }\n}\n"
    test = "src/test/java/r/ATest.java"
    files, closure = golden(
        {
            MAIN: f"package p;\n\npublic class A {{\n{method}{stays}}}\n",
            other: "package q;\n\npublic class C {\n}\n",
            test: user,
        },
        {
            MAIN: f"package p;\n\npublic class A {{\n{stays}}}\n",
            other: f"package q;\n\npublic class C {{\n{method}}}\n",
        },
        instance,
    )

    assert closure.is_closed
    assert files[test] == user.replace("import static p.A.f;\n", imports)


def test_tests_that_break_by_a_move_of_more_than_a_static_method_stay_open(golden: Maker) -> None:
    files, closure = move_out_of_a_test(golden, "new A().f()", "C.f()")

    assert [end.reason for end in closure.open] == [OpenReason.TESTS_BREAK]
    assert closure.open[0].what.startswith("p.ATest#t(): src/test/java/p/ATest.java:5: ")
    assert TEST not in files


def test_a_refactored_method_that_the_commit_does_not_have_stays_open(golden: Maker) -> None:
    instance = an_instance(
        "Extract Method:p.A#f(int)", before=side(A, "p.A#f(int)"), after=side(A, "p.A#absent()")
    )
    files, closure = golden({A: base()}, {A: commit("a")}, instance)

    assert [end.reason for end in closure.open] == [OpenReason.NOT_FOUND]
    assert files == {}


class HalfBlind(AnalysisPool):
    """Answers with a real pool, and says of the first part that it was not found."""

    def __init__(self, real: AnalysisPool) -> None:
        super().__init__()
        self._real = real

    def parse(self, source: str) -> CompilationUnit:
        return self._real.parse(source)

    def closure(self, request: ClosureRequest) -> ClosureAnswer:
        return replace(self._real.closure(request), unknown=(0,))


def test_code_that_the_compiler_does_not_find_is_not_called_closed(golden: Maker) -> None:
    golden.analysis = HalfBlind(golden.analysis)
    _, closure = golden({A: base()}, {A: commit("a")})

    assert [(end.reason, end.what) for end in closure.open] == [
        (OpenReason.NOT_ANALYSED, "p.A#f(int) was not found")
    ]


def test_what_a_piece_does_not_compile_without_is_declared_as_in_the_commit(golden: Maker) -> None:
    helper = "switch (a) { case X: return 1; default: return 2; }\n        //"
    after = commit("a", "\n    static final int X = 1;\n").replace("return a;", helper)
    files, closure = golden({A: base("\n    static int X = 1;\n")}, {A: after})

    assert pieces(closure) == [
        ("signature", "p.A.X", "p.A#helper(int) does not compile without it")
    ]
    assert closure.is_closed
    assert "static final int X = 1;" in files[A]


def test_a_final_field_that_no_constructor_sets_any_more_goes(golden: Maker) -> None:
    before = "package p;\n\nclass A {\n    private final int old;\n\n    A(int a) {\n        old = a + 1;\n    }\n}\n"
    after = (
        "package p;\n\nclass A {\n    private final int made;\n\n    A(int a) {\n        made = helper(a);\n    }\n\n"
        "    private static int helper(int a) {\n        return a + 1;\n    }\n}\n"
    )
    instance = an_instance(
        "Extract Method:p.A#<init>(int)",
        before=side(A, "p.A#<init>(int)"),
        after=side(A, "p.A#<init>(int)", partner="p.A#helper(int)", partner_file=A),
    )
    _, closure = golden({A: before}, {A: after}, instance)

    assert [b[:2] for b in pieces(closure)] == [("field", "p.A.made"), ("removed", "p.A.old")]
    assert closure.is_closed


def test_an_abstract_method_that_the_commit_renamed_does_not_stay(golden: Maker) -> None:
    inner = "\n    abstract static class Inner {\n        abstract int %s();\n    }\n"
    made = "((Inner) new Inner() { int now() { return a; } }).now()"
    files, closure = golden({A: base(inner % "old")}, {A: commit(made, inner % "now")})

    assert [b[:2] for b in pieces(closure)] == [
        ("method", "p.A.Inner#now()"),
        ("removed", "p.A.Inner#old()"),
    ]
    assert closure.is_closed
    assert "old()" not in files[A]


def test_an_override_of_a_method_that_went_goes_if_the_developers_removed_it(
    golden: Maker,
) -> None:
    first, second = "src/p/One.java", "src/p/Two.java"
    member = "package p;\n\nabstract class A<T> {{\n    {0}\n}}\n"
    one = "package p;\n\nclass One extends A<One> {{\n    int g() {{\n        return 1;\n    }}\n{0}}}\n"
    overrides = "\n    @Override\n    One old(One a) {\n        return this;\n    }\n"
    now = (
        "final T now(T a) {\n        return self();\n    }\n\n"
        '    @SuppressWarnings("unchecked")\n    private T self() {\n        return (T) this;\n    }'
    )
    before = {
        A: member.format("abstract T old(T a);"),
        first: one.format(overrides),
        second: one.format("").replace("One", "Two"),
    }
    after = {A: member.format(now), first: one.format(""), second: before[second]}
    extraction = an_instance(
        "Extract Method:p.A#old(T)",
        before=side(A, "p.A#old(T)"),
        after=side(A, "p.A#now(T)", partner="p.A#self()", partner_file=A),
    )
    files, closure = golden(before, after, extraction)

    assert pieces(closure) == [
        ("removed", "p.One#old(One)", "src/p/One.java: it overrides nothing otherwise")
    ]
    assert closure.is_closed
    assert files[first] == after[first]


def test_an_interface_asks_for_what_the_commit_asks_for(golden: Maker) -> None:
    rule = "package p;\n\ninterface Rule {{\n    boolean skips({0} a);\n}}\n"
    method = "boolean skips({0} a) {{\n        return {1};\n    }}\n"
    helper = "\n    static boolean isSmall(long a) {\n        return a < 9;\n    }\n"
    one = "package p;\n\nclass One implements Rule {{\n    public {0}{1}}}\n"
    other = "package p;\n\nclass Other implements Rule {{\n    public {0}}}\n"
    user = "package p;\n\nclass User {{\n    boolean use(Rule rule) {{\n        return rule.skips({0});\n    }}\n}}\n"
    before = {
        "src/p/One.java": one.format(method.format("int", "a < 9"), ""),
        "src/p/Other.java": other.format(method.format("int", "false")),
        "src/p/Rule.java": rule.format("int"),
        "src/p/User.java": user.format("1"),
    }
    after = {
        "src/p/One.java": one.format(method.format("Long", "isSmall(a)"), helper),
        "src/p/Other.java": other.format(method.format("Long", "false")),
        "src/p/Rule.java": rule.format("Long"),
        "src/p/User.java": user.format("1L"),
    }
    extraction = an_instance(
        "Extract Method:p.One#skips(int)",
        before=side("src/p/One.java", "p.One#skips(int)"),
        after=side(
            "src/p/One.java",
            "p.One#skips(Long)",
            partner="p.One#isSmall(long)",
            partner_file="src/p/One.java",
        ),
    )
    files, closure = golden(before, after, extraction)

    assert [b[:2] for b in pieces(closure)] == [
        ("method", "p.Other#skips(Long)"),
        ("method", "p.Rule#skips(Long)"),
        ("removed", "p.Rule#skips(int)"),
        ("caller", "p.User#use(Rule)"),
    ]
    assert closure.is_closed
    assert files["src/p/User.java"] == after["src/p/User.java"]


def test_a_file_that_breaks_and_that_the_commit_does_not_have_goes(golden: Maker) -> None:
    made, context = "src/p/Made.java", "src/p/Context.java"
    user = "package p;\n\nclass A {{\n    int f(int a) {{\n        return {0};\n    }}\n{1}}}\n"
    before = {
        A: user.format(
            "a + 1",
            "\n    int use() {\n        Context c = new Made();\n        return 2;\n    }\n",
        ),
        context: "package p;\n\ninterface Context {\n}\n",
        made: "package p;\n\nclass Made implements Context {\n}\n",
    }
    after = {
        A: user.format(
            "Context.helper(a)",
            "\n    int use() {\n        Context c = new Context();\n        return 2;\n    }\n",
        ),
        context: "package p;\n\nclass Context {\n    static int helper(int a) {\n        return a + 1;\n    }\n}\n",
    }
    moved = an_instance(
        "Extract And Move Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(int)", partner="p.Context#helper(int)", partner_file=context),
    )
    prediction = golden.prediction(before, after, moved)

    assert prediction.files is not None
    assert prediction.files[made] is None
    assert prediction.files[A] == after[A]
    assert "\nclass Context {" in (prediction.files[context] or "")
    assert prediction.closure is not None
    assert [b[:2] for b in pieces(prediction.closure)] == [
        ("caller", "p.A#use()"),
        ("header", "p.Context"),
        ("removed", "p.Made"),
    ]
    assert prediction.closure.is_closed


def test_a_dollar_in_the_name_of_an_imported_type_stays(golden: Maker) -> None:
    types = {
        "src/q/$Types.java": "package q;\n\npublic class $Types {\n    public static int one() {\n        return 1;\n    }\n}\n"
    }
    files, closure = golden(
        {A: base(), **types},
        {A: commit("a + $Types.one()", imports="\nimport q.$Types;\n"), **types},
    )

    assert [b[:2] for b in pieces(closure)] == [("import", "q.$Types")]
    assert closure.is_closed
    assert "import q.$Types;" in files[A]


def test_a_class_implements_what_a_brought_method_asks_for(golden: Maker) -> None:
    inner = (
        "\n    interface Inner {\n%s    }\n\n    static class Other implements Inner {\n%s    }\n"
    )
    new = "        int now();\n"
    own = "        public int now() {\n            return 1;\n        }\n"
    files, closure = golden(
        {A: base(inner % ("", ""))},
        {A: commit("((Inner) new Other()).now()", inner % (new, own))},
    )

    assert [(b.kind, b.name) for b in closure.brought] == [
        (BroughtKind.METHOD, "p.A.Inner#now()"),
        (BroughtKind.METHOD, "p.A.Other#now()"),
    ]
    assert closure.is_closed
    assert own in files[A]


def test_a_static_member_that_moved_is_imported_as_the_commit_does(golden: Maker) -> None:
    checks = "package q;\n\npublic class B {\n    public static int g(int a) {\n        return a;\n    }\n}\n"
    user = "    int user() {\n        return g(1);\n    }\n"
    moved = an_instance(
        "Move Method:p.A#g(int)", before=side(A, "p.A#g(int)"), after=side(B, "q.B#g(int)")
    )
    before = f"package p;\n\nclass A {{\n    static int g(int a) {{\n        return a;\n    }}\n\n{user}}}\n"
    after = f"package p;\n\nimport static q.B.g;\n\nclass A {{\n{user}}}\n"
    files, closure = golden({A: before}, {A: after, B: checks}, moved)

    assert ("import", "q.B.g", "p.A#user() uses it") in pieces(closure)
    assert closure.is_closed
    assert "import static q.B.g;" in files[A]


def test_a_member_that_hides_what_the_commit_imports_goes_if_the_developers_removed_it(
    golden: Maker,
) -> None:
    twice = "    %sstatic int %s(int a) {\n        return 2 * a;\n    }\n"
    before = base("\n" + twice % ("private ", "g"))
    after = commit("g(a)", imports="import static q.B.g;\n")
    there = "package q;\n\npublic class B {\n%s}\n"
    files, closure = golden(
        {A: before, B: there % ""}, {A: after, B: there % (twice % ("public ", "g"))}
    )

    assert ("removed", "p.A#g(int)", "it hides q.B#g(int), which p.A#helper(int) uses") in pieces(
        closure
    )
    assert closure.is_closed
    assert "static int g(" not in files[A]
    assert "import static q.B.g;" in files[A]


def test_line_ends_of_the_base_are_kept(golden: Maker) -> None:
    before = base().replace("\n", "\r\n")
    after = commit("a + STEP", "\n    static final int STEP = 1;\n").replace("\n", "\r\n")
    files, closure = golden({A: before.encode()}, {A: after.encode()})

    assert pieces(closure) == [("field", "p.A.STEP", "p.A#helper(int) uses it")]
    assert files[A].count("\r\n") == files[A].count("\n")


def test_a_file_that_is_no_utf8_is_written_so_that_json_can_carry_it(golden: Maker) -> None:
    member = '\n    static final String S = "\u00e4";\n'
    before, after = base('\n    String t = "\u00f6";\n'), commit("S.length()", member)
    prediction = golden.prediction(
        {A: before.encode("latin-1")}, {A: after.encode("latin-1")}, EXTRACTION
    )
    assert prediction.files is not None
    assert prediction.closure is not None

    assert pieces(prediction.closure) == [("field", "p.A.S", "p.A#helper(int) uses it")]
    assert '"\\u00f6"' in (prediction.files[A] or "")
    assert '"\\u00e4"' in (prediction.files[A] or "")
    assert from_json(Prediction, to_json(prediction)) == prediction


def test_an_inner_class_of_a_generic_one_gets_its_member(golden: Maker) -> None:
    outer = (
        "\n    static class Box<T> {\n        T held;\n\n        class Lid {\n%s        }\n    }\n"
    )
    member = "            T lift(T[] all, java.util.Map.Entry<T, ?> e) {\n                return held;\n            }\n"
    call = "new Box<Integer>().new Lid().lift(null, null)"
    files, closure = golden({A: base(outer % "")}, {A: commit(call, outer % member)})

    assert pieces(closure) == [
        ("method", "p.A.Box.Lid#lift(T[], Entry)", "p.A#helper(int) uses it")
    ]
    assert member in files[A]


def test_a_move_brings_the_callers_along(golden: Maker) -> None:
    before = {
        A: "package p;\npublic class A {\n    static int f() {\n        return 1;\n    }\n"
        "    int g() {\n        return f();\n    }\n}\n",
        B: "package q;\npublic class B {\n}\n",
    }
    after = {
        A: "package p;\nimport q.B;\npublic class A {\n    int g() {\n        return B.f();\n    }\n}\n",
        B: "package q;\npublic class B {\n    public static int f() {\n        return 1;\n    }\n}\n",
    }
    moved = an_instance("Move Method:p.A#f()", before=side(A, "p.A#f()"), after=side(B, "q.B#f()"))
    files, closure = golden(before, after, moved)

    assert "public static int f() {" in files[B]
    assert "return B.f();" in files[A]
    assert "static int f()" not in files[A]
    assert [b.kind for b in closure.brought] == [BroughtKind.CALLER, BroughtKind.IMPORT]


def test_the_remaining_method_replaces_the_old_one_where_its_signature_changed(
    golden: Maker,
) -> None:
    instance = an_instance(
        "Extract Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(long)", partner="p.A#helper(int)", partner_file=A),
    )
    after = commit("a").replace("f(int a)", "f(long a)").replace("helper(a);", "helper((int) a);")
    files, closure = golden({A: base()}, {A: after}, instance)

    assert closure == Closure()
    assert "f(long a)" in files[A]
    assert "f(int a)" not in files[A]


def test_a_method_that_calls_the_extracted_one_instead_of_its_source_comes_along(
    golden: Maker,
) -> None:
    user = "\n    int user(int a) {\n        return %s;\n    }\n"
    before = base(user % "f(a)")
    after = (
        "package p;\n\nclass A {\n    int f(int a) {\n        return a;\n    }\n"
        "\n    int helper(int a) {\n        return 1;\n    }\n" + user % "f(a) + helper(a)" + "}\n"
    )
    call = CodeRange(
        file=A,
        start_line=13,
        start_column=23,
        end_line=13,
        end_column=31,
        role="extracted method invocation",
    )
    instance = replace(EXTRACTION, after=replace(EXTRACTION.after, ranges=(call,)))
    files, closure = golden({A: before}, {A: after}, instance)

    assert closure == Closure()
    assert "return f(a) + helper(a);" in files[A]


def test_a_field_that_calls_the_extracted_method_instead_of_its_source_comes_along(
    golden: Maker,
) -> None:
    before = (
        "package p;\n\nclass A {\n    private static final Object MADE = f();\n\n"
        "    private static Object f() {\n        return new Object();\n    }\n}\n"
    )
    after = (
        "package p;\n\nclass A {\n    private static final Object MADE = helper();\n\n"
        "    private static Object helper() {\n        return new Object();\n    }\n\n"
        "    static Object f() {\n        return MADE;\n    }\n\n    int unasked;\n}\n"
    )
    call = CodeRange(
        file=A,
        start_line=4,
        start_column=40,
        end_line=4,
        end_column=48,
        role="extracted method invocation",
    )
    extraction = an_instance(
        "Extract Method:p.A#f()",
        before=side(A, "p.A#f()"),
        after=replace(side(A, "p.A#f()", partner="p.A#helper()", partner_file=A), ranges=(call,)),
    )
    files, closure = golden({A: before}, {A: after}, extraction)

    assert closure == Closure()
    assert "MADE = helper();" in files[A]
    assert "return MADE;" in files[A]


def test_what_gives_a_new_field_its_value_comes_along(golden: Maker) -> None:
    made = "\n    A() {%s\n    }\n\n    int other() {\n        return %d;\n    }\n"
    field_of = "\n    private Integer one;\n"
    before = base(made % ("", 1))
    after = commit("a + one", field_of + made % ("\n        one = 1;", 2))
    files, closure = golden({A: before}, {A: after})

    assert pieces(closure) == [
        ("caller", "p.A#<init>()", "p.A.one is set by it alone"),
        ("field", "p.A.one", "p.A#helper(int) uses it"),
    ]
    assert closure.is_closed
    assert "one = 1;" in files[A]
    assert "return 1;" in files[A]


def test_what_takes_a_new_field_s_value_comes_along(golden: Maker) -> None:
    user = "\n    int user() {\n        return %s;\n    }\n"
    after = commit("one = a + 1", "\n    private int one;\n" + user % "one")
    files, closure = golden({A: base(user % "0")}, {A: after})

    assert [b[:2] for b in pieces(closure)] == [("caller", "p.A#user()"), ("field", "p.A.one")]
    assert closure.is_closed
    assert "return one;" in files[A]


def test_what_overrides_a_new_method_comes_along(golden: Maker) -> None:
    low = "package p;\n\nclass Low extends A {\n    @Override\n    int g(%s) {\n        return 2;\n    }\n}\n"
    old = "\n    int g() {\n        return 1;\n    }\n"
    new = "\n    int g(int a) {\n        return a;\n    }\n"
    place = "src/p/Low.java"
    before = {A: base(old), place: low % ""}
    after = {A: commit("g(a)", new), place: low % "int a"}
    files, closure = golden(before, after)

    assert pieces(closure) == [
        ("method", "p.A#g(int)", "p.A#helper(int) uses it"),
        ("method", "p.Low#g(int)", "p.A#g(int) is overridden by it"),
    ]
    assert closure.is_closed
    assert "int g(int a)" in files[place]
    assert "int g()" in files[place]


def test_what_a_new_superclass_has_is_not_hidden_by_what_went_up(golden: Maker) -> None:
    state = "    int x = 1;\n\n    int get() {\n        return x;\n    }\n"
    up = "package p;\n\nclass Up {\n%s\n    int helper(int a) {\n        return a + x;\n    }\n}\n"
    place = "src/p/Up.java"
    before = {
        A: f"package p;\n\nclass A {{\n    int f(int a) {{\n        return a + x;\n    }}\n\n{state}}}\n"
    }
    after = {
        A: "package p;\n\nclass A extends Up {\n    int f(int a) {\n        return helper(a);\n    }\n}\n",
        place: up % state,
    }
    extraction = an_instance(
        "Extract And Move Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(int)", partner="p.Up#helper(int)", partner_file=place),
    )
    files, closure = golden(before, after, extraction)

    assert pieces(closure) == [
        ("header", "p.A", "p.A#f(int) does not compile without it"),
        ("removed", "p.A#get()", "it hides what p.Up has"),
        ("removed", "p.A.x", "it hides what p.Up has"),
        ("file", "Up", "the refactoring puts a method into it"),
    ]
    assert closure.is_closed
    assert "int x" not in files[A]


def test_an_override_of_what_a_new_superclass_has_comes_in_the_commits_version(
    golden: Maker,
) -> None:
    low = "package p;\n\nclass A{0} {{\n    int f(int a) {{\n        return {1};\n    }}\n\n    int get() {{\n        return {2};\n    }}\n}}\n"
    up = "package p;\n\nclass Up {\n    int get() {\n        return 1;\n    }\n\n    int helper(int a) {\n        return a + 1;\n    }\n}\n"
    place = "src/p/Up.java"
    before = {A: low.format("", "a + 1", "1")}
    after = {A: low.format(" extends Up", "helper(a)", "super.get()"), place: up}
    extraction = an_instance(
        "Extract And Move Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(int)", partner="p.Up#helper(int)", partner_file=place),
    )
    files, closure = golden(before, after, extraction)

    why = "src/p/A.java: it hides what p.Up has otherwise"
    assert ("caller", "p.A#get()", why) in pieces(closure)
    assert closure.is_closed
    assert files[A] == after[A]


def test_of_fields_that_are_declared_together_each_is_set(golden: Maker) -> None:
    made = "\n    A() {%s\n    }\n"
    after = commit("a + two", "\n    int one, two;\n" + made % "\n        two = 1;")
    files, closure = golden({A: base("\n    int one;\n" + made % "")}, {A: after})

    assert pieces(closure) == [
        ("caller", "p.A#<init>()", "p.A.two is set by it alone"),
        ("signature", "p.A.one", "p.A#helper(int) uses it"),
    ]
    assert closure.is_closed
    assert files[A].count("int one") == 1
    assert "two = 1;" in files[A]


@pytest.mark.parametrize(
    ("member", "name"),
    [
        ("\n    static Integer one;\n\n    static {\n        one = 1;\n    }\n", "(initializer)"),
        ("\n    Integer one;\n\n    A() {\n        one = 1;\n    }\n", "#<init>()"),
        ("\n    Integer one;\n\n    A(int a) {\n        one = a;\n    }\n", "#<init>(int)"),
    ],
)
def test_what_runs_without_a_new_call_gives_a_field_its_value(
    golden: Maker, member: str, name: str
) -> None:
    user = "package p;\n\nclass User {\n    A made() {\n        return new A(%s);\n    }\n}\n"
    place = "src/p/User.java"
    given = "1" if "int a" in member else ""
    files, closure = golden(
        {A: base(), place: user % ""}, {A: commit("a + one", member), place: user % given}
    )

    assert any(b[1].replace(" ", "") == f"p.A{name}" for b in pieces(closure))
    assert closure.is_closed
    assert member.strip() in files[A]
    assert (place in files) == bool(given)


def test_the_first_constructor_comes_with_the_one_that_calls_it(golden: Maker) -> None:
    made = "    int one;\n\n    A() {\n        this(2);\n    }\n\n    A(int b) {\n        one = b;\n    }\n"
    files, closure = golden({A: base()}, {A: commit("a + one", made)})

    assert [b[:2] for b in pieces(closure)] == [
        ("constructor", "p.A#<init>()"),
        ("constructor", "p.A#<init>(int)"),
        ("field", "p.A.one"),
    ]
    assert closure.is_closed
    assert "this(2);" in files[A]


def test_a_subclass_follows_the_first_constructor_of_the_class_above_it(golden: Maker) -> None:
    made = "    int one;\n\n    A(int b) {\n        one = b;\n    }\n"
    low = "package p;\n\nclass Low extends A {\n%s}\n"
    place = "src/p/Low.java"
    own = low % "    Low() {\n        super(1);\n    }\n"
    files, closure = golden({A: base(), place: low % ""}, {A: commit("a + one", made), place: own})

    assert ("constructor", "p.Low#<init>()") in [b[:2] for b in pieces(closure)]
    assert closure.is_closed
    assert "super(1);" in files[place]


def test_an_enum_s_constants_come_with_the_constructor_that_sets_a_new_field(golden: Maker) -> None:
    place = "src/p/Kind.java"
    after = (
        "package p;\n\nenum Kind {\n    ONE(1), TWO(2);\n\n    int value;\n\n    Kind(int value) {\n"
        "        this.value = value;\n    }\n}\n"
    )
    before = {A: base(), place: "package p;\n\nenum Kind {\n    ONE, TWO;\n}\n"}
    files, closure = golden(before, {A: commit("Kind.ONE.value"), place: after})

    assert closure.is_closed
    assert "ONE(1), TWO(2);" in files[place]


def test_one_of_several_initializers_is_not_guessed(golden: Maker) -> None:
    block = "\n    static {\n        String.valueOf(%s);\n    }\n"
    new = "\n    static int one;\n" + block % 1 + block % "one = 2"
    files, closure = golden({A: base(block % 1)}, {A: commit("a + one", new)})

    assert [(e.reason, e.what) for e in closure.open] == [
        (OpenReason.MEANS_OTHERWISE, "p.A (initializer): p.A.one is set by it alone")
    ]
    assert files[A].count("static {") == 1


def test_an_override_of_a_generic_class_s_new_method_comes_along(golden: Maker) -> None:
    low = "package p;\n\nclass Low extends A<String> {\n    int g(%s) {\n        return 2;\n    }\n}\n"
    old, new = (f"    T x;\n\n    int g({p}) {{\n        return 1;\n    }}\n" for p in ("", "T b"))
    place = "src/p/Low.java"
    before = {A: base(old).replace("class A", "class A<T>"), place: low % ""}
    after = {A: commit("g(x)", new).replace("class A", "class A<T>"), place: low % "String b"}
    files, closure = golden(before, after)

    assert ("method", "p.Low#g(String)", "p.A#g(T) is overridden by it") in pieces(closure)
    assert "int g(String b)" in files[place]


def test_a_class_without_a_name_that_overrides_a_new_method_comes_along(golden: Maker) -> None:
    user = (
        "package p;\n\nclass User {\n    A made() {\n        return new A() {\n            @Override\n"
        "            int g(%s) {\n                return 2;\n            }\n        };\n    }\n}\n"
    )
    old, new = (f"    int g({p}) {{\n        return 1;\n    }}\n" for p in ("", "int b"))
    place = "src/p/User.java"
    files, closure = golden(
        {A: base(old), place: user % ""}, {A: commit("g(a)", new), place: user % "int b"}
    )

    assert pieces(closure) == [
        ("method", "p.A#g(int)", "p.A#helper(int) uses it"),
        ("caller", "p.User#made()", "p.A#g(int) is overridden by it"),
    ]
    assert closure.is_closed
    assert files[place] == user % "int b"


def test_what_overrides_the_extracted_method_stays_with_the_commit(golden: Maker) -> None:
    low = "package p;\n\nclass Low extends A {\n%s}\n"
    place = "src/p/Low.java"
    other = "    @Override\n    int helper(int a) {\n        return 7;\n    }\n"
    files, closure = golden({A: base(), place: low % ""}, {A: commit("a + 1"), place: low % other})

    assert closure == Closure()
    assert list(files) == [A]


def test_what_reads_a_renamed_field_comes_with_what_set_it(golden: Maker) -> None:
    made = "\n    int {0};\n\n    A() {{\n        {0} = 1;\n    }}\n\n    int user() {{\n        return {0};\n    }}\n"
    files, closure = golden(
        {A: base(made.format("count"))}, {A: commit("a + total", made.format("total"))}
    )

    assert pieces(closure)[1] == (
        "caller",
        "p.A#user()",
        "src/p/A.java: nothing sets p/A.count any more otherwise",
    )
    assert closure.is_closed
    assert "return total;" in files[A]


def test_what_reads_a_lost_field_and_went_with_it_is_said(golden: Maker) -> None:
    user = "\n    int count;\n\n    int user() {\n        return count;\n    }\n"
    before = base(user).replace("return a", "count = a; return a")
    files, closure = golden({A: before}, {A: commit("a + 1")})

    assert [(e.reason, e.what) for e in closure.open] == [
        (OpenReason.CODE_GONE, "p.A#user(): src/p/A.java: nothing sets p/A.count any more")
    ]
    assert "return count;" in files[A]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_field_that_other_code_still_sets_keeps_its_readers(
    golden: Maker, elsewhere: bool
) -> None:
    user = "\n    int user() {\n        return %s;\n    }\n"
    setter = "package p;\n\nclass Setter {\n    void set(A a) {\n%s    }\n}\n"
    place = "src/p/Setter.java"
    before = base("\n    int count;\n" + user % "count").replace("return a", "count = a; return a")
    files, closure = golden(
        {A: before, place: setter % ("        a.count = 2;\n" if elsewhere else "")},
        {A: commit("a + 1", user % "0"), place: setter % ""},
    )

    assert closure.is_closed
    assert [b.name for b in closure.brought] == ([] if elsewhere else ["p.A#user()"])
    assert ("return count;" in files[A]) is elsewhere


def test_a_nested_class_that_the_move_creates_comes_along(golden: Maker) -> None:
    before = "class A {\n    int f() {\n        return 1;\n    }\n}\n"
    after = (
        "class A {\n    static class Inner {\n        int f() {\n            return 1;\n        }\n"
        "    }\n}\n"
    )
    instance = an_instance(
        "Move Method:A#f()", before=side("A.java", "A#f()"), after=side("A.java", "A.Inner#f()")
    )
    files, closure = golden({"A.java": before}, {"A.java": after}, instance)

    assert closure.is_closed
    assert "static class Inner {\n        int f() {" in files["A.java"]
    assert files["A.java"].count("int f()") == 1


def test_a_private_method_that_is_left_without_a_use_goes_if_the_developers_removed_it(
    golden: Maker,
) -> None:
    old = "    private int old(int a) {\n        return a + 1;\n    }\n"
    before = base(old).replace("return a + 1;", "return old(a);", 1)

    files, closure = golden({A: before}, {A: commit("a + 1")})

    assert "old(" not in files[A]
    assert closure.brought[0].kind is BroughtKind.REMOVED
    assert closure.brought[0].why == "nothing uses it any more"
    assert closure.open == ()
    kept, _ = golden({A: before}, {A: commit("a + 1", old)})
    assert "old(" in kept[A]


def test_an_inlined_method_goes_if_the_developers_removed_it(golden: Maker) -> None:
    rest = "\n    void h() {\n    }\n}\n"
    before = (
        "class A {\n    void f() {\n        g();\n    }\n\n    void g() {\n        h();\n    }\n"
        + rest
    )
    after = "class A {\n    void f() {\n        h();\n    }\n" + rest
    instance = an_instance(
        "Inline Method:A#g()",
        before=side("A.java", "A#g()", partner="A#f()"),
        after=side("A.java", "A#f()"),
    )
    files, closure = golden({"A.java": before}, {"A.java": after}, instance)

    assert (files, closure) == ({"A.java": after}, Closure())


def test_a_method_that_took_another_ones_name_replaces_the_one_that_had_it(golden: Maker) -> None:
    outer = "    private int outer() {\n        return inner() + 1;\n    }\n"
    inner = "\n    private int inner() {\n        return g();\n    }\n"
    gone = "\n    private int g() {\n        return 2;\n    }\n"
    before = f"class A {{\n{outer}{inner}{gone}}}\n"
    after = f"class A {{\n{outer.replace('inner()', '2')}}}\n"
    instance = an_instance(
        "Inline Method:A#g()",
        before=side("A.java", "A#g()", partner="A#inner()"),
        after=side("A.java", "A#outer()"),
    )
    files, closure = golden({"A.java": before}, {"A.java": after}, instance)

    assert [b[:2] for b in pieces(closure)] == [("removed", "A#inner()")]
    assert closure.is_closed
    assert files == {"A.java": after}


def test_a_method_that_was_pulled_up_while_code_was_extracted_goes_from_where_it_was(
    golden: Maker,
) -> None:
    low, up = "src/p/Low.java", "src/p/Up.java"
    method = "    int f(int a) {{\n        return {0};\n    }}\n"
    helper = "\n    int helper(int a) {\n        return a + 1;\n    }\n"
    before = {
        low: f"package p;\n\nclass Low extends Up {{\n{method.format('a + 1')}}}\n",
        up: "package p;\n\nabstract class Up {\n    abstract int f(int a);\n}\n",
    }
    after = {
        low: "package p;\n\nclass Low extends Up {\n}\n",
        up: f"package p;\n\nabstract class Up {{\n{method.format('helper(a)')}{helper}}}\n",
    }
    extraction = an_instance(
        "Extract Method:p.Low#f(int)",
        before=side(low, "p.Low#f(int)"),
        after=side(up, "p.Up#f(int)", partner="p.Up#helper(int)", partner_file=up),
    )
    files, closure = golden(before, after, extraction)

    assert closure.is_closed
    assert files == after


def test_what_implements_a_method_that_lost_its_body_comes_along(golden: Maker) -> None:
    up, low, other = "src/p/Up.java", "src/p/Low.java", "src/p/Other.java"
    body = "    int f() {\n        return 1;\n    }\n"
    before = {
        up: f"package p;\n\nabstract class Up {{\n{body}}}\n",
        low: "package p;\n\nclass Low extends Up {\n}\n",
        other: "package p;\n\nclass Other extends Up {\n}\n",
    }
    after = {
        up: "package p;\n\nabstract class Up {\n    abstract int f();\n}\n",
        low: f"package p;\n\nclass Low extends Up {{\n{body}}}\n",
        other: f"package p;\n\nclass Other extends Up {{\n{body.replace('1', '2')}}}\n",
    }
    moved = an_instance(
        "Move Method:p.Up#f()", before=side(up, "p.Up#f()"), after=side(low, "p.Low#f()")
    )
    files, closure = golden(before, after, moved)

    assert pieces(closure) == [("caller", "p.Other#f()", "p.Other must implement it")]
    assert closure.is_closed
    assert "return 2;" in files[other]


def test_an_override_needs_the_nearest_method_and_not_what_that_one_came_to_override(
    golden: Maker,
) -> None:
    score, wide = "src/p/Score.java", "src/p/Wide.java"
    method = "    @Override\n    public int f(String a) {{\n        return {0};\n    }}\n"
    helper = "\n    int helper(String a) {\n        return a.length();\n    }\n"
    one = "package p;\n\nclass A implements Score {{\n{0}}}\n"
    before = {
        score: "package p;\n\ninterface Score {\n    int f(String a);\n}\n",
        A: one.format(method.format("a.length()")),
    }
    after = {
        wide: "package p;\n\ninterface Wide<T> {\n    int f(T a);\n}\n",
        score: "package p;\n\ninterface Score extends Wide<String> {\n    @Override\n    int f(String a);\n}\n",
        A: one.format(method.format("helper(a)") + helper),
    }
    extraction = an_instance(
        "Extract Method:p.A#f(String)",
        before=side(A, "p.A#f(String)"),
        after=side(A, "p.A#f(String)", partner="p.A#helper(String)", partner_file=A),
    )
    files, closure = golden(before, after, extraction)

    assert closure == Closure()
    assert files == {A: after[A]}


@pytest.mark.parametrize(
    ("head", "tail"),
    [
        ("enum A {\n    ONE {", "}, TWO"),
        ("class A {\n    Object one = new Object() {", "};\n    int two"),
    ],
    ids=["an enum constant", "a field"],
)
def test_a_method_of_a_class_without_a_name_comes_with_what_holds_that(
    golden: Maker, head: str, tail: str
) -> None:
    method = "\n        int f(int a) {{\n            return {0};\n        }}\n    "
    helper = "\n\n        int helper(int a) {\n            return a + 1;\n        }\n    "
    after_method = method.format("helper(a)").rstrip() + helper
    before = {A: f"package p;\n\n{head}{method.format('a + 1')}{tail};\n}}\n"}
    after = {A: f"package p;\n\n{head}{after_method}{tail};\n\n    int unasked;\n}}\n"}
    line = after[A].split("\n").index("            return helper(a);") + 1
    call = CodeRange(
        file=A,
        start_line=line,
        start_column=20,
        end_line=line,
        end_column=28,
        role="extracted method invocation",
        element="helper(a)",
    )
    extraction = an_instance(
        "Extract Method:p.A$1#f(int)",
        before=side(A, "p.A$1#f(int)"),
        after=replace(
            side(A, "p.A$1#f(int)", partner="p.A$1#helper(int)", partner_file=A), ranges=(call,)
        ),
    )
    files, closure = golden(before, after, extraction)

    assert closure == Closure()
    assert files == {A: after[A].replace("\n\n    int unasked;", "")}


def test_what_overrides_a_library_s_method_needs_the_supertypes_of_its_class(golden: Maker) -> None:
    operator = "java.util.function.IntUnaryOperator"
    overriding = (
        "\n    @Override\n    public int applyAsInt(int a) {\n        return a + 1;\n    }\n"
    )
    after = (
        f"package p;\n\nimport {operator};\n\nclass A implements IntUnaryOperator {{\n    int f(int a) {{\n"
        f"        return applyAsInt(a);\n    }}\n{overriding}}}\n"
    )
    extraction = an_instance(
        "Extract Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(int)", partner="p.A#applyAsInt(int)", partner_file=A),
    )
    files, closure = golden({A: base()}, {A: after}, extraction)

    assert pieces(closure) == [
        ("header", "p.A", "p.A#applyAsInt(int) overrides by it"),
        ("import", operator, "p.A"),
    ]
    assert closure.is_closed
    assert "class A implements IntUnaryOperator {" in files[A]


def test_where_these_are_elsewhere_it_stays_open(golden: Maker) -> None:
    low = "package p;\n\nclass A extends Up {{\n    int f(int a) {{\n        return {0};\n    }}\n{1}}}\n"
    overriding = (
        "\n    @Override\n    public int applyAsInt(int a) {\n        return a + 1;\n    }\n"
    )
    place = "src/p/Up.java"
    before = {A: low.format("a + 1", ""), place: "package p;\n\nabstract class Up {\n}\n"}
    after = {
        A: low.format("applyAsInt(a)", overriding),
        place: "package p;\n\nabstract class Up implements java.util.function.IntUnaryOperator {\n}\n",
    }
    extraction = an_instance(
        "Extract Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(int)", partner="p.A#applyAsInt(int)", partner_file=A),
    )
    _, closure = golden(before, after, extraction)

    assert [(e.reason, e.what) for e in closure.open] == [
        (
            OpenReason.MEANS_OTHERWISE,
            "java/util/function/IntUnaryOperator.applyAsInt(I) in p.A#applyAsInt(int)",
        )
    ]
