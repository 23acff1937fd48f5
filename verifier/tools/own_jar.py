"""Where the jars for a subject's JVM are: in the installed package, or as built in a checkout."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import MissingToolError

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnJar:
    """A jar that a module of `java_tools` leaves for a subject's JVM, by the places where its jar may be."""

    name: str
    places: tuple[Path, ...]

    def path(self) -> Path:
        """The jar.

        Raises:
            MissingToolError: it was not built.
        """
        for place in self.places:
            if place.is_file():
                return place
        raise MissingToolError(
            f"{self.name} is not there", hint="Run `make build` in the checkout."
        )

    def digest(self) -> str:
        """The SHA-256 of the jar: a part of what decides a measurement and a verdict."""
        return hashlib.sha256(self.path().read_bytes()).hexdigest()


def _of_module(module: str, jar: str = "") -> OwnJar:
    name = f"{jar or module}.jar"
    return OwnJar(
        name=name,
        places=(
            _PACKAGE / "resources" / "java" / name,
            _PACKAGE.parent / "java_tools" / module / "target" / name,
        ),
    )


RUNNER = _of_module("runner")
"""The compiler driver and the test launcher."""
FUZZER = _of_module("fuzzer")
"""The fuzzing engine, ASM inside."""
MAVEN_EXTENSION = _of_module("maven")
"""The extension with which a subject's Maven leaves goals out."""
JACOCO_AGENT = _of_module("coverage", "jacocoagent")
"""JaCoCo's agent, of the version whose library reads what it records."""
JACOCO_VERSION = "0.8.15"
"""That version: the root pom's, which a test compares."""
