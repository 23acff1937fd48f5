from dataclasses import replace

import pytest

from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.source import SourceTrees
from verifier.java_text.quick_reader import read_quickly
from verifier.residue.change import DetectedChange
from verifier.residue.left_over import LeftOver, find_left_over
from verifier.residue.text.members import FileSides

PURE = Purity(verdict=PurityVerdict.PURE)
FROM, TO = MethodId(class_name="A", name="twice", parameter_types=("int",)), "B"

BEFORE = {
    "A.java": """class A {
  int sum(int x) { return twice(x) + 1; }
  static int twice(int x) { return x + x; }
}
""",
    "B.java": "class B {\n}\n",
}
MOVED = "class B {\n  static int twice(int x) { return x + x; }\n}\n"


def make_move(purity: Purity = PURE) -> Refactoring:
    return Refactoring(
        type_name=RefactoringType.MOVE_METHOD,
        description="",
        before=RefactoringSide(file="A.java", method=FROM),
        after=RefactoringSide(
            file="B.java", method=MethodId(class_name=TO, name="twice", parameter_types=("int",))
        ),
        purity=purity,
    )


def move_between(old: MethodId, new: MethodId) -> Refactoring:
    """A pure move between the files of two classes."""
    sides = (
        RefactoringSide(file=f"{each.class_name.replace('.', '/')}.java", method=each)
        for each in (old, new)
    )
    return replace(make_move(), before=next(sides), after=next(sides))


def trees_of(before: dict[str, str], after: dict[str, str]) -> SourceTrees:
    return SourceTrees(
        before=before,
        after=after,
        directories_before=frozenset(),
        directories_after=frozenset(),
    )


def find_in(
    trees: SourceTrees,
    matched: tuple[Refactoring, ...] = (),
    others: tuple[Refactoring, ...] = (),
) -> tuple[str, ...]:
    """The edits; what could not be compared has a `?` in front of it."""
    found = find_left_over_in(trees, matched, others)
    return (*map(str, found.edits), *(f"?{edit}" for edit in found.not_compared))


def find_left_over_in(
    trees: SourceTrees,
    matched: tuple[Refactoring, ...],
    others: tuple[Refactoring, ...] = (),
    *,
    wanted: bool = True,
) -> LeftOver:
    units = {
        path: FileSides(
            before=read_quickly(trees.before[path]) if path in trees.before else None,
            after=read_quickly(trees.after[path]) if path in trees.after else None,
        )
        for path in trees.before.keys() | trees.after.keys()
    }
    change = DetectedChange(
        trees=trees, units=units, matched=matched, detected=others, wanted=wanted
    )
    return find_left_over(change)


def beside(
    after: dict[str, str], matched: tuple[Refactoring, ...], others: tuple[Refactoring, ...] = ()
) -> tuple[str, ...]:
    trees = trees_of(BEFORE, after)
    return find_in(trees, matched, others)


def caller(text: str) -> dict[str, str]:
    return {"A.java": f"class A {{\n  int sum(int x) {{ return {text}; }}\n}}\n", "B.java": MOVED}


def test_a_call_that_follows_the_moved_method_is_no_residue() -> None:
    assert beside(caller("B.twice(x) + 1"), (make_move(),)) == ()


def test_a_call_that_follows_another_pure_refactoring_is_no_residue() -> None:
    assert beside(caller("B.twice(x) + 1"), (), (make_move(),)) == ()


def test_a_call_that_follows_an_impure_refactoring_is_residue() -> None:
    impure = make_move(Purity(verdict=PurityVerdict.IMPURE))
    assert "changed: method A#sum(int)" in beside(caller("B.twice(x) + 1"), (), (impure,))


def test_another_edit_beside_the_call_is_residue() -> None:
    found = beside(caller("B.twice(x) + 2"), (make_move(),))
    assert found == ("changed: method A#sum(int)",)


def test_another_argument_of_the_call_is_residue() -> None:
    found = beside(caller("B.twice(x + 1) + 1"), (make_move(),))
    assert found == ("changed: method A#sum(int)",)


def test_a_class_that_is_named_like_an_anonymous_one_is_compared() -> None:
    before = {"A$1.java": "class A$1 {\n  int x() { return 1; }\n}\n"}
    after = {"A$1.java": before["A$1.java"].replace("return 1", "return 2")}
    assert find_in(trees_of(before, after)) == ("changed: method A$1#x()",)


