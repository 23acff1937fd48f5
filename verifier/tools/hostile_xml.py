"""The only XML parser of the project; it treats every document as hostile.

A document type could define entities that grow without limit, or that read files of this machine,
so a document must not declare one. Surefire, Maven and similar tools write none.
"""

from xml.etree.ElementTree import Element, tostring

from defusedxml import DefusedXmlException, ElementTree

__all__ = ["Element", "UnreadableXml", "read_xml", "write_xml"]


class UnreadableXml(ValueError):
    """The bytes are not XML, have an unknown encoding, or declare a document type."""


def read_xml(content: bytes) -> Element:
    """Parse a document and return its root element.

    Raises:
        UnreadableXml: it cannot be parsed; the message says why.
    """
    try:
        root: Element = ElementTree.fromstring(content, forbid_dtd=True)
    # Expat's own error, defusedxml's refusals, and errors of unknown encodings.
    except (ElementTree.ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise UnreadableXml(str(error)) from error
    return root


def write_xml(root: Element) -> bytes:
    """Serialise an element that we created ourselves."""
    document: bytes = tostring(root, encoding="utf-8")
    return document
