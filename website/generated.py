"""The parts of pages that are made at build time: a page names each in an HTML comment."""

import re
from collections.abc import Callable, Mapping

from sphinx.application import Sphinx

from website.commands import write_commands
from website.public_names import edit_docstring, write_public_names
from website.schemas import SCHEMAS, write_schemas

MARK = re.compile(r"^<!-- website: ([\w-]+) -->$", re.MULTILINE)
PARTS: Mapping[str, Callable[[], str]] = {
    "commands": write_commands,
    "public-names": write_public_names,
    "schemas": write_schemas,
}


def fill_marks(text: str) -> str:
    """Put each part in place of its comment.

    Raises:
        KeyError: there is no part of that name.
    """
    return MARK.sub(lambda found: PARTS[found[1]](), text)


def _fill_page(app: Sphinx, docname: str, source: list[str]) -> None:
    del docname
    if MARK.search(source[0]):
        app.env.note_dependency(str(SCHEMAS))
        source[0] = fill_marks(source[0])


def _hide_signature(app: Sphinx, what: str, *rest: object) -> tuple[str, None] | None:
    """Leave out the signature of a class, because its fields follow with their types."""
    del app, rest
    return ("", None) if what == "class" else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("source-read", _fill_page)
    app.connect("autodoc-process-signature", _hide_signature)
    app.connect("autodoc-process-docstring", lambda *given: edit_docstring(given[3], given[5]))
    return {"parallel_read_safe": True}
