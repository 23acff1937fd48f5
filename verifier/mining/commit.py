"""A commit of a history, how it ended, and what was found in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.analysis.commit_detection import RefactoringSources
from verifier.domain.described import FORM, Described, Form
from verifier.domain.refactoring import Refactoring
from verifier.domain.source import SkippedFile


class CommitStatus(StrEnum):
    """How a commit ended; every listed commit has exactly one of these.

    `ok`: refactorings were detected (of any type). `none`: analysed, nothing detected.
    `same-methods`: both sides were read and have the same methods, so that no refactoring of the
    wanted types is between them; they were not compared, and others were not looked for. `skipped`:
    never analysed, by rule. The other three name the failure of an analysis.
    """

    OK = "ok"
    NONE = "none"
    SAME_METHODS = "same-methods"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out-of-memory"
    ERROR = "error"


ANALYSED = frozenset({CommitStatus.OK, CommitStatus.NONE, CommitStatus.SAME_METHODS})
"""The analysis answered."""

RETRYABLE = (CommitStatus.TIMEOUT, CommitStatus.OUT_OF_MEMORY, CommitStatus.ERROR)
"""What `--retry` can name."""


class SkipReason(StrEnum):
    """Why a commit is never analysed."""

    MERGE = "merge"
    ROOT = "root: no parent to compare with"
    NO_JAVA = "no Java file changed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """A status and, for commits that were not analysed, its reason."""

    status: CommitStatus
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedCommit:
    """One commit of the list, in the list's order.

    `ending` is present where no analysis is needed to know it. `weight` is the size in bytes of
    the changed Java files on both sides: an estimate of the analysis' time. `committed` is the committer's
    time, in ISO 8601.
    """

    id: str
    parent: str | None
    ending: Ending | None = None
    weight: int = 0
    committed: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class MinedCommit(Described):
    """The analysis' answer for one commit, as the journal keeps it.

    `seconds` is wall time inside the worker. `sources` is keyed by the position in `refactorings`,
    for the wanted types only.
    """

    commit: str
    """The commit."""
    parent: str
    """The commit that it was compared with."""
    status: CommitStatus
    """How its analysis ended."""
    reason: str = ""
    """Why it failed or was skipped; empty otherwise."""
    seconds: float = 0.0
    """Wall time inside the worker."""
    refactorings: tuple[Refactoring, ...] = ()
    """All that was detected, of any type."""
    skipped_files: tuple[SkippedFile, ...] = ()
    """Changed files that were not looked at."""
    sources: Mapping[int, RefactoringSources] = field(default_factory=dict)
    """The texts of refactorings of the wanted types, by their place in `refactorings`."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""
