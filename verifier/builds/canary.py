"""Test classes of ours among the project's, in each module that has tests: one of their two
methods must fail with a secret, one must pass.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from verifier.builds.module import Module
from verifier.builds.prepared import PreparedBase
from verifier.domain.testrun import Tamper, TamperSign, TestOutcome
from verifier.java_text.encoding import comparable
from verifier.java_text.outline import imports_from
from verifier.tools.surefire import Reports

T = TypeVar("T")

JUNIT4, JUPITER, TESTNG = (
    "org.junit.Test",
    "org.junit.jupiter.api.Test",
    "org.testng.annotations.Test",
)
"""The annotations that make a method a test, one of which a canary uses."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Canary:
    """One such class, in a folder of test sources."""

    folder: str
    test: str
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
    def source(self) -> bytes:
        """The Java source."""
        return (
            f"package {self.package};\n"
            f"public class {self.name} {{\n"
            f'  @{self.test} public void red() {{ throw new AssertionError("{self.secret}"); }}\n'
            f"  @{self.test} public void green() {{ }}\n"
            "}\n"
        ).encode()


def canaries_of(
    prepared: PreparedBase, modules: Sequence[Module], *, every_folder: bool = False
) -> tuple[Canary, ...]:
    """A canary for each of some modules that has tests, or for each of its folders of tests.

    It is Jupiter's where a test of the module imports that, TestNG's where one imports that instead.
    """
    found: list[Canary] = []
    for project in modules:
        folders = [f for f in project.test_sources if any((prepared.base / f).rglob("*.java"))]
        if folders:
            test = _annotation([prepared.base / folder for folder in folders], project.encoding)
            used = folders if every_folder else folders[:1]
            found += [Canary(folder=folder, test=test) for folder in used]
    return tuple(found)


def _annotation(folders: Sequence[Path], encoding: str) -> str:
    files = [path for folder in folders for path in sorted(folder.rglob("*.java"))]
    sources = [comparable(path.read_bytes(), encoding) for path in files]
    if any(imports_from(source, "org.junit.jupiter") for source in sources):
        return JUPITER
    only_testng = not any(imports_from(source, "org.junit") for source in sources)
    found = any(imports_from(source, "org.testng") for source in sources)
    return TESTNG if only_testng and found else JUNIT4


def trouble(canary: Canary, reports: Reports) -> list[Tamper]:
    """What a canary shows to be wrong with a run's reports; nothing where both outcomes are there."""
    runs = {test.partition("#")[0] for test in reports.outcomes if _is_of(canary, test)}
    found: dict[str, None] = {}
    for run in sorted(runs) or [canary.class_name]:
        green, red = f"{run}#green", f"{run}#red"
        if reports.outcomes.get(green) is not TestOutcome.PASSED:
            found["the canary that must pass was not seen passed"] = None
        seen = reports.outcomes.get(red) is TestOutcome.FAILED
        if not seen or canary.secret not in reports.failures.get(red, ""):
            found["the canary that must fail was not seen failed"] = None
    return [Tamper(sign=TamperSign.CANARY, detail=text) for text in found]


def without(canaries: Sequence[Canary], values: Mapping[str, T]) -> dict[str, T]:
    """Values by test id, without those of the canaries."""
    return {t: v for t, v in values.items() if not any(_is_of(each, t) for each in canaries)}


def _is_of(canary: Canary, test: str) -> bool:
    """Whether a test's id is one of a canary's, in whatever module and execution it ran."""
    owner = test.partition("#")[0].rpartition(":")[2].partition("(")[0]
    return owner == canary.class_name
