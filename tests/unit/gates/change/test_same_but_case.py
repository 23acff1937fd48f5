"""Names that a change brings and that differ from others in case alone."""

from collections.abc import Mapping

import pytest

from tests.support.answers import MemoryTree
from verifier.gates.change.same_but_case import names_differing_in_case

A = "package p; class A { }"
BASE = {"src/p/A.java": A}


@pytest.mark.parametrize(
    ("came", "found"),
    [
        ({"src/p/a.java": "package p; class B { }"}, True),
        ({"src/P/B.java": "package P; class B { }"}, True),
        ({"src/p/B.java": "package p; class B { } class a { }"}, True),
        ({"src/p/B.java": "package p; class B { class C { } class c { } }"}, True),
        ({"src/p/B.java": "package p; class B { class A { } }"}, False),
        ({"src/q/a.java": "package q; class a { }"}, False),
        ({"src/p/B.java": "package p; class B { void c() { } int C; }"}, False),
    ],
)
def test_only_files_folders_and_classes_may_become_one(
    came: Mapping[str, str], found: bool
) -> None:
    old, new = MemoryTree.of(BASE), MemoryTree.of({**BASE, **came})
    assert bool(dict(names_differing_in_case(old, new, list(came)))) is found


def test_what_the_base_has_already_is_no_fault_of_the_change() -> None:
    both = {**BASE, "src/p/a.java": "package p; class B { }"}
    edited = {**both, "src/p/A.java": "package p; class A { int n; }"}

    assert (
        dict(names_differing_in_case(MemoryTree.of(both), MemoryTree.of(edited), ["src/p/A.java"]))
        == {}
    )


@pytest.mark.parametrize("name", ["E\u0301", "e\u0301"])
def test_two_forms_of_one_letter_are_one_name(name: str) -> None:
    base = {"src/p/\u00c9.java": "package p; class \u00c9 { }"}
    came = f"src/p/{name}.java"
    new = {**base, came: f"package p; class {name} {{ }}"}

    assert came in dict(names_differing_in_case(MemoryTree.of(base), MemoryTree.of(new), [came]))


def test_a_renamed_file_is_only_one() -> None:
    old = MemoryTree.of(BASE)
    new = MemoryTree.of({"src/p/a.java": "package p; class a { }"})

    assert dict(names_differing_in_case(old, new, ["src/p/a.java"])) == {}
