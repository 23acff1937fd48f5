"""`--want` names a method as a person writes it; the declaration in the base says which one it is."""

import pytest

from tests.support.answers import MemoryTree, QuickAnalysis
from verifier.domain.refactoring import WantedRefactoring
from verifier.predictions.wanted_method import resolve_wanted, unknown_method

JOINER = """package p;
class Joiner<T> {
    Joiner(T first) {}
    <A extends Appendable> A to(A out, Map.Entry<String, T> entry, int... at) { return out; }
    void plain(T value) {}
    void plain(String value) {}
    class Inner { void in(T t) {} }
}
class Second { void of(int n) {} }
"""
BASE = MemoryTree.of({"src/main/java/p/Joiner.java": JOINER})


def resolve_meaning(method: str, changed: tuple[str, ...] = ()) -> str:
    wanted = WantedRefactoring.parse(f"Extract Method:{method}")
    return str(resolve_wanted(wanted, BASE, changed, QuickAnalysis()).method)


@pytest.mark.parametrize(
    ("written", "declared"),
    [
        ("p.Joiner#to(A, Map.Entry, int...)", "p.Joiner#to(Appendable, Map.Entry, int[])"),
        ("p.Joiner#to(final A out, @N Entry<String, T> e, int[] at)",
         "p.Joiner#to(Appendable, Map.Entry, int[])"),
        ("p.Joiner#Joiner(T)", "p.Joiner#<init>(T)"),
        ("p.Joiner.Inner#in(T)", "p.Joiner.Inner#in(T)"),
    ],
)  # fmt: skip
def test_the_declaration_is_found_behind_the_spelling(written: str, declared: str) -> None:
    assert resolve_meaning(written) == declared


@pytest.mark.parametrize("written", ["p.Joiner#to(A)", "p.Joiner#gone(int)", "p.Other#to(A)"])
def test_what_the_base_does_not_declare_stays_as_it_was_written(written: str) -> None:
    assert resolve_meaning(written) == written


def test_a_class_in_a_file_of_another_name_is_found_where_the_candidate_changes_it() -> None:
    written = "p.Second#of(final int n)"

    assert resolve_meaning(written, ("src/main/java/p/Joiner.java",)) == written
    assert resolve_meaning("p.Joiner#Joiner(T first)", ("src/main/java/p/Joiner.java",)) == (
        "p.Joiner#<init>(T)"
    )


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("p.Joiner#plain(Sring)", "p.Joiner#plain(String)"),
        ("p.Joinr#plain(String)", "p.Joiner#plain(String)"),
        ("p.Second#off(int)", "p.Second#of(int)"),
        ("q.Elsewhere#unlike(Map, Map)", None),
    ],
)
def test_a_method_that_the_base_lacks_is_told_with_the_nearest_one_to_paste(
    written: str, nearest: str | None
) -> None:
    said = unknown_method(
        WantedRefactoring.parse(f"Move Method:{written}"),
        BASE,
        ("src/main/java/p/Joiner.java",),
        QuickAnalysis(),
    )

    paste = f'\nnearest: --want "Move Method:{nearest}"' if nearest else ""
    assert said == f"\nno method {written} is found in the base{paste}"


def test_of_a_method_that_is_there_nothing_is_said() -> None:
    wanted = WantedRefactoring.parse("Move Method:p.Joiner#plain(java.lang.String)")

    assert unknown_method(wanted, BASE, (), QuickAnalysis()) == ""
