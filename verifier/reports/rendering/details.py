"""The details of each prediction on the page: a row for the list, and a body that opens on demand."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from verifier.printable import visible
from verifier.reports.ledger import LedgerEntry
from verifier.reports.material import ReportData
from verifier.reports.rendering.prediction import Describer, list_row

PAGE_BYTES = 40_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A JSON block of the page that the browser does not execute."""

    id: str
    json: str


@dataclass(kw_only=True)
class Details:
    """Makes the blocks. Links are relative to the folder `page`; None omits them.

    Once the blocks hold `PAGE_BYTES` together, diffs and logs are omitted; the run folder has them.
    """

    page: Path | None
    _used: int = field(default=0)

    def index(self, material: ReportData) -> Block:
        """Make one short row per prediction for the list."""
        rows = [list_row(entry.verdict, material) for entry in material.ledger.entries]
        return Block(id="predictions", json=inert_json(rows))

    def body(self, number: int, entry: LedgerEntry) -> Block:
        """Make the block with everything about one prediction."""
        describer = Describer(link=self._link, full=self._used < PAGE_BYTES)
        block = Block(id=f"prediction-{number}", json=inert_json(describer.describe(entry)))
        self._used += len(block.json)
        return block

    def _link(self, _name: str, path: Path) -> str | None:
        if self.page is None:
            return None
        return quote(Path(os.path.relpath(path, self.page.resolve())).as_posix())


def inert_json(value: object) -> str:
    """Encode JSON that cannot close its HTML element. Control and format characters become visible."""
    text = json.dumps(_with_visible_texts(value), separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _with_visible_texts(value: object) -> object:
    match value:
        case str():
            return visible(value)
        case Mapping():
            return {visible(str(key)): _with_visible_texts(each) for key, each in value.items()}
        case list() | tuple():
            return [_with_visible_texts(each) for each in value]
        case _:
            return value
