"""Tests that follow a renamed or moved method differ by its calls alone, byte by byte."""

import pytest

from tests.support.answers import MemoryTree
from verifier.domain.refactoring import MethodId, WantedRefactoring
from verifier.domain.source import EXECUTABLE_MODE, Candidate, FileChange
from verifier.predictions.policy.following_tests import (
    FollowingTests,
    calls_of_moved,
    following_tests,
)

T, U, MAIN = "src/test/java/p/T.java", "src/test/java/p/U.java", "src/main/java/p/A.java"
RENAME = WantedRefactoring.parse("Rename Method:p.A#two()")
OLD = 'class T { void t() { check("two", a.two(), A::two); } } // two\n'
NEW = 'class T { void t() { check("two", a.pair(), A::pair); } } // two\n'


def follow(
    *changes: tuple[str, str], old: str = OLD, wanted: WantedRefactoring | None = RENAME
) -> FollowingTests:
    base = MemoryTree.of(dict.fromkeys((T, U, MAIN), old))
    made = tuple(FileChange(path=path, content=text.encode()) for path, text in changes)
    return following_tests(base, Candidate(changes=made, patch=""), wanted)


def test_calls_and_method_references_may_have_the_new_name() -> None:
    both = follow((T, NEW), (U, OLD.replace("a.two()", "a.pair()")))

    assert both == FollowingTests(names=("two", "pair"), tests=frozenset({T, U}))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(OLD, id="nothing"),
        pytest.param(NEW.replace('"two"', '"pair"'), id="a text"),
        pytest.param(NEW.replace("// two", "// pair"), id="a comment"),
        pytest.param(NEW.replace("A::pair", "A::twin"), id="two names"),
        pytest.param(NEW.replace("check", "pair"), id="another method"),
        pytest.param(NEW + " ", id="more behind"),
        pytest.param(NEW.replace("a.pair()", "a.pair( )"), id="layout"),
        pytest.param(NEW.replace("a.pair()", "a.pair().pair()"), id="a further call"),
        pytest.param("", id="all gone"),
    ],
)
def test_whatever_else_differs_is_no_following(text: str) -> None:
    assert follow((T, text)) == FollowingTests()


def test_tests_that_disagree_follow_nothing() -> None:
    assert follow((T, NEW), (U, NEW.replace("pair", "twin"))) == FollowingTests()


def test_main_code_is_no_test() -> None:
    assert follow((MAIN, NEW)) == FollowingTests()


@pytest.mark.parametrize(
    "wanted",
    [None, *map(WantedRefactoring.parse, ("Move Method:p.A#two()", "Inline Method:p.A#two()"))],
)
def test_a_new_name_is_followed_only_where_a_renaming_was_wanted(
    wanted: WantedRefactoring | None,
) -> None:
    assert follow((T, NEW), wanted=wanted) == FollowingTests()


def test_another_receiver_follows_no_renaming() -> None:
    assert follow((T, OLD.replace(" a.two", " two")), old=OLD) == FollowingTests()
    assert follow((T, OLD.replace("two()", "b.pair()")), old=OLD.replace("a.", "")) == (
        FollowingTests()
    )


def test_a_static_import_may_follow_a_renaming() -> None:
    old = "package t;\nimport static p.A.two;\nclass T { int t = two(); }\n"

    made = follow((T, old.replace("two", "pair")), old=old)

    assert made == FollowingTests(names=("two", "pair"), tests=frozenset({T}))


def test_a_new_mode_or_a_new_file_follows_nothing() -> None:
    base = MemoryTree.of({T: OLD})
    mode = FileChange(path=T, content=NEW.encode(), mode=EXECUTABLE_MODE)
    new = FileChange(path=U, content=NEW.encode())

    made = Candidate(changes=(mode, new), patch="")

    assert following_tests(base, made, RENAME) == FollowingTests()


MOVE = WantedRefactoring.parse("Move Method:p.A#two(int)")
BOTH = WantedRefactoring.parse("Move And Rename Method:p.A#two(int)")
CALLS = """// T
package t;

import java.util.List;
import p.A;

// tests
class T {
  void t() { check("A.two", A.two(1), A::two, p.A.two(2), a().two()); } // A.two
}
"""
MOVED = """// T
package t;

import java.util.List;

import q.B;

// tests
class T {
  void t() { check("A.two", B.two(1), B::two, q.B.two(2), a().two()); } // A.two
}
"""


