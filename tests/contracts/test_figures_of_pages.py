"""A figure that a page repeats is one of the page that its row links to."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SOURCES = ("benchmarks.md", "results.md")
REPEATED = [
    (page, row)
    for page in ("how-sure.md", "study.md")
    for row in (DOCS / page).read_text(encoding="utf-8").splitlines()
    if row.startswith("| ") and any(f"({source}#" in row for source in SOURCES)
]
FIGURE = re.compile(r"\b\d+(?:[.,]\d+)*\b")
OWN = {"0", "25", "95"}
"""Figures of the row's own words: none wrong, the size of a sample, a level of confidence."""


def test_there_are_rows_to_look_at() -> None:
    assert len(REPEATED) > 6


@pytest.mark.parametrize(("page", "row"), REPEATED)
def test_a_repeated_figure_is_in_its_source(page: str, row: str) -> None:
    del page
    text = " ".join((DOCS / s).read_text(encoding="utf-8") for s in SOURCES if f"({s}#" in row)
    words = re.sub(r"\]\([^)]*\)|junit4", "", row)

    assert [
        f for f in FIGURE.findall(words) if f not in OWN and f not in FIGURE.findall(text)
    ] == []
