"""Imports count where they give a name that both sides use another meaning."""

import pytest

from verifier.java_text.quick_reader import read_quickly
from verifier.residue.rebinding import ImportedNames, rebound

CODE = "class A {\n  X x = f(y);\n  Object z = a.Z.of(sum);\n}\n"


def names(before: str, after: str, moved: tuple[str, ...] = ()) -> list[str]:
    """The rebound names where only the imports of a file change."""
    sides = []
    for imports in (before, after):
        text = f"package p;\n{imports}\n{CODE}"
        unit = read_quickly(text)
        assert unit is not None
        sides.append(ImportedNames.of(text, unit))
    return list(rebound(sides[0], sides[1], moved))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("import a.X;", "import b.X;", ["X"]),
        ("import static a.C.f;", "import static b.C.f;", ["f"]),
        ("import static a.C.y;", "import static b.C.y;", ["y"]),
        ("import a.*;", "import b.*;", ["*"]),
        ("import a.*;", "import a.*; import b.X;", ["X"]),
        ("", "import b.X;", ["X"]),
        ("import b.X;", "", ["X"]),
        ("import static a.C.f;", "import static a.C.f; import static b.C.f;", ["f"]),
    ],
)
def test_a_name_that_means_something_else_is_rebound(
    before: str, after: str, expected: list[str]
) -> None:
    assert names(before, after) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import a.X; import b.Y;", "import b.Y; import a.X;"),
        ("import a.*;", "import a.X;"),
        ("import a.X; import a.Y;", "import a.*;"),
        ("", "import p.X;"),
        ("import p.X;", ""),
        ("import a.X;", "import a.X; import b.Other;"),
        ("import a.X; import b.Unused;", "import a.X;"),
        ("", "import static a.C.sum;"),
        ("import a.X;", "import a.X; import b.Z;"),
    ],
)
def test_other_changes_of_imports_rebind_nothing(before: str, after: str) -> None:
    assert names(before, after) == []


def test_a_static_import_may_follow_a_moved_method() -> None:
    assert names("import static a.C.f;", "import static b.D.f;", ("a.C", "b.D")) == []
    assert names("import static a.C.f;", "import static b.E.f;", ("a.C", "b.D")) == ["f"]