@pytest.mark.parametrize(
    ("old", "new", "is_followed"),
    [
        ("p.A.twice(x)", "B.twice(x)", True),
        ("A.twice(x)", "q.B.twice(x)", True),
        ("p.A.twice(p.A.x)", "B.twice(x)", False),
        ("twice(this.x)", "B.twice(x)", False),
        ("this.x.twice(x)", "x.twice(x)", False),
        ("p.twice(x)", "B.twice(x)", False),
        ("p.A.twice(x)", "p.B.of().twice(x)", False),
    ],
)
def test_a_class_of_a_moved_method_may_be_named_with_its_package(
    old: str, new: str, *, is_followed: bool
) -> None:
    move = move_between(replace(FROM, class_name="p.A"), replace(FROM, class_name="q.B"))
    text = (
        "package p;\nclass A {\n  static int x;\n  static int twice(int x) { return x + x; }\n}\n"
    )
    base = {"p/A.java": text, "q/B.java": "package q;\nclass B {\n}\n"}
    after = {
        "p/A.java": "package p;\nclass A {\n  static int x;\n}\n",
        "q/B.java": f"package q;\n{MOVED}",
    }
    use = (
        "package u;\nimport p.A;\nimport q.B;\nclass C {{\n  int use(int x) {{ return {}; }}\n}}\n"
    )
    trees = trees_of({**base, "u/C.java": use.format(old)}, {**after, "u/C.java": use.format(new)})

    assert (find_in(trees, (move,)) == ()) is is_followed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A.twice(this)", "B.twice(C.this)"),
        ("A.twice(this)", "B.twice(A)"),
        ("A.twice(this)", "B.twice()"),
        ("this.twice(x)", "C.this.twice(x)"),
    ],
)
def test_another_object_for_a_moved_method_is_residue(old: str, new: str) -> None:
    use = "class C extends A {{\n  int use(int x) {{ return {}; }}\n}}\n"
    move = make_move()
    assert move.before is not None
    inner = replace(move.before, method=replace(FROM, class_name="C$A"))
    trees = trees_of(
        {**BEFORE, "C.java": use.format(old)},
        {"A.java": "class A {\n}\n", "B.java": MOVED, "C.java": use.format(new)},
    )

    found = find_in(trees, (move, replace(move, before=inner)))

    assert "changed: method C#use(int)" in found


@pytest.mark.parametrize(
    ("old", "new", "is_followed"),
    [
        ("A.less(b, x, y)", "b.less(x, y)", True),
        ("p.less(b, x, y)", "b.less(x, y)", False),
        ("A.less(b, A.less(c, x, y), y)", "b.less(c.less(x, y), y)", True),
        ("A.less(this, x, y)", "less(x, y)", True),
        ("A.less(this, x, y)", "this.less(x, y)", True),
        ("this.less(b, x, y)", "b.less(x, y)", True),
        ("A.less(b, x, y)", "b.less(y, x)", False),
        ("A.less(b, x + 1, y)", "b.less(y, x + 1)", False),
        ("A.less(this, x, y)", "less(y, x)", False),
        ("A.less(b, x, y)", "c.less(x, y)", False),
        ("A.less(b, x, y)", "b.less(x)", False),
    ],
)
def test_arguments_keep_their_order_beside_the_one_that_becomes_the_receiver(
    old: str, new: str, *, is_followed: bool
) -> None:
    use = "class C {{\n  int use(A p, B b, B c, int x, int y) {{ return {}; }}\n}}\n"
    static = MethodId(class_name="A", name="less", parameter_types=("B", "int", "int"))
    own = MethodId(class_name="B", name="less", parameter_types=("int", "int"))
    move = move_between(static, own)
    trees = trees_of(
        {
            "A.java": "class A {\n  static int less(B b, int x, int y) { return x - y; }\n}\n",
            "B.java": "class B {\n}\n",
            "C.java": use.format(old),
        },
        {
            "A.java": "class A {\n}\n",
            "B.java": "class B {\n  int less(int x, int y) { return x - y; }\n}\n",
            "C.java": use.format(new),
        },
    )

    assert (find_in(trees, (move,)) == ()) is is_followed


