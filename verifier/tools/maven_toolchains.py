"""The toolchains.xml of a build in the sandbox, with its only JDK."""

from verifier.tools.hostile_xml import Element, write_xml
from verifier.tools.jdk import Jdk

_LAST_OF_1 = 8
"""The last Java version that is also called `1.N`."""


def toolchains(jdk: Jdk, seen_at: str) -> bytes:
    """Return toolchains with one JDK at the path where a build sees it, under each name of its
    version, without vendor.

    A project that requires another version, or a vendor, finds none.
    """
    found = Element("toolchains")
    found.extend(_toolchain(name, seen_at) for name in _names(jdk))
    return write_xml(found)


def _names(jdk: Jdk) -> tuple[str, ...]:
    """Return the names of a version, because Maven compares them literally: `17` does not match `17.0.15`."""
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
