"""The toolchains.xml of a build in the sandbox: the one JDK that it has."""

from verifier.tools.hostile_xml import Element, written_xml
from verifier.tools.jdk import Jdk

_LAST_OF_1 = 8
"""The last Java that was called `1.N`, too."""


def toolchains(jdk: Jdk, seen_at: str) -> bytes:
    """One JDK, at the folder where a build sees it, under each name that its version has, and of no vendor.

    A project that asks for another version, or for a vendor, finds none.
    """
    found = Element("toolchains")
    found.extend(_toolchain(name, seen_at) for name in _names(jdk))
    return written_xml(found)


def _names(jdk: Jdk) -> tuple[str, ...]:
    """Maven compares whole versions: `17` is not the `17.0.15` that is there."""
    old = (f"1.{jdk.feature}",) if jdk.feature <= _LAST_OF_1 else ()
    return tuple(dict.fromkeys((str(jdk.feature), *old, jdk.version)))


def _toolchain(version: str, home: str) -> Element:
    made = Element("toolchain")
    _with(made, "type", "jdk")
    _with(_with(made, "provides"), "version", version)
    _with(_with(made, "configuration"), "jdkHome", home)
    return made


def _with(parent: Element, name: str, text: str | None = None) -> Element:
    child = Element(name)
    child.text = text
    parent.append(child)
    return child