@pytest.mark.parametrize(
    ("types", "left", "new", "expected"),
    [
        (("Object", "B"), ("Object",), "c.less(b)", ()),
        (("Object", "B"), ("Object",), "b.less(c)", ("changed: method C#use(A, B, B)",)),
        (("B", "B"), ("B",), "c.less(b)", ("?changed: method C#use(A, B, B)",)),
        (("B", "B"), ("B",), "b.less(c)", ("?changed: method C#use(A, B, B)",)),
        (("B", "B"), ("B",), "p.less(c)", ("changed: method C#use(A, B, B)",)),
    ],
)
def test_which_argument_becomes_the_receiver_is_told_by_the_types(
    types: tuple[str, ...], left: tuple[str, ...], new: str, expected: tuple[str, ...]
) -> None:
    use = "class C {{\n  boolean use(A p, B b, B c) {{ return {}; }}\n}}\n"
    static = MethodId(class_name="A", name="less", parameter_types=types)
    own = MethodId(class_name="B", name="less", parameter_types=left)
    move = move_between(static, own)
    trees = trees_of(
        {
            "A.java": f"class A {{\n  static boolean less({types[0]} x, {types[1]} y) {{ return x == y; }}\n}}\n",
            "B.java": "class B {\n}\n",
            "C.java": use.format("A.less(b, c)"),
        },
        {
            "A.java": "class A {\n}\n",
            "B.java": f"class B {{\n  boolean less({left[0]} x) {{ return x == this; }}\n}}\n",
            "C.java": use.format(new),
        },
    )

    assert find_in(trees, (move,)) == expected


RENAMED = replace(
    make_move(),
    type_name=RefactoringType.RENAME_METHOD,
    after=RefactoringSide(file="A.java", method=replace(FROM, name="dbl")),
)
REFERENCE = ("map(A::twice)", "map(A::dbl)")


@pytest.mark.parametrize(
    ("old", "new", "other", "found"),
    [
        (*REFERENCE, "", ()),
        (*REFERENCE, "int dbl(short x) { return 0; }", ("?changed: method C#use(short)",)),
        (*REFERENCE, "int dbl() { return 0; }", ("?changed: method C#use(short)",)),
        ("map(x::twice)", "map(A::dbl)", "", ("changed: method C#use(short)",)),
        ("map(x()::twice)", "map(A::dbl)", "", ("changed: method C#use(short)",)),
        ("map(A::twice)", "map(A.dbl(x))", "", ("changed: method C#use(short)",)),
        ("A.twice(x)", "A.dbl(x)", "int dbl() { return 0; }", ()),
        (
            "A.twice(x)",
            "A.dbl(x)",
            "static int dbl(short x) { return 0; }",
            ("?changed: method C#use(short)",),
        ),
    ],
)
def test_calls_and_references_follow_a_new_name_unless_it_is_overloaded(
    old: str, new: str, other: str, found: tuple[str, ...]
) -> None:
    code = "class A {{\n  static int {}(int x) {{ return x + x; }}\n  {}\n}}\n"
    use = "class C {{\n  int use(short x) {{ return {}; }}\n}}\n"
    trees = trees_of(
        {"A.java": code.format("twice", other), "C.java": use.format(old)},
        {"A.java": code.format("dbl", other), "C.java": use.format(new)},
    )

    assert find_in(trees, (RENAMED,)) == found


def test_a_reference_may_name_the_class_that_the_method_moved_to() -> None:
    base = {**BEFORE, "C.java": "class C {\n  F use() { return A::twice; }\n}\n"}
    trees = trees_of(
        base,
        {
            **caller("B.twice(x) + 1"),
            "C.java": base["C.java"].replace("A::", "B::"),
        },
    )

    assert find_in(trees, (make_move(),)) == ()


MAX = """class A {
  int use(int x, int y) { return max(x, y - 1); }
  static int max(int a, int b) { return a > b ? a : b; }
}
"""


def find_unaccounted(before: str, after: str) -> tuple[str, ...]:
    """The residue where no refactoring accounts for anything."""
    trees = trees_of({"A.java": before}, {"A.java": after})
    return find_in(trees)


