"""Classes that the candidate renamed or moved keep their identity, nested ones too."""

import pytest

from verifier.checks.parts.renamed_classes import map_renamed_classes
from verifier.domain.refactoring import Refactoring

OLD = ("p/A.class", "p/A$B.class", "p/A$B$1.class", "p/Other.class")


def of(*descriptions: str) -> list[Refactoring]:
    return [Refactoring(type_name="", description=text) for text in descriptions]


@pytest.mark.parametrize(
    ("description", "new", "expected"),
    [
        (
            "Rename Class p.A renamed to p.C",
            ("p/C.class", "p/C$B.class", "p/C$B$1.class"),
            {"p.A": "p.C", "p.A$B": "p.C$B", "p.A$B$1": "p.C$B$1"},
        ),
        ("Move Class p.A moved to q.A", ("q/A.class",), {"p.A": "q.A"}),
        ("Move And Rename Class p.A moved and renamed to q.C", ("q/C.class",), {"p.A": "q.C"}),
        ("Rename Class\tp.A.B renamed to p.A.D", ("p/A.class", "p/A$D.class"), {"p.A$B": "p.A$D"}),
    ],
)
def test_old_names_lead_to_new_ones(
    description: str, new: tuple[str, ...], expected: dict[str, str]
) -> None:
    assert map_renamed_classes(of(description), OLD, new) == expected


@pytest.mark.parametrize(
    ("description", "new"),
    [
        ("Rename Class p.A renamed to p.C", OLD),
        ("Rename Class p.Z renamed to p.C", ("p/C.class",)),
        ("Rename Method public f() renamed to public g() in class p.A", ("p/C.class",)),
    ],
    ids=["the new name is not there", "the old name is not there", "no class"],
)
def test_what_no_class_file_bears_out_is_left_out(description: str, new: tuple[str, ...]) -> None:
    assert map_renamed_classes(of(description), OLD, new) == {}
