"""The tools that must be the same on all nodes of a cluster."""

import hashlib
import platform
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from verifier import __version__
from verifier.domain.outcome import JsonValue
from verifier.tools.jdk import identify_jdks
from verifier.tools.storage.files import sha256_of
from verifier.workflows.merging.given import compare_facts

_PACKAGE = Path(__file__).resolve().parents[2]
_DIGITS = 12


def describe_node() -> dict[str, JsonValue]:
    """Return the versions of refverify and Python, the digests of code and jars, and the JDKs."""
    return {
        "refverify": __version__,
        "python": platform.python_version(),
        "machine": f"{sys.platform} {platform.machine()}",
        "code": _hash_code(),
        "jars": {
            path.name: sha256_of(path)[:_DIGITS]
            for path in sorted((_PACKAGE / "resources").rglob("*.jar"))
        },
        "jdks": list(identify_jdks()),
    }


def _hash_code() -> str:
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(_PACKAGE)}\n{sha256_of(path)}\n".encode())
    return digest.hexdigest()[:_DIGITS]


def find_differences(own: Mapping[str, JsonValue], node: Mapping[str, JsonValue]) -> Iterator[str]:
    """Name the facts in which a node differs from this machine."""
    return compare_facts("", own, node)
