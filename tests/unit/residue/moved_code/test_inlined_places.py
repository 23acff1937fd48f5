"""An inlined method's body replaces the call; anything different is another edit."""

import pytest

from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.java_text.quick_reader import read_quickly
from verifier.residue.moved_code.comparison import CodeComparison
from verifier.residue.moved_code.inlined_places import compare_places, find_inlined_methods
from verifier.residue.text.members import FileSide, PartKey, PartKind

LABEL = 'static String label(String name, int price) { return name.trim() + ": " + text(price); }'
TEXT = "static String text(int v) { return String.valueOf(v); } static int top;"


def side(**classes: str) -> FileSide:
    texts = {f"{name}.java": f"class {name} {{ {held} }}" for name, held in classes.items()}
    return FileSide.of(texts, {path: read_quickly(text) for path, text in texts.items()})


def make_comparison(
    method: str, old: str, new: str, *, method_id: str = "", host: str = "Bill"
) -> CodeComparison:
    """The comparison of `f` in the class Bill, or Menu, where the method of Menu is inlined."""
    rest = {"Menu": TEXT, "Bill": ""}
    before = side(**rest | {"Menu": f"{TEXT} {method}"} | (
        {host: f"{rest[host]} {method if host == 'Menu' else ''} {old}"}
    ))  # fmt: skip
    after = side(**rest | {host: f"{rest[host]} {new}"})
    inlining = Refactoring(
        type_name="Inline Method",
        description="",
        before=RefactoringSide(
            file="Menu.java", method=MethodId.parse(method_id or "Menu#label(String, int)")
        ),
    )
    methods = find_inlined_methods([inlining], before, after)
    (key,) = [k for k in after.parts if k.kind is PartKind.METHOD and f"{host}#f(" in k.name]
    assert key == PartKey(owner=host, kind=PartKind.METHOD, name=key.name)
    return compare_places(before.parts[key], after.parts[key], methods)


BODY = '%s.trim() + ": " + Menu.text(%s)'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("String f(String who, int p) { String s = Menu.label(who, p); return s; }",
         "String f(String who, int p) { String s = " + BODY % ("who", "p") + "; return s; }"),
        ('void f(StringBuilder b) { b.append(Menu.label("x", 3)); }',
         "void f(StringBuilder b) { b.append(" + BODY % ('"x"', "3") + "); }"),
        ("String f(int p) { String who = g(); return Menu.label(who, p); }",
         "String f(int p) { String who = g(); return " + BODY % ("who", "p") + "; }"),
    ],
)  # fmt: skip
def test_the_body_in_place_of_the_call_is_the_same(old: str, new: str) -> None:
    assert make_comparison(LABEL, old, new) is CodeComparison.SAME


OLD = "String f(String who, int p) { return Menu.label(who, p); }"
NEW = "String f(String who, int p) { return " + BODY % ("who", "p") + "; }"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('": "', '":"'),
        ("text(p)", "text(who.length())"),
        ("who.trim()", "who"),
        ("Menu.text(p)", "Menu.text(p) + 1"),
        ("return", "g(); return"),
        ("who.trim() +", '"".trim() +'),
        ("String f(", "synchronized String f("),
    ],
)
def test_anything_else_in_its_place_is_another_edit(old: str, new: str) -> None:
    assert old in NEW
    assert make_comparison(LABEL, OLD, NEW.replace(old, new)) is CodeComparison.OTHER


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # The argument would be computed in the middle of the value, or twice.
        ("String f(String who, int p) { return Menu.label(who, next()); }",
         "String f(String who, int p) { return " + BODY % ("who", "next()") + "; }"),
        # An argument of another type is converted for the method, and not in its place.
        ("String f(String who, char p) { return Menu.label(who, p); }",
         "String f(String who, char p) { return " + BODY % ("who", "p") + "; }"),
        # A field may change while the value is computed.
        ("String who; String f(int p) { return Menu.label(who, p); }",
         "String who; String f(int p) { return " + BODY % ("who", "p") + "; }"),
        # Another method of the name `text`.
        (OLD, NEW.replace("Menu.text", "text")),
    ],
)  # fmt: skip
def test_what_text_cannot_know_is_not_compared(old: str, new: str) -> None:
    assert make_comparison(LABEL, old, new) is CodeComparison.UNKNOWN


