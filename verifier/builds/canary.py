"""Test classes of ours among the project's, in each module that has tests: one of their two
methods must fail with a secret, one must pass.
"""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from verifier.builds.built_sources import takes
from verifier.builds.module import Module
from verifier.builds.prepared import PreparedBase
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
"""The annotations that make a method a test, one of which a canary uses."""

_SIGNS = {
    JUNIT4: (JUNIT4, "org.junit.*"),
    JUPITER: ("org.junit.jupiter",),
    # Its annotation may stand on a superclass elsewhere.
    TESTNG: ("org.testng",),
}
"""Imports of a test that tell that such a canary compiles beside it."""
_METHOD = re.compile(r"\b(?:red|green)\b")


@dataclass(frozen=True, kw_only=True, slots=True)
class Canary:
    """One such class at its place."""

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
        """Where its source lies in the tree."""
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
    """A place for each framework that the tests of a module import, in its first folder of tests.

    JUnit 4 where they import none. With `every_folder` for each that a folder's own tests import, in each of them;
    where these import none, for those of the module. Which of them the project's own build runs, its first run shows.
    """
    found: list[CanaryPlace] = []
    for project in modules:
        folders = [f for f in project.test_sources if any((prepared.base / f).rglob("*.java"))]
        anywhere = _frameworks(prepared, project, folders) or (JUNIT4,)
        for folder in folders if every_folder else folders[:1]:
            # One that may have a class path of its own need not compile what another imports.
            own = _frameworks(prepared, project, [folder]) if every_folder else ()
            found += [CanaryPlace(folder=folder, annotation=test) for test in own or anywhere]
    return tuple(found)


def _frameworks(prepared: PreparedBase, module: Module, folders: Sequence[str]) -> tuple[str, ...]:
    """Those that what is compiled of some of a module's folders imports."""
    base = prepared.base
    files = [path for folder in folders for path in (base / folder).rglob("*.java")]
    compiled = [path for path in files if takes(module, path.relative_to(base).as_posix())]
    sources = [comparable(path.read_bytes(), module.encoding) for path in compiled]
    found = (t for t in _SIGNS if any(imports_from(s, p) for s in sources for p in _SIGNS[t]))
    return tuple(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Canaries:
    """Those among the tests of one run. `known` says that a run of the base showed each of them."""

    sown: tuple[Canary, ...]
    known: bool

    @classmethod
    def at(
        cls, known: Sequence[CanaryPlace] | None, possible: Callable[[], Sequence[CanaryPlace]]
    ) -> "Canaries":
        """Canaries at the known places, else at all that are possible."""
        places = possible() if known is None else known
        return cls(sown=tuple(Canary(place=place) for place in places), known=known is not None)

    @property
    def class_names(self) -> list[str]:
        """Their qualified names."""
        return [canary.class_name for canary in self.sown]

    @property
    def sources(self) -> dict[str, bytes]:
        """Their Java sources, by path in the tree."""
        return {canary.path: canary.source for canary in self.sown}

    def seen(self, reports: Reports) -> tuple[CanaryPlace, ...]:
        """The places of those that ended as they must."""
        return tuple(canary.place for canary in self.sown if not trouble(canary, reports))

    def trouble(self, reports: Reports) -> list[Tamper]:
        """What they show to be wrong with a run's reports.

        Of those that are not known yet one in each folder is enough: a build need not run each framework that a
        test imports.
        """
        enough = set() if self.known else {place.folder for place in self.seen(reports)}
        doubted = (canary for canary in self.sown if canary.place.folder not in enough)
        return [each for canary in doubted for each in trouble(canary, reports)]

    def without(self, values: Mapping[str, T]) -> dict[str, T]:
        """Values by test id, without theirs."""
        return {t: v for t, v in values.items() if not any(_is_of(each, t) for each in self.sown)}


def trouble(canary: Canary, reports: Reports) -> list[Tamper]:
    """What a canary shows to be wrong with a run's reports; nothing where both outcomes are there."""
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
    """The ids of its two methods, by method, in each module and execution in which it ran.

    Reporters name tests in ways of their own (TestNG's `C#red on red(p.C)`, pmd's
    `red()#[engine:junit-jupiter]/[class:p.C]/[method:red()]`): but for the method both have one name.
    """
    found: dict[str, dict[str, str]] = {}
    for test in reports.outcomes:
        methods = _METHOD.findall(test) if _is_of(canary, test) else []
        if methods:
            # A module may be called like one, too, and stands in front.
            found.setdefault(_METHOD.sub("*", test), {})[methods[-1]] = test
    return list(found.values())


def _is_of(canary: Canary, test: str) -> bool:
    """Whether a test's id names a canary; nobody else has its random name."""
    return canary.class_name in test
