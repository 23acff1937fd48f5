"""The input of a campaign: two versions as class folders, and a budget."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from verifier.tools.jdk import Jdk


class JUnitFlavour(StrEnum):
    """The JUnit version of the failing test."""

    FOUR = "4"
    FIVE = "5"


class Ablation(StrEnum):
    """The part of the engine that a measurement disables."""

    NO_VALUES = "no-values"
    NO_COVERAGE = "no-coverage"
    NO_CAPTURE = "no-capture"
    UNIFORM = "uniform"


@dataclass(frozen=True, kw_only=True, slots=True)
class FuzzingBudget:
    """The end of a campaign: a number of executed inputs or of seconds, whichever comes first.

    With a seed and enough seconds, only `executions` matters, and the result is always the same.
    """

    seed: int = 1
    executions: int = 10_000
    seconds: float = 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Versions:
    """The two versions as class folders, and their common class path.

    `renames` maps full class names of the old version to those of the new one. `junit` are the
    class path entries with JUnit; without them, the failing test is tried with a stub of the JUnit
    parts that it uses. `tests` are entries with the project's tests, whose constants are tried.
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

    `classes` restricts the search to changes in these classes; empty means all. `captured` are
    recipes from a run of the project's tests. `proposals` name methods that likely differ, with
    values that may show it (`verifier.fuzzing.proposals`); these methods are called first and
    longer.

    The other options are for measurements. `ablation` disables a part of the engine. Without
    `test`, no failing test is written, although differences are still confirmed. `identical` calls
    everything that can be called although nothing differs. A positive `mutants` does the same, and
    then counts how many of that number of mutants the inputs detect. `methods`
    (`pkg.Class#name(I)V`) restricts the calls.
    """

    versions: Versions
    jdk: Jdk
    budget: FuzzingBudget = field(default_factory=FuzzingBudget)
    junit: JUnitFlavour = JUnitFlavour.FIVE
    classes: tuple[str, ...] = ()
    captured: bytes | None = None
    proposals: bytes | None = None
    ablation: Ablation | None = None
    test: bool = True
    identical: bool = False
    mutants: int = 0
    methods: tuple[str, ...] = ()