def test_a_number_may_get_another_type_in_another_place() -> None:
    wide = "static long wide(int n) { return n * 2; }"
    old, new = "int f(int n) { return h(Menu.wide(n)); }", "int f(int n) { return h(n * 2); }"

    assert make_comparison(wide, old, new, method_id="Menu#wide(int)") is CodeComparison.UNKNOWN


STATEMENTS = "static void note(StringBuilder b, String s) { b.append(s); b.append(top); }"


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("out.append(t); out.append(top); out.append(1);", CodeComparison.SAME),
        ("out.append(t); out.append(Menu.top); out.append(1);", CodeComparison.SAME),
        ("out.append(top); out.append(t); out.append(1);", CodeComparison.OTHER),
        ("out.append(t); out.append(1);", CodeComparison.OTHER),
        ("out.append(1); out.append(t); out.append(top);", CodeComparison.OTHER),
        ("int top = 1; out.append(t); out.append(top); out.append(1);", CodeComparison.OTHER),
    ],
)
def test_statements_take_the_place_of_a_statement(new: str, expected: CodeComparison) -> None:
    head = "void f(StringBuilder out, String t) { %s }"
    old = head % "note(out, t); out.append(1);"

    name = "Menu#note(StringBuilder, String)"
    assert make_comparison(STATEMENTS, old, head % new, method_id=name, host="Menu") is expected


def test_a_branch_of_one_statement_does_not_get_two() -> None:
    head = "void f(StringBuilder out, String t) { if (t == null) %s }"
    old, new = head % "note(out, t);", head % "out.append(t); out.append(top);"

    name = "Menu#note(StringBuilder, String)"
    found = make_comparison(STATEMENTS, old, new, method_id=name, host="Menu")
    assert found is not CodeComparison.SAME


def test_a_local_variable_does_not_take_the_place_of_the_field_that_the_body_reads() -> None:
    head = "void f(StringBuilder out, String t, int top) { %s }"
    old, new = head % "note(out, t);", head % "out.append(t); out.append(top);"

    name = "Menu#note(StringBuilder, String)"
    found = make_comparison(STATEMENTS, old, new, method_id=name, host="Menu")
    assert found is CodeComparison.UNKNOWN


@pytest.mark.parametrize(
    "method",
    [
        "static void note(StringBuilder b, String s) { s = s.trim(); b.append(s); }",
        "static void note(StringBuilder b, String s) { String t = s; b.append(t); }",
        "static void note(StringBuilder b, String s) { if (s == null) return; b.append(s); }",
        "static synchronized void note(StringBuilder b, String s) { b.append(s); }",
    ],
)
def test_a_body_that_needs_its_own_frame_is_not_put_in_place(method: str) -> None:
    name = MethodId.parse("Menu#note(StringBuilder, String)")
    before, after = side(Menu=f"{TEXT} {method}"), side(Menu=TEXT)
    inlining = Refactoring(
        type_name="Inline Method",
        description="",
        before=RefactoringSide(file="Menu.java", method=name),
    )

    assert find_inlined_methods([inlining], before, after) == ()


def test_a_method_that_still_stands_was_not_inlined_away() -> None:
    both = side(Menu=f"{TEXT} {STATEMENTS}")
    name = MethodId.parse("Menu#note(StringBuilder, String)")
    inlining = Refactoring(
        type_name="Inline Method",
        description="",
        before=RefactoringSide(file="Menu.java", method=name),
    )

    assert find_inlined_methods([inlining], both, both) == ()
