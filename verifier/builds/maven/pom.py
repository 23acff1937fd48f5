"""The one reader of a pom.xml, as it lies in a tree or as Maven computed it."""

from verifier.errors import BaseInvalidError
from verifier.tools.hostile_xml import Element, UnreadableXml, read_xml

POM = "pom.xml"


def parse_pom(content: bytes, what: str) -> Element:
    """The root element; names are without their namespace, comments are gone.

    Raises:
        BaseInvalidError: it is not XML, or declares a document type. `what` names it.
    """
    try:
        root = read_xml(content)
    except UnreadableXml as error:
        raise BaseInvalidError(f"{what} cannot be read: {error}") from error
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def text(element: Element, path: str) -> str:
    """The text of the first element at a path; empty where there is none."""
    found = element.find(path)
    return (found.text or "").strip() if found is not None else ""


def texts(element: Element, path: str) -> tuple[str, ...]:
    """The texts of all elements at a path that have one."""
    values = ((e.text or "").strip() for e in element.findall(path))
    return tuple(value for value in values if value)
