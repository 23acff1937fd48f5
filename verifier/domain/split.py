"""How a change was split into a patch that is only refactoring and a patch with the rest."""

from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import Described


class SplitOutcome(StrEnum):
    """How a change was split into refactoring and rest.

    Parted: both patches have a change. Only refactoring: the rest is empty. No refactoring: none
    was detected. Tied: a refactoring was detected, and no part of the change is proved and only
    refactoring. For the last two, `refactoring.patch` is empty.
    """

    PARTED = "parted"
    ONLY_REFACTORING = "only_refactoring"
    NO_REFACTORING = "no_refactoring"
    TIED = "tied"


@dataclass(frozen=True, kw_only=True, slots=True)
class SplitPart(Described):
    """One of the two patches."""

    files: tuple[str, ...]
    """The files that it changes, sorted."""
    hunks: int
    """Number of its hunks; binary files, and files whose mode or name alone changes, have none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SplitTie(Described):
    """A hunk that could not be parted from the rest."""

    file: str
    """The file at the head, or at the base if it was deleted."""
    line: int
    """The first line of the hunk at the head, from 1; 0 for the whole file."""
    why: str
    """What the compiler, or a finding, said about it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Split(Described):
    """The two patches of a split change. The first is proved and only refactoring, or empty."""

    outcome: SplitOutcome
    """How the change was split."""
    refactoring: SplitPart
    """What `refactoring.patch` contains."""
    rest: SplitPart
    """What `rest.patch` contains."""
    ties: tuple[SplitTie, ...] = ()
    """Hunks of the rest that could not be parted from it, with the reason; may be empty."""
    why: str = ""
    """What the gate said about the change if `refactoring.patch` is empty; empty otherwise."""
