"""docs/prompts.md and docs/generate.md name every slot, disclosure and finish reason."""

import re
from pathlib import Path

from verifier.domain.generation import Disclosure, FinishReason, Missing
from verifier.generation.prompting.slots import SLOTS

DOCS = Path(__file__).parents[3] / "docs"


def rows(page: str, heading: str) -> set[str]:
    """The quoted words in the first column of the first table below a heading."""
    section = (DOCS / page).read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    table = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert table is not None
    firsts = (line.split("|")[1] for line in table[0].splitlines()[2:])
    return {word for first in firsts for word in re.findall(r"`([^`]+)`", first)}


def test_every_slot_is_described() -> None:
    assert rows("prompts.md", "Slots") == set(SLOTS)


def test_every_finish_reason_is_described() -> None:
    assert rows("generate.md", "How an answer ends") == {str(reason) for reason in FinishReason}


def test_every_disclosure_and_every_kind_of_missing_is_named() -> None:
    prompts = (DOCS / "prompts.md").read_text(encoding="utf-8")
    generate = (DOCS / "generate.md").read_text(encoding="utf-8")

    assert [d for d in Disclosure if f"`{d}`" not in prompts] == []
    assert [m for m in Missing if f"`{m}`" not in generate] == []
