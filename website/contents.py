"""The menu: the lists of pages on the first page, and the pages of each folder with a README.

So each page is named once, in a list that GitHub shows too.
"""

import re
from collections.abc import Iterator

from sphinx.application import Sphinx

SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
PAGE = re.compile(r"^- \[([^\]]+)\]\(([\w/-]+)\.md\)", re.MULTILINE)


def read_sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Return each section of the first page with the entries of its list: `title <page>`.

    A page belongs to the first section that names it. A section without a list is left out.
    """
    _, *parts = SECTION.split(text)
    seen: set[str] = set()
    for section, content in zip(parts[::2], parts[1::2], strict=True):
        entries = [(title, page) for title, page in PAGE.findall(content) if page not in seen]
        seen.update(page for _, page in entries)
        if entries:
            yield section, [f"{title} <{page}>" for title, page in entries]


def write_menu(text: str) -> str:
    """Return the hidden menu of the first page."""
    return "".join(
        _write_toctree([f":caption: {section}"], entries)
        for section, entries in read_sections(text)
    )


def _write_toctree(options: list[str], entries: list[str]) -> str:
    return "\n".join(["", "```{toctree}", ":hidden:", *options, "", *entries, "```", ""])


def _add_menu(app: Sphinx, docname: str, source: list[str]) -> None:
    if docname == app.config.root_doc:
        source[0] += write_menu(source[0])
    elif docname.endswith("/README"):
        source[0] += _write_toctree([":glob:"], ["*"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("source-read", _add_menu)
    return {"parallel_read_safe": True}
