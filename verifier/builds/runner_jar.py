"""Where our own Java 8 byte code is: in the installed package, or as built in a checkout."""

import hashlib
from pathlib import Path

from verifier.errors import MissingToolError

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (
    _PACKAGE / "resources" / "java" / "runner.jar",
    _PACKAGE.parent / "java_tools" / "runner" / "target" / "runner.jar",
)


def runner_jar() -> Path:
    """The jar with the compiler driver and the test launcher.

    Raises:
        MissingToolError: it was not built.
    """
    for path in _PLACES:
        if path.is_file():
            return path
    raise MissingToolError("runner.jar is not there", hint="Run `make build` in the checkout.")


def runner_digest() -> str:
    """The SHA-256 of the jar: a part of what decides a measurement."""
    return hashlib.sha256(runner_jar().read_bytes()).hexdigest()
