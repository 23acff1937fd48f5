"""Find the jars for a subject's JVM: in the installed package, or in a checkout's build output."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import MissingToolError

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnJar:
    """A jar that a module of `java_tools` builds for a subject's JVM, with the paths to search for it."""

    name: str
    places: tuple[Path, ...]

    def path(self) -> Path:
        """Return the path of the jar.

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
        """Return the SHA-256 of the jar, which is part of the key of measurements and verdicts."""
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
"""The fuzzing engine, with ASM inside."""
MAVEN_EXTENSION = _of_module("maven")
"""The extension that makes a subject's Maven leave out goals."""
JACOCO_AGENT = _of_module("coverage", "jacocoagent")
"""JaCoCo's agent, in the version whose library reads its recordings."""
JACOCO_VERSION = "0.8.15"
"""That version; a test compares it with the root pom's."""
