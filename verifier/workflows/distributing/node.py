"""The tools that must be the same on all nodes of a cluster."""

import hashlib
import json
import platform
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from verifier import __version__
from verifier.domain.outcome import JsonValue
from verifier.judging.run import describe_sandbox
from verifier.sandbox.choice import open_sandbox
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


def find_differences(
    wanted: Mapping[str, JsonValue], node: Mapping[str, JsonValue]
) -> Iterator[str]:
    """Name the facts of a node that differ from the wanted ones, with both values."""
    return compare_facts("", wanted, node)


def describe_own_sandbox(choice: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Open this machine's sandbox, and return what decides a verdict about it.

    `choice` are the sandbox's `kind`, `image` and `runtime`.

    Raises:
        SandboxError, MissingToolError, UsageError: it cannot be opened.
    """
    kind = str(choice["kind"])
    with open_sandbox(kind, image=choice["image"], runtime=choice["runtime"]) as sandbox:
        return describe_sandbox(sandbox.facts)


def find_usual(found: Sequence[Mapping[str, JsonValue]]) -> Mapping[str, JsonValue]:
    """Return the record that most slots have, the first one of several; an empty one without any."""
    texts = Counter(json.dumps(each, sort_keys=True) for each in found)
    usual: Mapping[str, JsonValue] = json.loads(texts.most_common(1)[0][0]) if texts else {}
    return usual
