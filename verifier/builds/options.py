"""What the user decides about builds."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath

from verifier.builds.speedups import Speedup
from verifier.domain.declared import NEUTRAL
from verifier.domain.paths import ROOT
from verifier.errors import UsageError
from verifier.printable import list_first, printable
from verifier.sandbox.base import JobLimits


class StrategyName(StrEnum):
    """How a tree is built: by the project's own Maven or Gradle, or by our own javac and launcher."""

    MAVEN = "maven"
    GRADLE = "gradle"
    DIRECT = "direct"


class StrategyChoice(StrEnum):
    """Which strategy the user allows.

    `auto` takes `direct` if its test ids equal those of the project's own build, or if only
    `direct` runs.
    """

    AUTO = "auto"
    MAVEN = "maven"
    GRADLE = "gradle"
    DIRECT = "direct"


class ModuleReach(StrEnum):
    """Which modules of a multi-module project are built and tested for a change."""

    CHANGED = "changed"
    """Test the modules that contain the change; compile the modules that depend on them without testing."""
    DEPENDANTS = "dependants"
    """Also test the modules that depend on them, directly or transitively."""
    ALL = "all"
    """Every module of the project."""


class PrepareOn(StrEnum):
    """Where a preparation runs the base commit's build."""

    SANDBOX = "sandbox"
    """In the sandbox, with a network."""
    PROXY = "proxy"
    """In the sandbox without a network; a proxy downloads from allowed repositories."""
    HOST = "host"
    """With the user's rights."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildOptions:
    """What the user decides about builds.

    - `modules`: the folders of the modules to build and test; the modules they need are compiled.
      If it is empty, all modules are built; a caller that knows the changed files builds the
      modules that contain them, plus what `reach` adds.
    - `recorded`: whether JaCoCo's agent is loaded into every test run, on the base and on
      candidates.
    - `dependants`: whether `modules` depend on modules that another builder builds. Only their
      tests count then, test ids begin with their module, and modules that the base cannot build are
      left out.
    - `without`: the speedups that are turned off.
    - `root`: the folder of the build; the base and the changed files determine it, no option sets
      it.

    Some fields are neutral, so they are not part of cache keys: the homes of JDK, Maven and Gradle
    (their versions count), the cache folder, `root`, where a base is prepared, and whether it may
    still be prepared (an unprepared base has no verdict).
    """

    strategy: StrategyChoice = StrategyChoice.AUTO
    jdk: Path | None = field(default=None, metadata=NEUTRAL)
    maven: Path | None = field(default=None, metadata=NEUTRAL)
    gradle: Path | None = field(default=None, metadata=NEUTRAL)
    cache: Path = field(
        default_factory=lambda: Path.home() / ".cache" / "refverify", metadata=NEUTRAL
    )
    base_runs: int = 3
    without: frozenset[Speedup] = frozenset()
    minimum_tests: int = 1
    limits: JobLimits = field(default_factory=JobLimits)
    offline: bool = field(default=False, metadata=NEUTRAL)
    root: str = field(default=ROOT, metadata=NEUTRAL)
    modules: tuple[str, ...] = ()
    reach: ModuleReach = ModuleReach.DEPENDANTS
    recorded: bool = False
    dependants: bool = False
    prepare_on: PrepareOn = field(default=PrepareOn.SANDBOX, metadata=NEUTRAL)

    def uses(self, speedup: Speedup) -> bool:
        """Whether a speedup is on."""
        return speedup not in self.without

    def name_of(self, commit: str) -> str:
        """Name a base in messages: the commit, and its modules unless all are built."""
        if not self.modules:
            return commit[:10]
        named = list_first([*map(printable, self.modules)], _MOST_NAMED)
        return f"{commit[:10]} ({named})"


_MOST_NAMED = 3
"""How many modules are named at most."""


def modules_of_words(words: Iterable[str]) -> tuple[ModuleReach, tuple[str, ...]]:
    """Parse `--modules`: how far to reach, and the folders, sorted and without duplicates.

    Commas separate words. A folder with the name of a reach is written as a path: `./all`.

    Raises:
        UsageError: a reach is combined with another word.
    """
    parts = [part.strip() for word in words for part in word.split(",") if part.strip()]
    reaches = [part for part in parts if part in set(ModuleReach)]
    if reaches and len(set(parts)) > 1:
        raise UsageError(
            f"--modules {reaches[0]} cannot be combined with other modules",
            hint=f"Write one of {', '.join(ModuleReach)} alone, or only folders.",
        )
    if reaches:
        return ModuleReach(reaches[0]), ()
    return ModuleReach.DEPENDANTS, tuple(sorted({str(PurePosixPath(part)) for part in parts}))
