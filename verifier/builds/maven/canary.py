"""Test classes of ours among the project's, in each module that has tests: one of their two
methods must fail with a secret, one must pass.
"""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from verifier.builds.prepared import PreparedBase
from verifier.java_text.encoding import comparable
from verifier.java_text.outline import imports_from


@dataclass(frozen=True, kw_only=True, slots=True)
class MavenCanary:
    """One such class, in a folder of test sources."""

    folder: str
    jupiter: bool
    package: str = field(default_factory=lambda: f"r{secrets.token_hex(6)}")
    name: str = field(default_factory=lambda: f"T{secrets.token_hex(8)}Test")
    secret: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def class_name(self) -> str:
        """The qualified name."""
        return f"{self.package}.{self.name}"

    @property
    def path(self) -> str:
        """Where its source lies in the tree."""
        return f"{self.folder}/{self.package}/{self.name}.java"

    @property
    def red(self) -> str:
        """The id of the method that must fail."""
        return f"{self.class_name}#red"

    @property
    def green(self) -> str:
        """The id of the method that must pass."""
        return f"{self.class_name}#green"

    @property
    def source(self) -> bytes:
        """The Java source, for Jupiter or for JUnit 4."""
        test = "org.junit.jupiter.api.Test" if self.jupiter else "org.junit.Test"
        return (
            f"package {self.package};\n"
            f"public class {self.name} {{\n"
            f'  @{test} public void red() {{ throw new AssertionError("{self.secret}"); }}\n'
            f"  @{test} public void green() {{ }}\n"
            "}\n"
        ).encode()


def canaries_of(prepared: PreparedBase) -> tuple[MavenCanary, ...]:
    """A canary for each module that has tests; Jupiter's where a test of the module imports it."""
    found: list[MavenCanary] = []
    for project in prepared.code:
        folders = [f for f in project.test_sources if any((prepared.base / f).rglob("*.java"))]
        if folders:
            jupiter = any(_uses_jupiter(prepared.base / folder) for folder in folders)
            found.append(MavenCanary(folder=folders[0], jupiter=jupiter))
    return tuple(found)


def _uses_jupiter(folder: Path) -> bool:
    sources = (comparable(path.read_bytes()) for path in folder.rglob("*.java"))
    return any(imports_from(source, "org.junit.jupiter") for source in sources)
