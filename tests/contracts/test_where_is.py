"""The map in CONTRIBUTING.md leads to files that exist, one for each concept."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def rows() -> list[tuple[str, str]]:
    section = CONTRIBUTING.partition("## Where is …?")[2].partition("\n## ")[0]
    return re.findall(r"^\| (.+) \| `([^`|]+)` \|$", section, re.MULTILINE)


def test_every_concept_has_a_file_that_is_there() -> None:
    assert [file for _, file in rows() if not (ROOT / file).is_file()] == []


def test_each_concept_is_told_once() -> None:
    concepts = [concept for concept, _ in rows()]

    assert len(set(concepts)) == len(concepts) >= 12
