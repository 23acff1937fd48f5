"""Which Gradle a project asks for in the properties of its wrapper; the wrapper never runs."""

import re
from dataclasses import dataclass

from verifier.builds.described.module_graph import join_folder
from verifier.domain.paths import ROOT
from verifier.domain.source import Tree

PROPERTIES = "gradle/wrapper/gradle-wrapper.properties"
_DISTRIBUTION = re.compile(r"/gradle-(\d[\w.\-]*?)-(?:bin|all)\.zip$")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Wrapper:
    """The version, its download address, and its checksum; the checksum is empty if none is stated."""

    version: str
    address: str
    sha256: str = ""


def wrapper_of(base: Tree, root: str = ROOT) -> Wrapper | None:
    """Read the wrapper of a build; None if there is none, or its format is unknown."""
    content = base.read(join_folder(root, PROPERTIES))
    return None if content is None else read_wrapper(content.decode("latin-1"))


def read_wrapper(text: str) -> Wrapper | None:
    """Read a wrapper's properties file; None if its format is unknown."""
    values = _properties(text)
    address = values.get("distributionUrl", "")
    match = _DISTRIBUTION.search(address)
    if match is None:
        return None
    stated = values.get("distributionSha256Sum", "").lower()
    sha256 = stated if _SHA256.fullmatch(stated) else ""
    return Wrapper(version=match[1], address=address, sha256=sha256)


def _properties(text: str) -> dict[str, str]:
    """Parse plain `key=value` lines; a backslash escapes the next character."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.lstrip().startswith(("#", "!")):
            found[name.strip()] = re.sub(r"\\(.)", r"\1", value.strip())
    return found
