"""Read a pom.xml, from a tree or as Maven computed it."""

import re
from collections.abc import Mapping
from functools import lru_cache

from verifier.errors import BaseInvalidError
from verifier.tools.hostile_xml import Element, UnreadableXml, read_xml

POM = "pom.xml"
PLUGINS = "build/plugins/plugin"
PLUGIN_PLACES = (PLUGINS, "build/pluginManagement/plugins/plugin")
"""Where a pom configures plugins: those in use first, then the managed ones."""
MOST_KEPT, MOST_KEPT_BYTES = 512, 64 * 1024
"""How many parsed poms are kept, and the largest. An effective pom is larger and read once."""
_PROPERTY = re.compile(r"\$\{([^{}]+)\}")
_DEEPEST = 20
_LONGEST = 10_000
"""The longest value, in characters; one that refers to itself exceeds it after a few rounds."""


def parse_pom(content: bytes, what: str) -> Element:
    """Parse a pom and return its root element, without namespaces and comments; do not change it.

    The same content is parsed once, because every prediction asks for the poms of its base. `what`
    names the pom in errors.

    Raises:
        BaseInvalidError: it is not XML, or declares a document type.
    """
    parse = _parsed_once if len(content) <= MOST_KEPT_BYTES else _parse
    try:
        return parse(content)
    except UnreadableXml as error:
        raise BaseInvalidError(f"{what} cannot be read: {error}") from error


def _parse(content: bytes) -> Element:
    root = read_xml(content)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


_parsed_once = lru_cache(maxsize=MOST_KEPT)(_parse)


def text(element: Element, path: str) -> str:
    """Return the text of the first element at a path; empty if there is none."""
    found = element.find(path)
    return (found.text or "").strip() if found is not None else ""


def texts(element: Element, path: str) -> tuple[str, ...]:
    """Return the texts of all elements at a path that have one."""
    values = ((e.text or "").strip() for e in element.findall(path))
    return tuple(value for value in values if value)


def properties_of(pom: Element) -> dict[str, str]:
    """Return the properties that this pom defines for itself and for its children."""
    found = {f"project.{name}": text(pom, name) for name in ("artifactId", "groupId", "version")}
    return found | {p.tag: (p.text or "").strip() for p in pom.findall("properties/*")}


def fill_in(value: str, properties: Mapping[str, str]) -> str:
    """Substitute known properties in a value; an unknown or endlessly growing one stays as written."""
    for _ in range(_DEEPEST):
        further = _once_filled(value, properties)
        if further is None or further == value:
            break
        value = further
    return value


def _once_filled(value: str, properties: Mapping[str, str]) -> str | None:
    """Substitute each property once; None if the value becomes too long."""
    lengths = (len(properties.get(name, "")) for name in _PROPERTY.findall(value))
    if len(value) + sum(lengths) > _LONGEST:
        return None
    return _PROPERTY.sub(lambda match: properties.get(match[1], match[0]), value)


def plugins_of(pom: Element, name: str, place: str = PLUGINS) -> list[Element]:
    """Return the entries of one plugin."""
    return [plugin for plugin in pom.findall(place) if text(plugin, "artifactId") == name]


def configurations_of(pom: Element, plugin: str, goal: str, place: str = PLUGINS) -> list[Element]:
    """Return a plugin's configurations for a goal, in order of precedence."""
    found: list[Element] = []
    for each in plugins_of(pom, plugin, place):
        for execution in each.findall("executions/execution"):
            goals = [g.text for g in execution.findall("goals/goal")]
            # A child pom disables an execution of its parent by binding it to no phase.
            runs = text(execution, "phase") != "none"
            if goal in goals and runs and (own := execution.find("configuration")) is not None:
                found.append(own)
        if (common := each.find("configuration")) is not None:
            found.append(common)
    return found