def test_calls_may_name_the_class_that_a_method_moved_to() -> None:
    made = follow((T, MOVED), old=CALLS, wanted=MOVE)

    assert made == FollowingTests(names=("two", "two"), tests=frozenset({T}))


def test_imports_may_have_another_order_and_other_blank_space_between_them() -> None:
    imports = "import java.util.List;\n\nimport q.B;\n\n"

    made = follow(
        (T, MOVED.replace(imports, "import q.B; import java.util.List;\n")), old=CALLS, wanted=MOVE
    )

    assert made == FollowingTests(names=("two", "two"), tests=frozenset({T}))


def test_calls_may_have_a_new_name_there() -> None:
    new = MOVED.replace("B.two(", "B.pair(").replace("B::two", "B::pair")

    made = follow((T, new), old=CALLS, wanted=BOTH)

    assert made == FollowingTests(names=("two", "pair"), tests=frozenset({T}))
    assert follow((T, new), old=CALLS, wanted=MOVE) == FollowingTests()
    assert follow((T, MOVED), old=CALLS, wanted=BOTH) == FollowingTests()


def test_a_static_import_alone_may_follow() -> None:
    old = "import static p.A.two;\nclass T { int t = two(1); }\n"

    made = follow((T, old.replace("p.A", "q.B")), old=old, wanted=MOVE)

    assert made == FollowingTests(names=("two", "two"), tests=frozenset({T}))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(MOVED.replace('"A.two"', '"B.two"'), id="a text"),
        pytest.param(MOVED.replace("// A.two", "// B.two"), id="a comment"),
        pytest.param(MOVED.replace("// tests", "// mine"), id="a comment behind the imports"),
        pytest.param(MOVED.replace("// T\n", ""), id="a comment before the package"),
        pytest.param(MOVED.replace("// tests", "\x1f// tests"), id="what is blank to Python alone"),
        pytest.param(MOVED.replace("package t", "package u"), id="the package"),
        pytest.param(MOVED.replace("check", "A.check"), id="another method"),
        pytest.param(MOVED.replace("B.two(1)", "B.two(2)"), id="an argument"),
        pytest.param(MOVED.replace("a().two()", "b().two()"), id="a receiver"),
        pytest.param(MOVED.replace("B::two", "B.two()"), id="a call of a reference"),
        pytest.param(MOVED.replace("import q.B;", "import q.B; import q.C;"), id="an import"),
        pytest.param(MOVED.replace("q.B;", "q.B; import static q.B.X;"), id="a static import"),
        pytest.param(MOVED.replace("q.B;", "q.*;"), id="an import of a whole package"),
        pytest.param(MOVED.replace("import java.util.List;", ""), id="an import is gone"),
        pytest.param(MOVED.replace("q.B;", "q/* */.B;"), id="a comment in an import"),
        pytest.param(
            MOVED.replace("q.B;", "q.B/*\\u002a/; class X { } /**/;"), id="a class in an import"
        ),
        pytest.param(
            MOVED.replace("q.B;", "q.//\\u000aB; import q.X;\nB;"), id="an import in an import"
        ),
        pytest.param(
            MOVED.replace("List;", "List/*\\u002a/; class X { } /**/;"),
            id="a class in an import that stays",
        ),
    ],
)
def test_whatever_else_differs_follows_no_move(text: str) -> None:
    assert follow((T, text), old=CALLS, wanted=MOVE) == FollowingTests()


def test_calls_in_other_forms_stay() -> None:
    old = CALLS.replace("a().two()", "a\n  .two(), größe.two(), A . two(3)")

    made = follow(
        (T, old.replace("p.A", "q.B").replace("A.two(1", "B.two(1")), old=old, wanted=MOVE
    )
    other = follow((T, old.replace("A . two", "B . two")), old=old, wanted=MOVE)

    assert made == FollowingTests(names=("two", "two"), tests=frozenset({T}))
    assert other == FollowingTests()


def test_calls_of_a_moved_static_method_name_its_new_class() -> None:
    old, new = MethodId.parse("p.A#f(int)"), MethodId.parse("q.B$In#g(int)")
    text = "A.f(1); p.A.f(2); f(3); x.A.f(); Other.f(4); map(A::f); // A.f(5)"

    found = list(calls_of_moved(text, old, new))

    assert [(text[start:end], written) for start, end, written in found] == [
        ("A.f", "B.In.g"),
        ("p.A.f", "B.In.g"),
        ("A::f", "B.In::g"),
    ]
