"""What the measurement of alarms says of golden changes."""

from typing import Any

from bench.references import Measured, report


def measured(**more: Any) -> Measured:
    plain: dict[str, Any] = {
        "name": "shop",
        "form": "refactoring",
        "commit": "1" * 40,
        "refactorings": 1,
    }
    return Measured(**plain | more)


def test_candidates_are_counted_by_whether_refactorings_explain_every_edit() -> None:
    done = [
        measured(explained=True, refused=(), seconds=0.25, tested=True),
        measured(explained=True, refused=("reference files …",), seconds=0.75),
        measured(explained=False, refused=(), refactorings=3, seconds=1.0),
        measured(),
    ]

    assert report(done).splitlines()[2:] == [
        "| shop | refactoring | yes | 2 | 2 | 1 | 1 | 0.50 |",
        "| shop | refactoring | no | 1 | 3 | 0 | 0 | 1.00 |",
        "| shop | refactoring | not compiled | 1 | 1 | 0 | 0 | 0.00 |",
    ]
