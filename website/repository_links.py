"""Links that leave docs/ lead to the repository, so that one link works there and on the site.

A link to a JSON schema leads to its section on the page of the schemas, and a link to a folder of docs/
to the page of that folder.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "datasets" / "schema"
SCHEMA_PAGE = "schemas"


@cache
def repository_address() -> str:
    """Return the address of the repository, as the package names it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Repository"])


def address_of(path: Path, fragment: str = "") -> str:
    """Return the address of a file or folder of the repository on its default branch."""
    kind = "tree" if path.is_dir() else "blob"
    anchor = f"#{fragment}" if fragment else ""
    return f"{repository_address()}/{kind}/HEAD/{path.relative_to(ROOT).as_posix()}{anchor}"


class RepositoryLinks(SphinxTransform):
    """Replaces each link whose target is not a page of the site.

    A link that leads nowhere is left to MyST, which warns of it.
    """

    default_priority = 5  # before Sphinx copies the files that pages link to

    def apply(self, **kwargs: Any) -> None:
        """Look at each link of a page."""
        del kwargs
        for node in list(self.document.findall(_is_link)):
            path, fragment = self._target_of(node)
            if path.exists() and (new := self._link_to(node, path, fragment)):
                node.replace_self(new)

    def _target_of(self, node: nodes.Element) -> tuple[Path, str]:
        target: str = node["reftarget"]
        if node.get("refdomain") == "doc":
            return Path(self.env.doc2path(target)).resolve(), node["reftargetid"] or ""
        path, _, fragment = target.partition("#")
        folder = Path(self.env.doc2path(self.env.docname)).parent
        return (folder / path).resolve(), fragment

    def _link_to(self, node: nodes.Element, path: Path, fragment: str) -> nodes.Element | None:
        """Return the new link; None if the old one is right."""
        if path.is_relative_to(self.env.srcdir):
            page = path / "README.md"
            if path.is_file():
                return None
            if page.is_file():
                name = page.relative_to(self.env.srcdir).with_suffix("").as_posix()
                return _link_to_page(node, name, None)
        elif path.parent == SCHEMAS:
            return _link_to_page(node, SCHEMA_PAGE, f"kind-{path.stem}")
        return nodes.reference(
            "", "", *node.children, refuri=address_of(path, fragment), internal=False
        )


def _is_link(node: nodes.Node) -> bool:
    kinds = (addnodes.pending_xref, addnodes.download_reference)
    return isinstance(node, kinds) and node.get("reftype") == "myst"


def _link_to_page(node: nodes.Element, page: str, target: str | None) -> addnodes.pending_xref:
    kept = {key: node[key] for key in ("refdoc", "reftype", "refexplicit")}
    return addnodes.pending_xref(
        "", *node.children, refdomain="doc", reftarget=page, reftargetid=target, **kept
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.add_transform(RepositoryLinks)
    return {"parallel_read_safe": True}
