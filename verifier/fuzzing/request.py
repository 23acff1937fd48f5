"""What a campaign is asked: two versions as class folders, and how much may be spent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from verifier.tools.jdk import Jdk


class JUnitFlavour(StrEnum):
    """In which JUnit the failing test is written."""

    FOUR = "4"
    FIVE = "5"


class Ablation(StrEnum):
    """The part of the engine that a measurement switches off."""

    NO_VALUES = "no-values"
    NO_COVERAGE = "no-coverage"
    NO_CAPTURE = "no-capture"
    UNIFORM = "uniform"


@dataclass(frozen=True, kw_only=True, slots=True)
class Budget:
    """When a campaign ends: after so many executed inputs or so many seconds, whichever is first.

    With a seed and enough seconds, `executions` alone decides and the result is always the same.
    """

    seed: int = 1
    executions: int = 10_000
    seconds: float = 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Versions:
    """The two versions as class folders, and the class path that both share.

    `renames` maps full class names of the old version to those of the new one. `junit` are the
    entries of the class path that hold JUnit; without them the failing test is tried with a stand-in
    of the few things of JUnit that it uses. `tests` are entries of it with the project's tests,
    whose constants are tried.
    """

    old: Path
    new: Path
    class_path: tuple[Path, ...] = ()
    renames: Mapping[str, str] = field(default_factory=dict)
    junit: tuple[Path, ...] = ()
    tests: tuple[Path, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Campaign:
    """One campaign, on the subject's own JDK.

    `classes` restricts the search to changes in these classes (all where empty); `captured` are
    recipes from a run of the project's tests; `proposals` name methods that likely differ, with values
    that may show it (`verifier.fuzzing.proposals`): they are called first, and longer.

    For measurements: `ablation` switches a part of the engine off (none where None); without `test` no failing test is
    written (differences are confirmed all the same); `identical` calls everything that can be called
    although nothing differs; `mutants` more than 0 does that too, and then counts how many of so many
    mutants the same inputs notice; `methods` (`pkg.Class#name(I)V`) restricts what is called.
    """

    versions: Versions
    jdk: Jdk
    budget: Budget = field(default_factory=Budget)
    junit: JUnitFlavour = JUnitFlavour.FIVE
    classes: tuple[str, ...] = ()
    captured: bytes | None = None
    proposals: bytes | None = None
    ablation: Ablation | None = None
    test: bool = True
    identical: bool = False
    mutants: int = 0
    methods: tuple[str, ...] = ()
