"""What a change within a statement is called."""

import pytest

from verifier.domain.cause import CauseKind
from verifier.java_text.tokens import scan_in_place
from verifier.residue.causes.changed_statement import name_change, name_head_change
from verifier.residue.text.method_text import MethodText
from verifier.residue.text.words import Statement, statements_of, words_of


def statement(code: str) -> Statement:
    text = MethodText(file="A.java", text=code, start=0, end=len(code))
    (only,) = statements_of(words_of(text, list(scan_in_place(code))))
    return only


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        ("f(a, b);", "f(b, a);", CauseKind.ARGUMENTS, "1st and 2nd argument exchanged"),
        (
            "x = g(f(a, b), c);",
            "x = g(f(b, a), c);",
            CauseKind.ARGUMENTS,
            "1st and 2nd argument exchanged",
        ),
        (
            "f(a, b, c);",
            "f(c, a, b);",
            CauseKind.ARGUMENTS,
            "1st, 2nd and 3rd argument exchanged",
        ),
        ("x = f(x);", "f(x);", CauseKind.LOST_RESULT, "result of `f(x)` is lost"),
        ("return f(x);", "f(x);", CauseKind.LOST_RESULT, "result of `f(x)` is lost"),
        ("if (a) {", "if (!a) {", CauseKind.CONDITION, "condition negated"),
        ("if (a && b) {", "if (!(a && b)) {", CauseKind.CONDITION, "condition negated"),
        (
            "if (a == b) {",
            "if (a != b) {",
            CauseKind.CONDITION,
            "condition negated: `==` became `!=`",
        ),
        ("if (a >= b) {", "if (a > b) {", CauseKind.BOUNDARY, "boundary moved: `>=` became `>`"),
        ("x = a && b;", "x = a || b;", CauseKind.CONDITION, "condition changed: `&&` became `||`"),
        (
            "x = a || b;",
            "x = a | b;",
            CauseKind.SHORT_CIRCUIT,
            "`||` became `|`: the right side is evaluated in other cases",
        ),
        ("x += a;", "x -= a;", CauseKind.OPERATOR, "operator changed: `+=` became `-=`"),
        (
            "x = a - b;",
            "x = b - a;",
            CauseKind.OPERATOR,
            "operands exchanged: `a - b` became `b - a`",
        ),
        ("x = 1;", "x = -1;", CauseKind.OTHER, "`x = 1` became `x = -1`"),
        ("x = 1;", "x = 2;", CauseKind.LITERAL, "literal changed: `1` became `2`"),
        ('f("a");', 'f("b");', CauseKind.LITERAL, 'literal changed: `"a"` became `"b"`'),
        ("f(true);", "f(false);", CauseKind.LITERAL, "literal changed: `true` became `false`"),
        ("a.f(x);", "b.f(x);", CauseKind.RECEIVER, "receiver changed: `a` became `b`"),
        ("f(x);", "b.f(x);", CauseKind.RECEIVER, "receiver changed: added `b.`"),
        ("a.f(x);", "a.g(x);", CauseKind.CALLED_METHOD, "another method is called: `f` became `g`"),
        ("x = a + y;", "x = b + y;", CauseKind.VARIABLE, "`b` replaces `a`"),
        ("x = a;", "x = a + f();", CauseKind.EVALUATION, "`f()` is evaluated once more"),
        ("x = f() + a;", "x = a;", CauseKind.EVALUATION, "`f()` is evaluated less often"),
        (
            "catch (A e) {",
            "catch (B e) {",
            CauseKind.EXCEPTIONS,
            "exceptions handled otherwise: `catch (A e) {` became `catch (B e) {`",
        ),
        (
            "throw a;",
            "throw b;",
            CauseKind.EXCEPTIONS,
            "exceptions handled otherwise: `throw a;` became `throw b;`",
        ),
        ("return a;", "return b;", CauseKind.RETURNED_VALUE, "returns `b`, and not `a`"),
        ("while (a) {", "while (a * 2 > b) {", CauseKind.CONDITION, "condition changed"),
    ],
)
def test_the_narrowest_name_is_taken(old: str, new: str, kind: CauseKind, said: str) -> None:
    assert name_change(statement(old), statement(new)) == (kind, said)


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        (
            "int f(int a, int b) {",
            "int f(int b, int a) {",
            CauseKind.PARAMETERS,
            "1st and 2nd parameter exchanged",
        ),
        ("synchronized void f() {", "void f() {", CauseKind.LOCK, "`synchronized` removed"),
        (
            "public void f() {",
            "protected void f() {",
            CauseKind.MODIFIERS,
            "modifiers or annotations changed: `public` became `protected`",
        ),
        (
            "@A void f() {",
            "void f() {",
            CauseKind.MODIFIERS,
            "modifiers or annotations changed: removed `@A`",
        ),
        ("void f() throws A {", "void f() {", CauseKind.EXCEPTIONS, "declared exceptions changed"),
        (
            "void f() throws A {",
            "void f() throws B {",
            CauseKind.EXCEPTIONS,
            "declared exceptions changed",
        ),
        ("int f() {", "long f() {", CauseKind.OTHER, "declaration changed: `int` became `long`"),
    ],
)
def test_a_declaration_is_told_by_what_changed_in_it(
    old: str, new: str, kind: CauseKind, said: str
) -> None:
    assert name_head_change(statement(old), statement(new)) == (kind, said)
