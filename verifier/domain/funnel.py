"""The mining funnel's stages: what every step kept and lost (SWE-Refactor, table 6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from verifier.domain.described import Described
from verifier.domain.refactoring import RefactoringType

TEST_CODE = "in test code"
"""Why an instance is left out with `--main-only`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage(Described):
    """One stage: how many it kept (`unit` says of what), and how many it lost, by reason."""

    name: str
    """The stage."""
    unit: str
    """What is counted."""
    count: int
    """How many it kept."""
    losses: Mapping[str, int] = field(default_factory=dict)
    """How many it lost, by reason."""

    @property
    def lost(self) -> int:
        """How many were lost here."""
        return sum(self.losses.values())


def before_kept(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """The stages before what was kept: where a later step goes on."""
    return tuple(stage for stage in stages if stage.name != "kept")


@dataclass(frozen=True, kw_only=True, slots=True)
class ValidatedCounts(Described):
    """What validation kept of one type of one project: each figure counts what all before it kept."""

    repo: str
    """The repository's name."""
    type: RefactoringType
    """The type."""
    instances: int = 0
    """Instances that were asked."""
    builds_before: int = 0
    """Of these, those whose base builds."""
    builds_after: int = 0
    """Of these, those whose commit builds."""
    tests_pass: int = 0
    """Of these, those whose tests pass on both sides."""
    covered: int = 0
    """Of these, those whose refactored code the tests run on both sides."""
    golden: int | None = None
    """Of these, those whose refactoring alone is a success on the base; null where nobody asked."""
    kept: int = 0
    """Instances that were written."""
    losses: Mapping[str, int] = field(default_factory=dict)
    """How many were lost, by step and reason."""
