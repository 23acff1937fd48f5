"""Options of a run: the checks, and how to open the tools that they need."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Self

from verifier.builds.options import BuildOptions
from verifier.config import cache_folder
from verifier.domain.declared import NEUTRAL
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName
from verifier.domain.testrun import EvidenceLevel, TestsUntil
from verifier.fuzzing.request import FuzzingBudget

BUILT = frozenset({CheckName.COMPILATION, CheckName.TESTS})
"""The checks that compile or run something. `behaviour` needs the first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeOptions:
    """The options that decide a verdict, besides the prediction itself.

    `checks` are the selected checks. With `run_all`, every check runs that can; otherwise the first
    failure ends the gates of a prediction. `evidence` is the required strength of test evidence,
    and `tests_until` says how much of the suite runs.
    """

    checks: frozenset[CheckName] = DEFAULT_CHECKS
    run_all: bool = False
    evidence: EvidenceLevel = EvidenceLevel.BASIC
    tests_until: TestsUntil = TestsUntil.ALL


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolsetOptions:
    """How the tools are opened.

    `builds` is false if no check needs a sandbox, a JDK and Maven; then none of them is looked for.
    `fuzzing` is the budget of a campaign; it is None if no check fuzzes. `rules` opens the rule
    engine. The number of jobs is neutral for the key, as is whether tools are opened for builds and
    rules, because the selected checks imply the latter.
    """

    build: BuildOptions = field(default_factory=lambda: BuildOptions(cache=cache_folder()))
    sandbox: str = "docker"
    image: str | None = None
    runtime: str | None = None
    analysis_timeout: float = 120.0
    jobs: int = field(default=1, metadata=NEUTRAL)
    builds: bool = field(default=True, metadata=NEUTRAL)
    fuzzing: FuzzingBudget | None = None
    rules: bool = field(default=False, metadata=NEUTRAL)

    def select_for(self, checks: AbstractSet[CheckName], *, scored: bool = False) -> Self:
        """Return the same options with only the tools that these checks need.

        `scored` says whether any task has a rule set; without one, no rule engine is needed.
        """
        budget = self.fuzzing or FuzzingBudget()
        return replace(
            self,
            build=replace(self.build, recorded=CheckName.COVERAGE in checks),
            builds=not checks.isdisjoint(BUILT),
            fuzzing=budget if CheckName.BEHAVIOUR in checks else None,
            rules=scored and CheckName.RULES in checks,
        )
