"""Canaries: test classes of ours among the project's tests, in each module that has tests.

One of their two methods must fail with a secret, the other must pass.
"""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from verifier.builds.described.module import Module
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.evidence.built_sources import takes
from verifier.domain.testrun import CanaryPlace, Tamper, TamperSign, TestOutcome
from verifier.java_text.encoding import comparable
from verifier.java_text.outline import imports_from
from verifier.tools.surefire import Reports

T = TypeVar("T")

JUNIT4, JUPITER, TESTNG = (
    "org.junit.Test",
    "org.junit.jupiter.api.Test",
    "org.testng.annotations.Test",
)
"""The annotations that mark a method as a test; a canary uses one of them."""

_SIGNS = {
    JUNIT4: (JUNIT4, "org.junit.*"),
    JUPITER: ("org.junit.jupiter",),
    # The annotation may be on a superclass in another module.
    TESTNG: ("org.testng",),
}
"""Imports in the project's tests that show that a canary of this kind compiles."""
_METHOD = re.compile(r"\b(?:red|green)\b")


@dataclass(frozen=True, kw_only=True, slots=True)
class Canary:
    """One canary at its place."""

    place: CanaryPlace
    package: str = field(default_factory=lambda: f"r{secrets.token_hex(6)}")
    name: str = field(default_factory=lambda: f"T{secrets.token_hex(8)}Test")
    secret: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def class_name(self) -> str:
        """The qualified name."""
        return f"{self.package}.{self.name}"

    @property
    def path(self) -> str:
        """The path of its source in the tree."""
        return f"{self.place.folder}/{self.package}/{self.name}.java"

    @property
    def source(self) -> bytes:
        """The Java source."""
        test = self.place.annotation
        return (
            f"package {self.package};\n"
            f"public class {self.name} {{\n"
            f'  @{test} public void red() {{ throw new AssertionError("{self.secret}"); }}\n'
            f"  @{test} public void green() {{ }}\n"
            "}\n"
        ).encode()


def canary_places(
    prepared: PreparedBase, modules: Sequence[Module], *, every_folder: bool = False
) -> tuple[CanaryPlace, ...]:
    """Return a place for each test framework that a module's tests import, in its first test
    folder.

    JUnit 4 if they import none. With `every_folder`, each test folder gets one place for each
    framework that its own tests import, or, if these import none, for each framework of the module.
    The first run of the project's own build shows which canaries work.
    """
    found: list[CanaryPlace] = []
    for project in modules:
        folders = [f for f in project.test_sources if any((prepared.base / f).rglob("*.java"))]
        anywhere = _frameworks(prepared, project, folders) or (JUNIT4,)
        for folder in folders if every_folder else folders[:1]:
            # A folder with its own class path may be unable to compile another folder's framework.
            own = _frameworks(prepared, project, [folder]) if every_folder else ()
            found += [CanaryPlace(folder=folder, annotation=test) for test in own or anywhere]
    return tuple(found)


def _frameworks(prepared: PreparedBase, module: Module, folders: Sequence[str]) -> tuple[str, ...]:
    """Return the frameworks that the compiled sources in some of a module's folders import."""
    base = prepared.base
    files = [path for folder in folders for path in (base / folder).rglob("*.java")]
    compiled = [path for path in files if takes(module, path.relative_to(base).as_posix())]
    sources = [comparable(path.read_bytes(), module.encoding) for path in compiled]
    found = (t for t in _SIGNS if any(imports_from(s, p) for s in sources for p in _SIGNS[t]))
    return tuple(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Canaries:
    """The canaries among the tests of one run; `known` says that a run of the base has shown each of them."""

    sown: tuple[Canary, ...]
    known: bool

    @classmethod
    def at(
        cls, known: Sequence[CanaryPlace] | None, possible: Callable[[], Sequence[CanaryPlace]]
    ) -> "Canaries":
        """Return canaries at the known places, otherwise at all possible places."""
        places = possible() if known is None else known
        return cls(sown=tuple(Canary(place=place) for place in places), known=known is not None)

    @property
    def class_names(self) -> list[str]:
        """Their qualified class names."""
        return [canary.class_name for canary in self.sown]

    @property
    def sources(self) -> dict[str, bytes]:
        """Their Java sources, by path in the tree."""
        return {canary.path: canary.source for canary in self.sown}

    def find_intact(self, reports: Reports) -> tuple[CanaryPlace, ...]:
        """Return the places of the canaries that ended as they must."""
        return tuple(canary.place for canary in self.sown if not trouble(canary, reports))

    def trouble(self, reports: Reports) -> list[Tamper]:
        """Return what the canaries reveal to be wrong with a run's reports.

        If no run of the base has shown them yet, one canary per folder is enough: a build need not
        run every framework that a test imports.
        """
        enough = set() if self.known else {place.folder for place in self.find_intact(reports)}
        doubted = (canary for canary in self.sown if canary.place.folder not in enough)
        return [each for canary in doubted for each in trouble(canary, reports)]

    def without(self, values: Mapping[str, T]) -> dict[str, T]:
        """Return values by test id, without the ids of canaries."""
        return {t: v for t, v in values.items() if not any(_is_of(each, t) for each in self.sown)}


def trouble(canary: Canary, reports: Reports) -> list[Tamper]:
    """Return what a canary reveals to be wrong with a run's reports; empty if both outcomes are right."""
    found: dict[str, None] = {}
    for ids in _runs(canary, reports) or [{}]:
        green, red = ids.get("green", ""), ids.get("red", "")
        if reports.outcomes.get(green) is not TestOutcome.PASSED:
            found["the canary that must pass was not seen passed"] = None
        seen = reports.outcomes.get(red) is TestOutcome.FAILED
        if not seen or canary.secret not in reports.failures.get(red, ""):
            found["the canary that must fail was not seen failed"] = None
    return [Tamper(sign=TamperSign.CANARY, detail=text) for text in found]


def _runs(canary: Canary, reports: Reports) -> list[dict[str, str]]:
    """Return the ids of its two methods, by method, for each module and execution in which it ran.

    Reporters name tests differently (TestNG writes `C#red on red(p.C)`, pmd
    `red()#[engine:junit-jupiter]/[class:p.C]/[method:red()]`): apart from the method both ids are
    the same.
    """
    found: dict[str, dict[str, str]] = {}
    for test in reports.outcomes:
        methods = _METHOD.findall(test) if _is_of(canary, test) else []
        if methods:
            # A module may have the same name as the method; it comes first in the id.
            found.setdefault(_METHOD.sub("*", test), {})[methods[-1]] = test
    return list(found.values())


def _is_of(canary: Canary, test: str) -> bool:
    """Whether a test's id names a canary; its random name occurs nowhere else."""
    return canary.class_name in test
