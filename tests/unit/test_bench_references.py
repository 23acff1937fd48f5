"""What the measurement of alarms says of golden changes."""

from typing import Any

from bench.references import Explained, Measured, report


def make_measured(**more: Any) -> Measured:
    plain: dict[str, Any] = {
        "name": "shop",
        "form": "refactoring",
        "commit": "1" * 40,
        "refactorings": 1,
    }
    return Measured(**plain | more)


def test_candidates_are_counted_by_what_explains_every_edit() -> None:
    done = [
        make_measured(explained=Explained.COMPARISON, refused=(), seconds=0.25, tested=True),
        make_measured(explained=Explained.COMPARISON, refused=("reference files …",), seconds=0.75),
        make_measured(explained=Explained.NOTHING, refused=(), refactorings=3, seconds=1.0),
        make_measured(explained=Explained.PROOF, refused=(), seconds=0.5),
        make_measured(),
    ]

    assert report(done).splitlines()[2:] == [
        "| shop | refactoring | comparison | 2 | 2 | 1 | 1 | 0.50 |",
        "| shop | refactoring | nothing | 1 | 3 | 0 | 0 | 1.00 |",
        "| shop | refactoring | proof | 1 | 1 | 0 | 0 | 0.50 |",
        "| shop | refactoring | not compiled | 1 | 1 | 0 | 0 | 0.00 |",
    ]
