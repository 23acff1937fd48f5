"""Which Gradle a project asks for, by the properties of its wrapper; the wrapper is never run."""

import re
from dataclasses import dataclass

from verifier.builds.module_graph import ROOT, joined
from verifier.domain.source import Tree

PROPERTIES = "gradle/wrapper/gradle-wrapper.properties"
_DISTRIBUTION = re.compile(r"/gradle-(\d[\w.\-]*?)-(?:bin|all)\.zip$")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Wrapper:
    """The version, where it can be fetched from, and its checksum; empty where none is stated."""

    version: str
    address: str
    sha256: str = ""


def wrapper_of(base: Tree, root: str = ROOT) -> Wrapper | None:
    """What the base commit states where the build stands; None without a wrapper, or with one of an unknown form."""
    content = base.read(joined(root, PROPERTIES))
    return None if content is None else read_wrapper(content.decode("latin-1"))


def read_wrapper(text: str) -> Wrapper | None:
    """Read the properties file of a wrapper."""
    values = _properties(text)
    address = values.get("distributionUrl", "")
    match = _DISTRIBUTION.search(address)
    if match is None:
        return None
    stated = values.get("distributionSha256Sum", "").lower()
    sha256 = stated if _SHA256.fullmatch(stated) else ""
    return Wrapper(version=match[1], address=address, sha256=sha256)


def _properties(text: str) -> dict[str, str]:
    """Plain `key=value` lines; an escaped character stands for itself."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.lstrip().startswith(("#", "!")):
            found[name.strip()] = re.sub(r"\\(.)", r"\1", value.strip())
    return found
