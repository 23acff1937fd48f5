"""The stages of the mining funnel: what each step kept and lost (SWE-Refactor, table 6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from verifier.domain.described import Described
from verifier.domain.refactoring_traits import RefactoringType

TEST_CODE = "in test code"
"""The reason for leaving out an instance with `--main-only`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage(Described):
    """One stage of the funnel: how many items it kept, and how many it lost for each reason."""

    name: str
    """The stage's name."""
    unit: str
    """The counted items, such as commits."""
    count: int
    """Number of items that were kept."""
    losses: Mapping[str, int] = field(default_factory=dict)
    """Number of items that were lost, by reason."""

    @property
    def lost(self) -> int:
        """Number of items that were lost, for all reasons."""
        return sum(self.losses.values())


def before_kept(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """Return the stages before the stage `kept`. A later step continues after them."""
    return tuple(stage for stage in stages if stage.name != "kept")


@dataclass(frozen=True, kw_only=True, slots=True)
class ValidatedCounts(Described):
    """The results of validation for one type in one project.

    Each count includes only instances that passed all earlier steps.
    """

    repo: str
    """The repository's name."""
    type: RefactoringType
    """The refactoring type."""
    instances: int = 0
    """Number of instances that were validated."""
    builds_before: int = 0
    """Number of these whose base builds."""
    builds_after: int = 0
    """Number of these whose commit builds."""
    tests_pass: int = 0
    """Number of these whose tests pass on both sides."""
    covered: int = 0
    """Number of these whose refactored code runs in the tests on both sides."""
    golden: int | None = None
    """Number of these whose refactoring alone is a success on the base; null if this was not
    checked."""
    kept: int = 0
    """Number of instances that were written."""
    losses: Mapping[str, int] = field(default_factory=dict)
    """Number of instances that were lost, by step and reason."""
