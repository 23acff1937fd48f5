"""The one reader of XML: whoever wrote it may mean harm.

A document type could name entities that grow without end, or files of this machine, so no document
may declare one. Surefire, Maven and their like write none.
"""

from xml.etree.ElementTree import Element, tostring

from defusedxml import DefusedXmlException, ElementTree

__all__ = ["Element", "UnreadableXml", "read_xml", "written_xml"]


class UnreadableXml(ValueError):
    """The bytes are no XML, are in an encoding that nobody knows, or declare a document type."""


def read_xml(content: bytes) -> Element:
    """The root element.

    Raises:
        UnreadableXml: there is none to be had; the message says why.
    """
    try:
        root: Element = ElementTree.fromstring(content, forbid_dtd=True)
    # Expat's own error, defusedxml's refusals, and what unknown encodings raise.
    except (ElementTree.ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise UnreadableXml(str(error)) from error
    return root


def written_xml(root: Element) -> bytes:
    """The document of an element that we made ourselves."""
    document: bytes = tostring(root, encoding="utf-8")
    return document