ORDERED = """class A {
  static int one = next();
  static int two = next();
  static { one += two; }
  int three;
}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("static int one = next();\n  static int two = next();", "static int two = next();\n  static int one = next();"),
        ("static int two = next();\n  static { one += two; }", "static { one += two; }\n  static int two = next();"),
    ],
)  # fmt: skip
def test_another_order_of_initialisation_is_residue(old: str, new: str) -> None:
    found = find_unaccounted(ORDERED, ORDERED.replace(old, new))
    assert found == ("changed: order of the fields or constants of A static",)


def test_another_place_of_a_method_or_of_a_field_without_value_is_no_residue() -> None:
    after = ORDERED.replace("  int three;\n", "").replace("class A {", "class A {\n  int three;")
    assert find_unaccounted(ORDERED, after) == ()


def test_a_file_without_a_type_is_compared_as_a_whole() -> None:
    assert find_unaccounted("package p;\n", "@Old\npackage p;\n") == ("changed: A.java",)


def test_an_edit_in_a_nested_class_is_named_once() -> None:
    before = "class A {\n  class B {\n    int f() { return 1; }\n  }\n}\n"
    found = find_unaccounted(before, before.replace("1", "2"))
    assert found == ("changed: method A$B#f()",)


def test_an_import_that_binds_a_name_anew_is_residue() -> None:
    before = "import a.X;\nclass A {\n  X x;\n}\n"
    found = find_unaccounted(before, before.replace("a.X", "b.X"))
    assert found == ("changed: import of X in A.java",)


def relocate(kind: RefactoringType, old: str, new: str, before: str, after: str) -> tuple[str, ...]:
    """The residue of a pure refactoring of this type within one file."""
    refactoring = Refactoring(
        type_name=kind,
        description="",
        before=RefactoringSide(file="A.java", method=MethodId.parse(old)),
        after=RefactoringSide(file="A.java", method=MethodId.parse(new)),
        purity=PURE,
    )
    return in_one_file(refactoring, before, after)


def in_one_file(refactoring: Refactoring, before: str, after: str) -> tuple[str, ...]:
    trees = trees_of({"A.java": before}, {"A.java": after})
    return find_in(trees, (refactoring,))


def rename_call(call: str) -> tuple[str, ...]:
    """The residue of renaming `max` to `most`, with this call in another method."""
    after = MAX.replace("int max(", "int most(").replace("max(x, y - 1)", call)
    kind = RefactoringType.RENAME_METHOD
    return relocate(kind, "A#max(int, int)", "A#most(int, int)", MAX, after)


def test_a_call_that_follows_the_renamed_method_is_no_residue() -> None:
    assert rename_call("most(x, y - 1)") == ()


def test_a_call_of_the_new_name_that_becomes_one_of_the_old_name_is_residue() -> None:
    other = "class Z {\n  int use(Z z) { return z.most(1, 2); }\n}\n"
    kind = RefactoringType.RENAME_METHOD
    after = MAX.replace("max(", "most(")
    back = other.replace("z.most(", "z.max(")

    found = relocate(kind, "A#max(int, int)", "A#most(int, int)", MAX + other, after + back)

    assert found == ("changed: method Z#use(Z)",)


def test_arguments_that_trade_places_are_residue() -> None:
    assert rename_call("most(y - 1, x)") == ("changed: method A#use(int, int)",)


def test_words_that_trade_places_within_an_argument_are_residue() -> None:
    assert rename_call("most(x, 1 - y)") == ("changed: method A#use(int, int)",)


def test_an_argument_becomes_the_receiver_of_a_moved_method() -> None:
    before = "class A {\n  int use(B b, int x) { return f(b, x + 1); }\n}\n"
    follows = before.replace("f(b, x + 1)", "b.f(x + 1)")
    twisted = before.replace("f(b, x + 1)", "b.f(1 + x)")
    move = (RefactoringType.MOVE_METHOD, "A#f(B, int)", "B#f(int)", before)

    assert relocate(*move, follows) == ()
    assert relocate(*move, twisted) == ("changed: method A#use(B, int)",)


def test_arguments_of_a_moved_method_keep_their_order() -> None:
    before = "class A {\n  int use(int x, int y) { return f(x, y); }\n}\n"
    move = (RefactoringType.MOVE_METHOD, "A#f(int, int)", "B#f(int, int)", before)

    assert relocate(*move, before.replace("f(x, y)", "B.f(x, y)")) == ()
    assert relocate(*move, before.replace("f(x, y)", "B.f(y, x)")) == (
        "changed: method A#use(int, int)",
    )


def test_a_moved_method_that_became_other_code_is_residue() -> None:
    impostor = MOVED.replace("x + x", "x - x")
    found = beside({**caller("B.twice(x) + 1"), "B.java": impostor}, (make_move(),))
    assert found == ("changed: method A#twice(int)",)


def test_another_caller_that_calls_the_extracted_method_instead_is_residue() -> None:
    before = "class A {\n  int f() { return 1; }\n  int use() { return f(); }\n}\n"
    after = before.replace("return f()", "return g()")
    extract = Refactoring(
        type_name=RefactoringType.EXTRACT_METHOD,
        description="",
        before=RefactoringSide(file="A.java", method=MethodId.parse("A#f()")),
        after=RefactoringSide(
            file="A.java", method=MethodId.parse("A#f()"), partner=MethodId.parse("A#g()")
        ),
        purity=PURE,
    )

    assert in_one_file(extract, before, after) == ("changed: method A#use()",)


def test_a_call_of_another_renamed_method_is_not_the_same_call() -> None:
    before = "class A {\n  int use() { return f() - g(); }\n}\n"
    after = before.replace("f() - g()", "h() - f()")
    rename = (RefactoringType.RENAME_METHOD, "A#g()", "A#h()", before)

    assert relocate(*rename, after) == ("changed: method A#use()",)


def test_a_call_that_may_mean_an_overload_of_the_moved_method_is_not_compared() -> None:
    """Both classes have a second `of` with one parameter."""
    before = {
        "A.java": "class A { static int of(int x) { return 1; } static int of(long x) { return 2; } }",
        "B.java": "class B { int use() { return A.of(1L); } static int of(char x) { return 3; } }",
    }
    after = {
        "A.java": "class A { static int of(long x) { return 2; } }",
        "B.java": "class B { int use() { return of('c'); } static int of(char x) { return 3; }"
        " static int of(int x) { return 1; } }",
    }
    follows = {**after, "B.java": after["B.java"].replace("of('c')", "of(1L)")}
    move = Refactoring(
        type_name=RefactoringType.MOVE_METHOD,
        description="",
        before=RefactoringSide(file="A.java", method=MethodId.parse("A#of(int)")),
        after=RefactoringSide(file="B.java", method=MethodId.parse("B#of(int)")),
        purity=PURE,
    )

    def find_edits(changed: dict[str, str]) -> tuple[str, ...]:
        trees = trees_of(before, changed)
        return find_in(trees, (move,))

    assert find_edits(after) == ("changed: method B#use()",)
    assert find_edits(follows) == ("?changed: method B#use()",)


RENAMED_BEFORE = """class A {
  int calls;

  int twice(int x) {
    calls++;
    return x + x;
  }
}
"""
RENAMED_AFTER = RENAMED_BEFORE.replace("twice", "doubled").replace("x + x", "x * 3")


@pytest.mark.parametrize("verdict", [PurityVerdict.NOT_APPLICABLE, PurityVerdict.IMPURE])
def test_an_edit_in_the_refactored_code_comes_first_with_its_own_line(
    verdict: PurityVerdict,
) -> None:
    other = replace(FROM, name="doubled")
    renamed = replace(
        move_between(FROM, other),
        type_name=RefactoringType.RENAME_METHOD,
        purity=Purity(verdict=verdict),
    )
    after = RENAMED_AFTER.replace("int calls", "long calls")
    trees = trees_of({"A.java": RENAMED_BEFORE}, {"A.java": after})

    edits = find_left_over_in(trees, (renamed,), wanted=False).edits

    (body,) = (e for e in edits if e.what == "changed: method A#twice(int)")
    assert (body.line, body.refactored) == (6, True)
    assert body.diff == ("- return x + x;", "+ return x * 3;")
    assert [e.what for e in edits if not e.refactored] == ["changed: field A.calls"]
    assert verdict is not PurityVerdict.IMPURE or edits[0] is body


def test_what_purity_checker_calls_impure_accounts_for_nothing_else() -> None:
    impure = make_move(Purity(verdict=PurityVerdict.IMPURE))
    trees = trees_of(BEFORE, caller("B.twice(x) + 1"))

    edits = find_left_over_in(trees, (impure,), wanted=False).edits

    assert {e.what: e.refactored for e in edits} == {
        "changed: method A#sum(int)": False,
        "removed: method A#twice(int)": True,
        "added: method B#twice(int)": True,
    }


@pytest.mark.parametrize(
    ("line", "files"), [("check(x);", ["B.java"]), ("assertEquals(x, 2);", ["B.java", "A.java"])]
)
def test_an_edited_test_is_never_hidden_behind_an_impure_refactoring(
    line: str, files: list[str]
) -> None:
    before = {
        "A.java": f"class A {{\n  void t(int x) {{ {line} }}\n}}\n",
        "B.java": "class B {\n}\n",
    }
    after = {
        "A.java": "class A {\n  void t(int x) { }\n}\n",
        "B.java": "class B {\n  void t(int x) { log(x); }\n}\n",
    }
    old, new = (MethodId(class_name=name, name="t", parameter_types=("int",)) for name in "AB")
    impure = replace(move_between(old, new), purity=Purity(verdict=PurityVerdict.IMPURE))

    edits = find_left_over_in(trees_of(before, after), (impure,), wanted=False).edits

    assert [e.file for e in edits if e.what == "changed: method A#t(int)"] == files
