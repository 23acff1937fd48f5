"""What is wrong in the built pages: links that lead nowhere, and parts that need a network.

Sphinx checks the links of Markdown. This looks at what a browser gets: also HTML, downloads and the theme.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.util import logging

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
"""The attributes from which a browser loads a part of the page."""
FROM_NETWORK = re.compile(r"""(?:url\(\s*|@import\s+)["']?(?:https?:)?//""")
logger = logging.getLogger(__name__)


class PageReader(HTMLParser):
    """Collects the ids of a page, its links, and the addresses of its parts."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect from one element."""
        values = {name: value or "" for name, value in attrs}
        self.ids |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif (loaded := LOADED.get(tag)) and loaded in values and values.get("rel") != "canonical":
            self.parts.append(values[loaded])


def find_faults(folder: Path) -> list[str]:
    """Return the faults of all pages and style sheets below a folder, in a stable order."""
    pages = {path: _read_page(path) for path in sorted(folder.rglob("*.html"))}
    faults = [f for path, page in pages.items() for f in _faults_of(path, page, pages, folder)]
    sheets = (p for p in sorted(folder.rglob("*.css")) if FROM_NETWORK.search(_text_of(p)))
    return faults + [f"{path.relative_to(folder)}: loads from the network" for path in sheets]


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _read_page(path: Path) -> PageReader:
    reader = PageReader()
    reader.feed(_text_of(path))
    return reader


def _faults_of(
    path: Path, page: PageReader, pages: dict[Path, PageReader], folder: Path
) -> Iterator[str]:
    name = path.relative_to(folder)
    yield from (f"{name}: loads {part} from the network" for part in page.parts if "//" in part)
    for link in (*page.links, *page.parts):
        if fault := _fault_of(link, path, pages):
            yield f"{name}: {link}: {fault}"


def _fault_of(link: str, path: Path, pages: dict[Path, PageReader]) -> str:
    parts = urlsplit(link)
    if parts.scheme:
        if parts.scheme not in {"http", "https", "mailto", "data"}:
            return "an unknown scheme"
        return "no host" if parts.scheme.startswith("http") and not parts.hostname else ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return "no such file"
    page = pages.get(target)
    known = not parts.fragment or page is None or unquote(parts.fragment) in page.ids
    return "" if known else "no such anchor"


def _warn(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        for fault in find_faults(Path(app.outdir).resolve()):
            logger.warning("%s", fault, type="fault")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("build-finished", _warn)
    return {"parallel_read_safe": True}
