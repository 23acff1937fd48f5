"""Tests that follow a renamed method differ by its name alone, byte by byte."""

import pytest

from tests.support.answers import MemoryTree
from verifier.checks.followed_rename import FollowedRename, followed_rename
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import EXECUTABLE_MODE, Candidate, FileChange

T, U, MAIN = "src/test/java/p/T.java", "src/test/java/p/U.java", "src/main/java/p/A.java"
RENAME = WantedRefactoring.parse("Rename Method:p.A#two()")
OLD = 'class T { void t() { check("two", a.two(), A::two); } } // two\n'
NEW = 'class T { void t() { check("two", a.pair(), A::pair); } } // two\n'


def followed(
    *changes: tuple[str, str], old: str = OLD, wanted: WantedRefactoring | None = RENAME
) -> FollowedRename:
    base = MemoryTree.of(dict.fromkeys((T, U, MAIN), old))
    made = tuple(FileChange(path=path, content=text.encode()) for path, text in changes)
    return followed_rename(base, Candidate(changes=made, patch=""), wanted)


def test_calls_and_method_references_may_have_the_new_name() -> None:
    both = followed((T, NEW), (U, OLD.replace("a.two()", "a.pair()")))

    assert both == FollowedRename(names=("two", "pair"), tests=frozenset({T, U}))


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
    assert followed((T, text)) == FollowedRename()


def test_tests_that_disagree_follow_nothing() -> None:
    assert followed((T, NEW), (U, NEW.replace("pair", "twin"))) == FollowedRename()


def test_main_code_is_no_test() -> None:
    assert followed((MAIN, NEW)) == FollowedRename()


@pytest.mark.parametrize("wanted", [None, WantedRefactoring.parse("Move Method:p.A#two()")])
def test_only_a_wanted_renaming_is_followed(wanted: WantedRefactoring | None) -> None:
    assert followed((T, NEW), wanted=wanted) == FollowedRename()


def test_a_new_mode_or_a_new_file_follows_nothing() -> None:
    base = MemoryTree.of({T: OLD})
    mode = FileChange(path=T, content=NEW.encode(), mode=EXECUTABLE_MODE)
    new = FileChange(path=U, content=NEW.encode())

    made = Candidate(changes=(mode, new), patch="")

    assert followed_rename(base, made, RENAME) == FollowedRename()
