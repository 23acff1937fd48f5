"""A commit of a history, the outcome of its analysis, and the refactorings found in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.analysis.commit_detection import RefactoringSources
from verifier.domain.described import FORM, Described, Form
from verifier.domain.refactoring import Refactoring
from verifier.domain.source import SkippedFile


class CommitStatus(StrEnum):
    """The outcome for a commit; every listed commit has exactly one.

    `ok`: refactorings of some type were detected. `none`: analysed, nothing detected.
    `same-methods`: both sides were read and have the same methods, so that there is no refactoring
    of the wanted types; the sides were not compared, and other types were not looked for.
    `skipped`: excluded from analysis by a rule. The other three name the failure of an analysis.
    """

    OK = "ok"
    NONE = "none"
    SAME_METHODS = "same-methods"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out-of-memory"
    ERROR = "error"


ANALYSED = frozenset({CommitStatus.OK, CommitStatus.NONE, CommitStatus.SAME_METHODS})
"""Statuses with an answer of the analysis."""

RETRYABLE = (CommitStatus.TIMEOUT, CommitStatus.OUT_OF_MEMORY, CommitStatus.ERROR)
"""Statuses that `--retry` accepts."""


class SkipReason(StrEnum):
    """Why a commit is excluded from analysis."""

    MERGE = "merge"
    ROOT = "root: no parent to compare with"
    NO_JAVA = "no Java file changed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """A status and, for commits that were not analysed, the reason."""

    status: CommitStatus
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedCommit:
    """One commit of the list, in the list's order.

    `ending` is set if it is known without an analysis. `weight` estimates the time of the analysis:
    the size in bytes of the changed Java files on both sides. `committed` is the committer's time,
    in ISO 8601.
    """

    id: str
    parent: str | None
    ending: Ending | None = None
    weight: int = 0
    committed: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class MinedCommit(Described):
    """The result of analysing one commit, as the journal keeps it.

    `seconds` is wall-clock time in the worker. `sources` is keyed by the position in `refactorings`
    and covers the wanted types only.
    """

    commit: str
    """The commit's id."""
    parent: str
    """The parent with which it was compared."""
    status: CommitStatus
    """The outcome of its analysis."""
    reason: str = ""
    """Why it failed or was skipped; otherwise empty."""
    seconds: float = 0.0
    """Wall-clock time in the worker."""
    refactorings: tuple[Refactoring, ...] = ()
    """All refactorings that were detected, of any type."""
    skipped_files: tuple[SkippedFile, ...] = ()
    """Changed files that were not analysed."""
    sources: Mapping[int, RefactoringSources] = field(default_factory=dict)
    """The source texts of refactorings of the wanted types, by their position in `refactorings`."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""
