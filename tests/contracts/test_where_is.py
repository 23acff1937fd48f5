"""The map in CONTRIBUTING.md leads to files that exist, one for each concept."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST = 30
"""A longer map is itself a sign that names do not lead to their files."""


def rows() -> list[tuple[str, str]]:
    section = CONTRIBUTING.partition("## Where is …?")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][1:]
    found = [re.fullmatch(r"\| (.+) \| `([^`|]+)` \|", line) for line in lines]
    assert None not in found
    return [(match[1], match[2]) for match in found if match is not None]


def test_every_concept_has_a_file_that_is_there() -> None:
    assert [file for _, file in rows() if not (ROOT / file).is_file()] == []


def test_each_concept_and_each_file_occurs_once() -> None:
    concepts, files = zip(*rows(), strict=True)

    assert len(set(concepts)) == len(concepts) <= MOST
    assert len(set(files)) == len(files)
