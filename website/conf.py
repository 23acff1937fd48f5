"""The settings of Sphinx. `make docs` reads them."""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for our extensions, and for autodoc

from verifier import __version__  # noqa: E402 - the path is set above

project = "refverify"
html_title = f"refverify {__version__}"
highlight_language = "text"  # commands and output, if a fence names no language
source_suffix = {".md": "markdown"}
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "website.contents",
    "website.generated",
    "website.repository_links",
    "website.faults",
]

myst_heading_anchors = 6

default_role = "literal"  # our docstrings put code between single backticks
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
toc_object_entries_show_parents = "hide"


def setup(app: Sphinx) -> None:
    """Show Mermaid diagrams as text; drawing them needs a script from the network."""
    app.add_lexer("mermaid", TextLexer)
