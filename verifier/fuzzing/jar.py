"""Where the fuzzing engine is: in the installed package, or as built in a checkout."""

import hashlib
from pathlib import Path

from verifier.errors import MissingToolError

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (
    _PACKAGE / "resources" / "java" / "fuzzer.jar",
    _PACKAGE.parent / "java_tools" / "fuzzer" / "target" / "fuzzer.jar",
)


def fuzzer_jar() -> Path:
    """The engine's jar: Java 8 byte code, ASM inside.

    Raises:
        MissingToolError: it was not built.
    """
    for path in _PLACES:
        if path.is_file():
            return path
    raise MissingToolError("fuzzer.jar is not there", hint="Run `make build` in the checkout.")


def fuzzer_digest() -> str:
    """The SHA-256 of the jar: a part of what decides a verdict."""
    return hashlib.sha256(fuzzer_jar().read_bytes()).hexdigest()
