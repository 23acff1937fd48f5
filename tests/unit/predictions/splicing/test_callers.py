"""A method that other code may call is not removed."""

import pytest

from tests.support.answers import MemoryTree
from verifier.java_text.quick_reader import read_quickly
from verifier.predictions.splicing.callers import is_called_elsewhere

SOURCE = "package p; class A { void f() { } }"
CALLER = "package p; class B { void g(A a) { a.f(); } }"


@pytest.mark.parametrize(
    ("path", "other", "called"),
    [
        ("src/main/java/p/A.java", "src/test/java/p/B.java", True),
        ("src/main/java/p/A.java", "src/main/java/q/B.java", False),
        ("src/p/A.java", "test/p/B.java", True),
        ("app/p/A.java", "app-test/p/B.java", True),
    ],
)
def test_a_method_of_the_package_is_looked_for_where_its_package_may_stand(
    path: str, other: str, called: bool
) -> None:
    unit = read_quickly(SOURCE)
    assert unit is not None
    tree = MemoryTree.of({path: SOURCE, other: CALLER})

    assert is_called_elsewhere(unit.types[0].members[0], path, {path: ""}, tree) is called


def test_a_name_beyond_ascii_is_found_in_the_encoding_of_its_file() -> None:
    unit = read_quickly(SOURCE.replace("f()", "\u30bd()"))
    assert unit is not None
    files = {"src/p/A.java": SOURCE, "src/p/B.java": CALLER.replace("f()", "\u30bd()")}
    tree = MemoryTree.of(files, declared="Shift_JIS")

    assert is_called_elsewhere(unit.types[0].members[0], "src/p/A.java", {}, tree)
