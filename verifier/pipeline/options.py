"""What is asked of a run: the checks, and how the tools that they need are opened."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Self

from verifier.builds.base import BuildOptions
from verifier.config import cache_folder
from verifier.domain.declared import NEUTRAL
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName
from verifier.domain.testrun import EvidenceLevel, TestsUntil
from verifier.fuzzing.request import Budget

BUILT = frozenset({CheckName.COMPILATION, CheckName.TESTS})
"""The checks that compile or run something; behaviour needs the first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeOptions:
    """What decides a verdict beside the prediction itself.

    `checks` are the ones that were asked for. With `run_all` every check that can still run does;
    otherwise the first failure ends a prediction's gates. `evidence` says what the tests' outcomes
    must stand, `tests_until` how much of the suite runs.
    """

    checks: frozenset[CheckName] = DEFAULT_CHECKS
    run_all: bool = False
    evidence: EvidenceLevel = EvidenceLevel.BASIC
    tests_until: TestsUntil = TestsUntil.ALL


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkshopOptions:
    """How the tools are opened.

    `builds` is False where no check needs a sandbox, a JDK and Maven: then none of them is looked
    for. `fuzzing` is a campaign's budget, absent where no check fuzzes. `rules` opens the rule
    engine. Neutral are the number of jobs, and whether tools are opened for builds and rules: the
    checks that were asked for say so already.
    """

    build: BuildOptions = field(default_factory=lambda: BuildOptions(cache=cache_folder()))
    sandbox: str = "docker"
    image: str | None = None
    analysis_timeout: float = 120.0
    jobs: int = field(default=1, metadata=NEUTRAL)
    builds: bool = field(default=True, metadata=NEUTRAL)
    fuzzing: Budget | None = None
    rules: bool = field(default=False, metadata=NEUTRAL)

    def opened_for(self, checks: AbstractSet[CheckName], *, scored: bool = False) -> Self:
        """The same for these checks: nothing is opened that none of them needs.

        `scored` says whether any task has a rule set; without one no rule engine is needed.
        """
        budget = self.fuzzing or Budget()
        return replace(
            self,
            build=replace(self.build, recorded=CheckName.COVERAGE in checks),
            builds=not checks.isdisjoint(BUILT),
            fuzzing=budget if CheckName.BEHAVIOUR in checks else None,
            rules=scored and CheckName.RULES in checks,
        )
